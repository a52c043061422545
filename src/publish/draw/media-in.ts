import { isMediaPath } from '#domain/media/media-path.ts';
import { trimEnd } from '#domain/text/trim-end.ts';

/**
 * The media that a published file names, as paths in their bucket.
 *
 * @example mediaIn('<img src="/media/4f2c-640.webp">') // ['4f2c-640.webp']
 */
export function mediaIn(text: string): string[] {
  const found = text
    .replaceAll(/&#(?:39|x27);/g, "'")
    .matchAll(/\/media\/([^\s"<>,\\?#&]+)/g)
    // Names may have parentheses and apostrophes, which URLs keep; behind a path without them they end what it is written in.
    .map(([, path = '']) => decode(path.includes('(') ? path : trimEnd(path, `'")`)));
  return [...new Set(found)].filter(isMediaPath);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
