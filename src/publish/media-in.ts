import { isMediaPath } from '#domain/media-path.ts';

/**
 * The media that a published file names, as paths in their bucket.
 *
 * @example mediaIn('<img src="/media/4f2c-640.webp">') // ['4f2c-640.webp']
 */
export function mediaIn(text: string): string[] {
  const found = text.matchAll(/\/media\/([^\s"'<>(),\\?#&]+)/g).map(([, path = '']) => decode(path));
  return [...new Set(found)].filter(isMediaPath);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
