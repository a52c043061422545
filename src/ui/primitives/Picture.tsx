import type { ReactNode } from 'react';
import { focusClasses } from '#domain/media/focus-point.ts';
import type { Image } from '#view-model/resolved.ts';

type PictureProps = {
  image: Image;
  /** How wide the picture is shown, as the `sizes` attribute says it: without it a phone would load the desktop's file. */
  sizes: string;
  className?: string;
  /** The largest picture of the first screen: fetched at once and before others. */
  eager?: boolean;
};

/**
 * A picture in the widths that exist of it, as AVIF where there is one, else as WebP. The content reader sets the alternative
 * text: empty for a decorative picture, a fallback where none is written.
 */
export function Picture({ image, sizes, className = '', eager = false }: PictureProps): ReactNode {
  const { sources, hasAvif } = image;
  const srcSet = sources.map(({ width, url }) => `${url} ${width}w`).join(', ');
  const img = (
    <img
      className={['picture', className, image.focus ? focusClasses(image.focus) : ''].filter(Boolean).join(' ')}
      src={image.url}
      srcSet={sources.length > 1 ? srcSet : undefined}
      sizes={sources.length > 1 ? sizes : undefined}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
  // React writes a preload link before every eager image that is not inside a picture element; it would come before the
  // module's root.
  if (!eager && !hasAvif) return img;
  return (
    <picture>
      {hasAvif ? <source type="image/avif" srcSet={srcSet.replaceAll('.webp ', '.avif ')} sizes={sizes} /> : null}
      {img}
    </picture>
  );
}
