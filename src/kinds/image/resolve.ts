import type { FocusPoint } from '#domain/media/focus-point.ts';
import { encodeMediaPath, isMediaPath } from '#domain/media/media-path.ts';
import { type SiteId, isSiteId } from '#domain/sites.ts';
import type { Image } from '#view-model/resolved.ts';
import type { Head } from '#view-model/frame.ts';
import type { ReadContext } from '../reading/context.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import type { ImageRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** The storage path of one width of an image. It names the content's hash, so its bytes never change. */
export function imageVariantPath(hash: string, width: number, format: 'webp' | 'avif' = 'webp'): string {
  return `${hash}-${width}.${format}`;
}

const openGraphPath = /^(?<image>.+\.webp)-og-(?<site>[a-z]+)(?:-(?<x>\d{1,2}0|0)-(?<y>\d{1,2}0|0))?\.jpg$/;

/** What a picture for sharing is drawn of; its name says it. */
type OpenGraphPicture = { imagePath: string; site: SiteId; focus: FocusPoint | null };

/** The name of the picture that the publisher draws of an image for those who share a page of the site. */
function getOpenGraphPath({ imagePath, site, focus }: OpenGraphPicture): string {
  return `${imagePath}-og-${site}${focus ? `-${focus.join('-')}` : ''}.jpg`;
}

/** What such a picture is drawn of; null for any other file. */
export function readOpenGraphPath(path: string): OpenGraphPicture | null {
  const { image, site, x, y } = openGraphPath.exec(path)?.groups ?? {};
  if (image === undefined || !isSiteId(site)) return null;
  return { imagePath: image, site, focus: x === undefined || y === undefined ? null : [Number(x), Number(y)] };
}

/** The picture by which a page is shared. */
export function resolveOpenGraphImage(row: ImageRow | null, context: ReadContext): Head['openGraph']['image'] {
  const image = resolveImage(row, context);
  if (!row || !image) return null;
  const path = getOpenGraphPath({
    imagePath: imageVariantPath(row.hash, Math.max(...row.widths)),
    site: context.site,
    focus: row.focus ?? null,
  });
  context.trace.media.add(path);
  return { url: mediaHref(path, context), alt: image.alt };
}

/** The address of a stored file. Throws for a path that could lead anywhere else: rows are checked when they are read. */
export function mediaUrl(storagePath: string): string {
  if (!isMediaPath(storagePath)) throw new Error(`${JSON.stringify(storagePath)} is no path of a stored file`);
  return `/media/${encodeMediaPath(storagePath)}`;
}

/** The same as a page of the context leads to it: on the host for uploaded files, where there is one. */
export function mediaHref(storagePath: string, { mediaOrigin = '' }: Pick<ReadContext, 'mediaOrigin'>): string {
  return `${mediaOrigin}${mediaUrl(storagePath)}`;
}

/** An address with its origin, where it does not have one of its own. */
export function absoluteUrl(url: string, origin: string): string {
  return url.startsWith('/') ? `${origin}${url}` : url;
}

/** The common start of the addresses of an image's files: `-<width>.webp` follows. */
export function imageStem(hash: string, context: Pick<ReadContext, 'mediaOrigin'>): string {
  return mediaHref(hash, context);
}

/** The text for images without an alternative text; decorative images have an empty one. */
export const missingAlternativeText = 'No alternate text provided';

export const resolveImage = oncePerRow((row: ImageRow, context): Image | null => {
  // A decorative picture shows no text.
  context.trace.tag(`image/${row.is_decorative ? 'file' : 'card'}:${row.id}`);
  const widths = row.widths.toSorted((a, b) => a - b);
  const paths = widths.map((width) => ({ width, path: imageVariantPath(row.hash, width) }));
  for (const { width, path } of paths) {
    context.trace.media.add(path);
    if (row.has_avif) context.trace.media.add(imageVariantPath(row.hash, width, 'avif'));
  }
  const largest = paths.at(-1);
  if (!largest) return null;
  const sources = paths.map(({ width, path }) => ({ width, url: mediaHref(path, context) }));
  return {
    id: row.id,
    url: mediaHref(largest.path, context),
    sources,
    hasAvif: row.has_avif,
    width: row.width,
    height: row.height,
    ...(row.focus ? { focus: row.focus } : {}),
    alt: row.is_decorative ? '' : localText(row.localized, context.locale, 'alt') || missingAlternativeText,
  };
});
