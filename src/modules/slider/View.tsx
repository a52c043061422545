import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { videoAddress } from '#domain/media/videos.ts';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { Slides } from '#ui/sliders/Slides.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import { chosenVideo } from '#view-model/chosen-video.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { slider } from './schema.ts';
import './slider.css';

type SliderProps = ViewProps<typeof slider>;

export function View({ id, data, context }: SliderProps): ReactNode {
  const slides = data.slides.map((slide) => ({
    title: slide.title,
    element: <Slide slide={slide} heading={data.heading} context={context} />,
  }));
  return (
    <ModuleSection id={id} type="SLIDER" data={data} className="slider" context={context}>
      <Slides id={`module-${id}`} label={data.heading.title} slides={slides} t={context.t} />
    </ModuleSection>
  );
}

type SlideProps = {
  slide: SliderProps['data']['slides'][number];
  heading: SliderProps['data']['heading'];
  context: SliderProps['context'];
};

function Slide({ slide, heading, context }: SlideProps): ReactNode {
  const video = chosenVideo(slide);
  return (
    <div className="slider__slide">
      <Picture className="slider__picture" image={slide.image} sizes={pictureSizes.wide} />
      <div className="slider__text">
        <HeadingAt level={innerLevel(heading)} className="slider__title" text={slide.title} />
        {slide.body === '' ? null : <p className="slider__body">{preventTermBreaks(slide.body)}</p>}
        {slide.link ? <TextLink link={slide.link} text={slide.linkTitle} context={context} /> : null}
        {video ? (
          <TextLink
            link={{ kind: 'external', target: '_blank', href: videoAddress(video), text: context.t('slider.watch') }}
            context={context}
          />
        ) : null}
      </div>
    </div>
  );
}
