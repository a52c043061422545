import type { ReactNode } from 'react';
import { type Video, parseVideo } from '#domain/media/videos.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Image, ProductMedium } from '#view-model/resolved.ts';
import { Icon } from './icons.tsx';
import { NoPoster } from './NoPoster.tsx';
import { Picture } from './Picture.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';
import './product-gallery.css';

type ProductGalleryProps = {
  /** Unique on the page: the ids of what is shown begin with it. */
  id: string;
  name: string;
  media: readonly ProductMedium[];
  /** It is above the fold. */
  isFirst?: boolean;
  context: ViewContext;
};

type Slide = { video: Video | null; image: Image | null; label: string };

const sizes = '(min-width: 1920px) 748px, (min-width: 1400px) 624px, (min-width: 960px) 48vw, 92vw';

/**
 * Pictures and videos side by side in a strip that snaps; the small ones under it are links to the large ones. No script but for
 * playing a video, and no request to its platform before.
 */
export function ProductGallery({ id, name, media, isFirst = false, context }: ProductGalleryProps): ReactNode {
  const { t } = context;
  const slides = makeSlides(media, context);
  if (slides.length === 0) return null;
  const hasVideo = slides.some(({ video }) => video !== null);
  return (
    <div
      className="product-gallery"
      role="group"
      aria-label={t(hasVideo ? 'product.media' : 'product.gallery', { name })}
    >
      <ul className="product-gallery__strip" tabIndex={slides.length > 1 ? 0 : undefined}>
        {slides.map(({ video, image, label }, index) => (
          <li key={index} id={`${id}-${index + 1}`}>
            {video ? (
              <VideoPlayer
                id={`${id}-video-${index + 1}`}
                video={video}
                title={`${name}, ${label}`}
                poster={image ? <Picture image={{ ...image, alt: '' }} sizes={sizes} /> : <NoPoster />}
                context={context}
              />
            ) : image ? (
              <Picture image={image} sizes={sizes} eager={isFirst && index === 0} />
            ) : null}
          </li>
        ))}
      </ul>
      {slides.length === 1 ? null : (
        <ol className="product-gallery__thumbs">
          {slides.map(({ video, image, label }, index) => (
            <li key={index}>
              <a href={`#${id}-${index + 1}`} aria-label={label}>
                {image ? <Picture image={{ ...image, alt: '' }} sizes="96px" /> : <NoPoster />}
                {video ? <Icon name="play" /> : null}
              </a>
            </li>
          ))}
        </ol>
      )}
      {hasVideo ? <p className="product-gallery__notice">{t('video.notice')}</p> : null}
    </div>
  );
}

/** What can be shown, with its name: pictures and videos are numbered apart. Videos of other platforms are left out. */
function makeSlides(media: readonly ProductMedium[], { t }: ViewContext): Slide[] {
  let pictures = 0;
  let videos = 0;
  return media.flatMap((medium): Slide[] => {
    if (medium.kind === 'image') {
      return [{ video: null, image: medium.image, label: t('product.picture', { number: ++pictures }) }];
    }
    const video = parseVideo(medium.url);
    return video ? [{ video, image: medium.image, label: t('product.video', { number: ++videos }) }] : [];
  });
}
