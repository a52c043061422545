import { splitCharacters } from './graphemes.ts';

/** Long text cut to `max` characters (grapheme clusters), the ellipsis not included. */
export function cutText(text: string, max = 75): string {
  if (text.length <= max) return text;
  const characters = splitCharacters(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('').trimEnd()}…`;
}
