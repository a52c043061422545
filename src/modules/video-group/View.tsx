import type { ReactNode } from 'react';
import { Island } from '#ui/islands/Island.tsx';
import { VideoPlayer } from '#ui/primitives/VideoPlayer.tsx';
import { LinkButton } from '#ui/primitives/Links.tsx';
import { HeadingAt, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { NoPoster } from '#ui/primitives/NoPoster.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { TextToggler } from '#ui/primitives/TextToggler.tsx';
import { chosenVideo } from '#view-model/chosen-video.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import { countCharacters } from '#schema/fields.ts';
import type { videoGroup } from './schema.ts';
import './video-group.css';

/** The `sizes` attribute of a video, by the number of videos. */
const sizes = [
  '(min-width: 1920px) 1011px, (min-width: 1400px) 842px, (min-width: 960px) 62vw, 92vw',
  '(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 768px) 46vw, 92vw',
  '(min-width: 1920px) 485px, (min-width: 1400px) 405px, (min-width: 960px) 30vw, 92vw',
] as const;
/** Shorter texts fit into the height of the text toggler in every column. */
const longText = 120;

type VideoGroupProps = ViewProps<typeof videoGroup>;

/** One to three videos. There is no request to the platform before one is played. */
export function View({ id, data, context }: VideoGroupProps): ReactNode {
  const level = innerLevel(data.heading);
  const hasVideo = data.videos.some((video) => chosenVideo(video) !== null);
  return (
    <ModuleSection id={id} type="VIDEO_GROUP" data={data} className="video-group" context={context}>
      <ul className={`video-group__videos video-group__videos--${data.videos.length}`}>
        {data.videos.map((video, index) => (
          <li key={index} className="video-group__video">
            <GroupVideo
              id={`module-${id}-video-${index}`}
              video={video}
              sizes={sizes[data.videos.length - 1] ?? sizes[2]}
              context={context}
            />
            <div className="video-group__text">
              <HeadingAt level={level} className="video-group__title" text={video.title} />
              <Body id={`module-${id}-text-${index}`} text={video.body} context={context} />
              {video.link ? (
                <LinkButton variant="secondary" link={video.link} text={video.linkTitle} context={context} />
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {hasVideo ? <p className="video-group__notice">{context.t('video.notice')}</p> : null}
    </ModuleSection>
  );
}

type GroupVideoProps = {
  id: string;
  video: VideoGroupProps['data']['videos'][number];
  sizes: string;
  context: VideoGroupProps['context'];
};

function GroupVideo({ id, video: item, sizes: widths, context }: GroupVideoProps): ReactNode {
  const video = chosenVideo(item);
  const image = item.image ?? item.video?.image ?? null;
  // The video's link describes the picture; an alternative text would repeat it.
  const poster = image ? <Picture image={{ ...image, alt: video ? '' : image.alt }} sizes={widths} /> : <NoPoster />;
  if (!video) return <div className="video-frame">{poster}</div>;
  return <VideoPlayer id={id} video={video} title={item.title} poster={poster} context={context} />;
}

function Body({ id, text, context }: { id: string; text: string; context: VideoGroupProps['context'] }): ReactNode {
  if (text === '') return null;
  const body = <p className="video-group__body">{text}</p>;
  if (countCharacters(text) <= longText) return body;
  return (
    <Island
      name="TextToggler"
      component={TextToggler}
      id={`${id}-island`}
      props={{ id, words: { more: context.t('text.more'), less: context.t('text.less') } }}
      slots={{ text: { element: body } }}
    />
  );
}
