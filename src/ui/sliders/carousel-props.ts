import type { ReactNode } from 'react';
import type { Translate } from '#modules/contract.ts';

/** The words that a carousel speaks. They are an island's properties, since the browser holds no translations. */
export type CarouselWords = {
  label: string;
  carousel: string;
  slide: string;
  of: string;
  previous: string;
  next: string;
};

export function carouselWords(label: string, t: Translate): CarouselWords {
  return {
    label,
    carousel: t('slider.carousel'),
    slide: t('slider.slide'),
    of: t('slider.of'),
    previous: t('slider.previous'),
    next: t('slider.next'),
  };
}

/** The id that Splide gives a slide. Written by the server already, so that the links to slides work without it. */
export function slideId(carousel: string, index: number): string {
  return `${carousel}-slide${String(index + 1).padStart(2, '0')}`;
}

/**
 * Slides reach a carousel as slots, one each: their markup stands in the page once, made by the server, and is neither
 * repeated in the island's properties nor rendered again in the browser.
 */
export type SlideSlots = { [slot: `slide${number}`]: ReactNode };

export function slotsOf(slides: readonly ReactNode[]): SlideSlots {
  return Object.fromEntries(slides.map((slide, index) => [`slide${index}`, slide]));
}
