import { getEnding } from '#domain/media/new-medium.ts';
import { isFileName } from '#domain/media/media-path.ts';
import { directionSigns } from '#domain/text/text-direction.ts';

const turning = new RegExp(directionSigns, 'g');

/** In characters: longer names are cut before their ending. */
const longestName = 200;

/**
 * The name of a file without folders, control characters and signs that make it read as another name, and not too long to be
 * shown.
 *
 * @param fallback - for a name of which nothing is left
 * @example plainName('..\\folder/sheet.pdf', 'file'); // 'sheet.pdf'
 */
export function plainName(filename: string, fallback: string): string {
  const name = filename
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .replaceAll(turning, '')
    .trim();
  const ending = getEnding(name) || getEnding(fallback);
  const short = name.length <= longestName ? name : `${name.slice(0, 190).toWellFormed()}.${ending}`;
  return isFileName(short) ? short : fallback;
}
