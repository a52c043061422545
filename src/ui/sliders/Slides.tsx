import type { ReactElement, ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { cutText } from '#domain/text/cut-text.ts';
import { Island } from '../islands/Island.tsx';
import { SlideShow } from './SlideShow.tsx';
import { pickCarouselTexts, listSlides } from './carousel-props.ts';

type SlidesProps = {
  /** Of the module: the ids inside follow from it. */
  id: string;
  /** The accessible name of the slides. */
  label: string;
  slides: readonly { title: string; element: ReactElement }[];
  t: Translate;
};

/** Slides that follow each other. A single slide is rendered without a carousel or script. */
export function Slides({ id, label, slides, t }: SlidesProps): ReactNode {
  if (slides.length <= 1) return slides[0]?.element ?? null;
  return (
    <Island
      name="SlideShow"
      component={SlideShow}
      id={`${id}-island`}
      props={{
        id: `${id}-slides`,
        titles: slides.map(({ title }) => cutText(title)),
        words: {
          ...pickCarouselTexts(label || t('slider.slides'), t),
          pick: t('slider.pick'),
          pause: t('slider.pause'),
          play: t('slider.play'),
        },
      }}
      slots={listSlides(slides)}
    />
  );
}
