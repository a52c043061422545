import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import type { Slot } from '../islands/Island.tsx';

/** The words that a carousel speaks. They are an island's properties, since the browser holds no translations. */
export type CarouselTexts = {
  label: string;
  carousel: string;
  slide: string;
  of: string;
  previous: string;
  next: string;
};

export function pickCarouselTexts(label: string, t: Translate): CarouselTexts {
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

/** Slides reach a carousel as slots, one each, in their order. */
export type SlideSlots = { [slot: `slide${number}`]: ReactNode };

export function listSlides(slides: readonly Slot[]): Record<keyof SlideSlots, Slot> {
  return Object.fromEntries(slides.map((slide, index) => [`slide${index}`, slide]));
}
