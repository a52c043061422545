import type { ReactNode } from 'react';
import { parseVideo, videoAddress } from '#domain/videos.ts';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { Island } from '#ui/islands/Island.tsx';
import { SlideShow, type SlideShowProps } from '#ui/sliders/SlideShow.tsx';
import { carouselWords, slotsOf } from '#ui/sliders/carousel-props.ts';
import type { ViewProps } from '../contract.ts';
import type { slider } from './schema.ts';
import './slider.css';

type SliderProps = ViewProps<typeof slider>;

/** One slide is no carousel: it stands by itself, without any script. */
export function View(props: SliderProps): ReactNode {
  const { id, data, context } = props;
  const slides = data.slides.map((slide, index) => (
    <Slide key={index} slide={slide} heading={data.heading} context={context} />
  ));
  return (
    <ModuleSection id={id} type="SLIDER" data={data} className="slider" context={context}>
      {slides.length > 1 ? (
        <Island
          name="SlideShow"
          component={SlideShow}
          id={`module-${id}-island`}
          props={slideShowProps(props)}
          slots={slotsOf(slides.map((element) => ({ element })))}
        />
      ) : (
        slides
      )}
    </ModuleSection>
  );
}

function slideShowProps({ id, data, context: { t } }: SliderProps): SlideShowProps {
  return {
    id: `module-${id}-slides`,
    titles: data.slides.map((slide) => slide.title),
    words: {
      ...carouselWords(data.heading.title || t('slider.slides'), t),
      pick: t('slider.pick'),
      pause: t('slider.pause'),
      play: t('slider.play'),
    },
  };
}

type SlideProps = {
  slide: SliderProps['data']['slides'][number];
  heading: SliderProps['data']['heading'];
  context: SliderProps['context'];
};

function Slide({ slide, heading, context }: SlideProps): ReactNode {
  const video = parseVideo(slide.videoUrl);
  return (
    <div className="slider__slide">
      <Picture
        className="slider__picture"
        image={slide.image}
        sizes="(min-width: 1400px) 732px, (min-width: 960px) 58vw, 92vw"
      />
      <div className="slider__text">
        <HeadingAt level={innerLevel(heading)} className="slider__title">
          {slide.title}
        </HeadingAt>
        {slide.body === '' ? null : <p className="slider__body">{slide.body}</p>}
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
