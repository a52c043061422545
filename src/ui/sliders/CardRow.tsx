import type { ReactNode } from 'react';
import { Icon } from '../primitives/icons.tsx';
import { Carousel } from './Carousel.tsx';
import type { CarouselWords, SlideSlots } from './carousel-props.ts';
import './card-row.css';

export type CardRowProps = { id: string; count: number; words: CarouselWords } & SlideSlots;

/** A row of cards that moves by a page: four on wide screens, down to one. The widths repeat those of `card-row.css`. */
export function CardRow({ id, count, words, ...slots }: CardRowProps): ReactNode {
  return (
    <Carousel
      className="card-row"
      id={id}
      count={count}
      slots={slots}
      words={words}
      options={{
        perPage: 4,
        gap: 32,
        breakpoints: {
          1199: { perPage: 3, gap: 24 },
          959: { perPage: 2, gap: 24 },
          575: { perPage: 1, gap: 16, padding: { right: 40 } },
        },
      }}
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
