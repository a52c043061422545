import type { ReactElement, ReactNode } from 'react';
import { type Video, videoAddress } from '#domain/media/videos.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { Island } from '../islands/Island.tsx';
import { VideoFrame } from './VideoFrame.tsx';

type VideoPlayerProps = { id: string; video: Video; title: string; poster: ReactElement; context: ViewContext };

/** A video that plays in place; without a script its link leads to the video's platform. */
export function VideoPlayer({ id, video, title, poster, context }: VideoPlayerProps): ReactNode {
  return (
    <Island
      name="VideoFrame"
      component={VideoFrame}
      id={id}
      props={{ video: video.id, address: videoAddress(video), title, words: { play: context.t('slider.play') } }}
      slots={{ poster: { element: poster } }}
    />
  );
}
