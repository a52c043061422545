import type { Options, ResponsiveOptions } from '@splidejs/splide';
import type { ReactNode } from 'react';
import { Icon } from '../primitives/icons.tsx';
import { Carousel } from './Carousel.tsx';
import { type CardView, cardViews } from './card-views.ts';
import type { CarouselTexts, SlideSlots } from './carousel-props.ts';
import './per-view.css';
import './card-row.css';

type CardRowProps = { id: string; view: CardView; count: number; words: CarouselTexts } & SlideSlots;

/** Gaps repeat those of `card-row.css`, and so does the sight of the next card. */
function optionsFor({ wide, below }: (typeof cardViews)[CardView]): Options {
  const breakpoints: Record<number, ResponsiveOptions> = { 959: { gap: '1.5rem' }, 575: { gap: '1rem' } };
  for (const [width, perPage] of Object.entries(below)) {
    const at = Number(width) - 1;
    breakpoints[at] = {
      ...breakpoints[at],
      perPage,
      ...(perPage === 1 && wide > 1 ? { padding: { right: 'var(--peek)' } } : {}),
    };
  }
  return { perPage: wide, gap: '2rem', breakpoints };
}

/** Worked out once: thousands of pages have such a row. */
const sliderOptions = {
  products: optionsFor(cardViews.products),
  teasers: optionsFor(cardViews.teasers),
  highlights: optionsFor(cardViews.highlights),
  logos: optionsFor(cardViews.logos),
} satisfies Record<CardView, Options>;

/** A row of cards that moves by a page. */
export function CardRow({ id, view, count, words, ...slots }: CardRowProps): ReactNode {
  return (
    <Carousel
      className={`card-row per-view--${view}`}
      id={id}
      count={count}
      slots={slots}
      words={words}
      options={sliderOptions[view]}
    >
      <div className="card-row__arrows splide__arrows">
        <button type="button" className="card-row__arrow splide__arrow splide__arrow--prev" aria-label={words.previous}>
          <Icon name="arrow-left" />
        </button>
        <button type="button" className="card-row__arrow splide__arrow splide__arrow--next" aria-label={words.next}>
          <Icon name="arrow-right" />
        </button>
      </div>
    </Carousel>
  );
}
