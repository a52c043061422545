import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import type { Image } from '#view-model/resolved.ts';
import { Picture } from './Picture.tsx';
import './product-gallery.css';

type ProductGalleryProps = {
  /** Unique on the page: the ids of the pictures begin with it. */
  id: string;
  name: string;
  images: readonly Image[];
  /** It is above the fold. */
  isFirst?: boolean;
  t: Translate;
};

/** Pictures side by side in a strip that snaps; the small ones under it are links to the large ones. No script. */
export function ProductGallery({ id, name, images, isFirst = false, t }: ProductGalleryProps): ReactNode {
  if (images.length === 0) return null;
  return (
    <div className="product-gallery" role="group" aria-label={t('product.gallery', { name })}>
      <ul className="product-gallery__strip" tabIndex={images.length > 1 ? 0 : undefined}>
        {images.map((image, index) => (
          <li key={image.id} id={`${id}-${index + 1}`}>
            <Picture
              image={image}
              sizes="(min-width: 1400px) 624px, (min-width: 960px) 48vw, 92vw"
              eager={isFirst && index === 0}
            />
          </li>
        ))}
      </ul>
      {images.length === 1 ? null : (
        <ol className="product-gallery__thumbs">
          {images.map((image, index) => (
            <li key={image.id}>
              <a href={`#${id}-${index + 1}`} aria-label={t('product.picture', { number: index + 1 })}>
                <Picture image={{ ...image, alt: '' }} sizes="80px" />
              </a>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
