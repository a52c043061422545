import { diffArrays } from 'diff';

/** A run of words: in both texts, in the earlier one only, or in the later one only. */
export type WordRun = { what: 'same' | 'removed' | 'added'; words: readonly string[] };

/** Longer texts are one change: nobody reads their words one by one, and comparing them takes long. */
const mostWords = 6000;

/** The words of a text with what is between them, as the language has words: Japanese has no spaces. */
export function wordsOf(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

/**
 * The words of two texts, in the order in which they are read.
 *
 * @example compareWords(['a', ' ', 'b'], ['a', ' ', 'c']) // same: a, removed: b, added: c
 */
export function compareWords(before: readonly string[], after: readonly string[]): WordRun[] {
  if (before.length + after.length > mostWords)
    return [
      { what: 'removed', words: before },
      { what: 'added', words: after },
    ];
  return diffArrays([...before], [...after]).map(({ value, added, removed }) => ({
    what: added ? 'added' : removed ? 'removed' : 'same',
    words: value,
  }));
}
