import { foldText } from '#domain/text/fold-text.ts';

/**
 * The words of a search as they are compared, of which all are to be found: 20 at most.
 *
 * @example splitSearch(' About  Plzeň ') // ['about', 'plzen']
 */
export function splitSearch(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean).slice(0, 20);
}

/** Whether a text has all words of a search. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}
