import type { ReactNode } from 'react';
import { parseVideo, videoAddress } from '#domain/videos.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import type { ProductVideo } from '#view-model/resolved.ts';
import { Island } from '../islands/Island.tsx';
import { Picture } from '../primitives/Picture.tsx';
import { VideoFrame } from '../primitives/VideoFrame.tsx';

type ProductVideosProps = { name: string; videos: readonly ProductVideo[]; context: ViewContext };

/** The videos about a product. There is no request to the platform before one is played. */
export function ProductVideos({ name, videos, context: { t } }: ProductVideosProps): ReactNode {
  const playable = videos.flatMap(({ url, image }) => {
    const video = parseVideo(url);
    return video ? [{ video, image }] : [];
  });
  return (
    <div>
      <ul className="product__videos">
        {playable.map(({ video, image }, index) => (
          <li key={video.id}>
            <Island
              name="VideoFrame"
              component={VideoFrame}
              id={`video-${index + 1}`}
              props={{
                video: video.id,
                address: videoAddress(video),
                title: playable.length === 1 ? name : `${name} (${index + 1})`,
                words: { play: t('slider.play') },
              }}
              slots={{
                poster: {
                  element: image ? (
                    <Picture
                      image={{ ...image, alt: '' }}
                      sizes="(min-width: 1400px) 405px, (min-width: 768px) 46vw, 92vw"
                    />
                  ) : (
                    <span />
                  ),
                },
              }}
            />
          </li>
        ))}
      </ul>
      <p className="product__notice">{t('video.notice')}</p>
    </div>
  );
}
