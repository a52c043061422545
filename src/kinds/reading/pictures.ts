import { z } from 'zod';
import { mediaHash } from '#domain/media/media-path.ts';
import { localeSchema } from './localized-row.ts';
import { imageVariantPath, mediaUrl } from '../image/resolve.ts';

/** A picture of a record, as far as a picker shows it. */
export const pictured = z.object({ hash: mediaHash, widths: z.array(z.number()) }).nullable();
export type Pictured = z.output<typeof pictured>;

function address(picture: Pictured | undefined, place: 0 | -1): string | null {
  const width = picture?.widths.toSorted((a, b) => a - b).at(place);
  return picture && width !== undefined ? mediaUrl(imageVariantPath(picture.hash, width)) : null;
}

/** The address of the smallest width. */
export function getThumbnail(picture: Pictured | undefined): string | null {
  return address(picture, 0);
}

/** The address of the largest width. */
export function getLargest(picture: Pictured | undefined): string | null {
  return address(picture, -1);
}

/** A text by locale that the editor, which speaks English, shows. */
export function englishTexts<S extends z.ZodRawShape>(shape: S) {
  return z.partialRecord(localeSchema, z.object(shape).partial());
}

/** The short name of a media type: its format in capitals. */
export function contentTypeDisplay(contentType: string): string {
  const format = contentType.slice(contentType.indexOf('/') + 1).replace(/\+.*$/, '');
  return format.slice(format.lastIndexOf('.') + 1).toUpperCase();
}
