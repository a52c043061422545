import type { ReactNode } from 'react';
import { parseVideo, videoAddress } from '#domain/videos.ts';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { SlideShow, type SlideShowProps } from '#ui/sliders/SlideShow.tsx';
import { carouselWords, slotsOf } from '#ui/sliders/carousel-props.ts';
import type { ViewProps } from '../contract.ts';
import type { slider } from './schema.ts';
import './slider.css';

type SliderProps = ViewProps<typeof slider>;

/** One slide is no carousel: it stands by itself, without any script. */
export function isCarousel({ slides }: SliderProps['data']): boolean {
  return slides.length > 1;
}

/** The carousel is rendered here, unless the page puts its island in that place. */
export function View({ island, ...props }: SliderProps & { island?: ReactNode }): ReactNode {
  const { id, data, context } = props;
  const slides = slidesOf(props);
  return (
    <ModuleSection id={id} type="SLIDER" data={data} className="slider" context={context}>
      {isCarousel(data) ? (island ?? <SlideShow {...slideShowProps(props)} {...slotsOf(slides)} />) : slides}
    </ModuleSection>
  );
}

export function slideShowProps({ id, data, context: { t } }: SliderProps): SlideShowProps {
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

export function slidesOf({ data, context }: SliderProps): ReactNode[] {
  return data.slides.map((slide, index) => (
    <Slide key={index} slide={slide} heading={data.heading} context={context} />
  ));
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
