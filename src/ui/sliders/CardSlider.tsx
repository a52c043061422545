import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { Island, type Slot } from '../islands/Island.tsx';
import { CardRow } from './CardRow.tsx';
import { type CardView, cardViews } from './card-views.ts';
import { pickCarouselTexts, listSlides } from './carousel-props.ts';
import './per-view.css';

type CardSliderProps = {
  /** Of the module: the ids inside follow from it. */
  id: string;
  view: CardView;
  /** The accessible name of the row. */
  label: string;
  cards: readonly Slot[];
  t: Translate;
};

/** Cards in a row that slides, or in a grid without a script if all fit side by side on a wide screen. */
export function CardSlider({ id, view, label, cards, t }: CardSliderProps): ReactNode {
  if (cards.length === 0) return null;
  if (cards.length <= cardViews[view].wide) {
    return (
      <ul className={`card-grid per-view--${view}`}>
        {cards.map(({ element }, index) => (
          <li key={index}>{element}</li>
        ))}
      </ul>
    );
  }
  return (
    <Island
      name="CardRow"
      component={CardRow}
      id={`${id}-island`}
      props={{ id: `${id}-cards`, view, count: cards.length, words: pickCarouselTexts(label, t) }}
      slots={listSlides(cards)}
    />
  );
}
