// From its own file: the package's entry makes every other comparison as well, and an editor would load them all.
import { diffArrays } from 'diff/lib/diff/array.js';

/** A run of words: in both texts, in the earlier one only, or in the later one only. */
export type WordRun = { what: 'same' | 'removed' | 'added'; words: readonly string[] };

/** Longer texts are one change: nobody reads their words one by one, and comparing them takes long. */
const maxWords = 6000;

/** The words of a text with what is between them, as the language has words: Japanese has no spaces. */
export function splitWords(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

const hasWord = (words: readonly string[]) => words.some((word) => /[\p{L}\p{N}]/u.test(word));

/**
 * The words of two texts, in the order in which they are read. Changes with nothing but spaces and marks between them are one: what
 * went is read as a whole, and then what came.
 *
 * @example compareWords(['a', ' ', 'b'], ['a', ' ', 'c']) // same: a, removed: b, added: c
 */
export function compareWords(before: readonly string[], after: readonly string[]): WordRun[] {
  if (before.length + after.length > maxWords)
    return [
      { what: 'removed', words: before },
      { what: 'added', words: after },
    ];
  const parts = diffArrays([...before], [...after]);
  const runs: WordRun[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const close = () => {
    if (gone.length > 0) runs.push({ what: 'removed', words: gone });
    if (come.length > 0) runs.push({ what: 'added', words: come });
    [gone, come] = [[], []];
  };
  for (const [at, { value, added, removed }] of parts.entries()) {
    const isBetween = gone.length + come.length > 0 && at < parts.length - 1 && !hasWord(value);
    if (removed || (!added && isBetween)) gone.push(...value);
    if (added || (!removed && isBetween)) come.push(...value);
    if (removed || added || isBetween) continue;
    close();
    runs.push({ what: 'same', words: value });
  }
  close();
  return runs;
}

/**
 * The words of two pages, block by block: a paragraph that both have is the same, whatever words a changed heading shares with it. The
 * blocks that came in the place of as many others are compared one by one.
 */
export function compareBlocks(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): WordRun[] {
  const runs: WordRun[] = [];
  let [gone, come]: [(readonly string[])[], (readonly string[])[]] = [[], []];
  const close = () => {
    if (gone.length === come.length)
      runs.push(...gone.flatMap((words, index) => compareWords(words, come[index] ?? [])));
    else runs.push(...compareWords(gone.flat(), come.flat()));
    [gone, come] = [[], []];
  };
  const isSame = (one: readonly string[], other: readonly string[]) => one.join(' ') === other.join(' ');
  for (const { value, added, removed } of diffArrays([...before], [...after], { comparator: isSame })) {
    if (removed) gone.push(...value);
    if (added) come.push(...value);
    if (removed || added) continue;
    close();
    runs.push({ what: 'same', words: value.flat() });
  }
  close();
  return runs;
}
