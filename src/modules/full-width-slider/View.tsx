import type { ReactNode } from 'react';
import { videoAddress } from '#domain/media/videos.ts';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { Slides } from '#ui/sliders/Slides.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import { chosenVideo } from '#view-model/chosen-video.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { fullWidthSlider } from './schema.ts';
import './full-width-slider.css';

type FullWidthSliderProps = ViewProps<typeof fullWidthSlider>;

/** Pictures from edge to edge, each with its words below. */
export function View({ id, data, context }: FullWidthSliderProps): ReactNode {
  const slides = data.slides.map((slide) => ({
    title: slide.title,
    element: <Slide slide={slide} heading={data.heading} context={context} />,
  }));
  return (
    <ModuleSection id={id} type="FULL_WIDTH_SLIDER" data={data} className="full-width-slider" context={context}>
      <Slides id={`module-${id}`} label={data.heading.title} slides={slides} t={context.t} />
    </ModuleSection>
  );
}

type SlideProps = {
  slide: FullWidthSliderProps['data']['slides'][number];
  heading: FullWidthSliderProps['data']['heading'];
  context: FullWidthSliderProps['context'];
};

function Slide({ slide, heading, context }: SlideProps): ReactNode {
  const video = chosenVideo(slide);
  return (
    <div className="full-width-slider__slide">
      <Picture className="full-width-slider__picture" image={slide.image} sizes="100vw" />
      <div className="full-width-slider__text container">
        <HeadingAt level={innerLevel(heading)} className="full-width-slider__title" text={slide.title} />
        {slide.body === '' && !slide.link && !video ? null : (
          <div className="full-width-slider__body">
            {slide.body === '' ? null : <p>{preventTermBreaks(slide.body)}</p>}
            {slide.link ? <TextLink link={slide.link} text={slide.linkTitle} context={context} /> : null}
            {video ? (
              <TextLink
                link={{
                  kind: 'external',
                  target: '_blank',
                  href: videoAddress(video),
                  text: context.t('slider.watch'),
                }}
                context={context}
              />
            ) : null}
          </div>
        )}
      </div>
    </div>
  );
}
