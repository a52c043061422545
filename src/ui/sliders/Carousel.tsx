import { Splide } from '@splidejs/react-splide';
import type { Options, Splide as SplideCore } from '@splidejs/splide';
import { type ReactNode, useContext } from 'react';
import { type CarouselTexts, type SlideSlots, slideId } from './carousel-props.ts';
import { ViewportWidth } from './viewport-width.ts';
import './carousel.css';

type CarouselProps = {
  className: string;
  /** Of the root; the slides' ids follow from it. */
  id: string;
  count: number;
  slots: SlideSlots;
  words: CarouselTexts;
  options: Options;
  /** Content below the track, inside the carousel. */
  children: ReactNode;
  onMounted?: (splide: SplideCore) => void;
  onMove?: (index: number) => void;
  onProgress?: (index: number, rate: number) => void;
};

/**
 * Splide, as every carousel of the site uses it. The server renders a list that scrolls and snaps without a script;
 * Splide hydrates it without a layout shift.
 */
export function Carousel(props: CarouselProps): ReactNode {
  const { className, id, count, slots, words, options, children, onMounted, onMove, onProgress } = props;
  const viewport = useContext(ViewportWidth);
  return (
    <Splide
      id={id}
      className={className}
      tag="section"
      aria-label={words.label}
      aria-roledescription={words.carousel}
      hasTrack={false}
      options={{
        speed: 250,
        rewindSpeed: 250,
        easing: 'ease-out',
        keyboard: 'focused',
        pagination: false,
        i18n: {
          prev: words.previous,
          next: words.next,
          carousel: words.carousel,
          slide: words.slide,
          slideLabel: words.of,
        },
        ...(viewport === null ? inTextSize(options) : optionsAt(viewport, inTextSize(options))),
      }}
      onMounted={(splide) => onMounted?.(splide)}
      onMove={(_, index) => onMove?.(index)}
      onAutoplayPlaying={(splide, rate) => onProgress?.(splide.index, rate)}
    >
      {/* Plain boxes in place of the package's list: Splide gives slides the role of a group, which no list item may have. */}
      {/* The list scrolls before hydration, so it can be reached and scrolled with the keyboard. */}
      <div className="splide__track" role="group" aria-label={words.label} tabIndex={0}>
        <div className="splide__list">
          {Array.from({ length: count }, (_, index) => (
            <div key={index} className="splide__slide" id={slideId(id, index)}>
              {slots[`slide${index}`]}
            </div>
          ))}
        </div>
      </div>
      {children}
    </Splide>
  );
}

/** A reader's text size that stylesheets start from, in CSS pixels. */
const usualTextSize = 16;

/** Options whose breakpoints, like those of the stylesheets, grow with the reader's text size. Splide knows pixels alone. */
function inTextSize(options: Options): Options {
  if (!options.breakpoints || typeof document === 'undefined') return options;
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualTextSize;
  if (scale === 1) return options;
  const breakpoints = Object.entries(options.breakpoints).map(
    ([width, own]) => [(Number(width) + 1) * scale - 1, own] as const,
  );
  return { ...options, breakpoints: Object.fromEntries(breakpoints) };
}

/** Options as they hold at one width: Splide asks the window that its script runs in, and no other. */
function optionsAt(width: number, { breakpoints = {}, ...options }: Options): Options {
  const widths = Object.keys(breakpoints)
    .map(Number)
    .filter((breakpoint) => width <= breakpoint)
    .toSorted((a, b) => b - a);
  return Object.assign({}, options, ...widths.map((breakpoint) => breakpoints[breakpoint]));
}
