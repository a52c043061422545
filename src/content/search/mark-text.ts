import type { MarkedText } from '#domain/search.ts';

const wide =
  '\\u1100-\\u11ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
/** Words, and runs of Chinese, Japanese or Korean characters, which are not divided by spaces. */
const pieces = new RegExp(`([${wide}]+)|((?:(?![${wide}])[\\p{L}\\p{N}])+)`, 'gu');

/** Folds text as the database does in searches (`private.search_fold`). */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{M}+/gu, '')
    .normalize('NFC');
}

/**
 * Marks the words that begin with one of `words`, which are folded; for those of three letters or fewer, only equal
 * words. In text without spaces, each occurrence.
 */
export function markText(text: string, words: readonly string[]): MarkedText {
  const marked: { text: string; isHit: boolean }[] = [];
  const add = (part: string, isHit: boolean) => {
    const last = marked.at(-1);
    if (last?.isHit === isHit) last.text += part;
    else if (part !== '') marked.push({ text: part, isHit });
  };
  let end = 0;
  for (const match of text.matchAll(pieces)) {
    add(text.slice(end, match.index), false);
    const [piece, run] = match;
    if (run === undefined) add(piece, isFound(fold(piece), words));
    else markRun(run, words, add);
    end = match.index + piece.length;
  }
  add(text.slice(end), false);
  return marked;
}

function isFound(piece: string, words: readonly string[]): boolean {
  return words.some((word) => (/^[a-z]{1,3}$/.test(word) ? piece === word : piece.startsWith(word)));
}

function markRun(run: string, words: readonly string[], add: (part: string, isHit: boolean) => void): void {
  const hits = new Set<number>();
  for (const word of words) {
    if (word === '') continue;
    for (let at = run.indexOf(word); at >= 0; at = run.indexOf(word, at + 1)) {
      for (let index = at; index < at + word.length; index += 1) hits.add(index);
    }
  }
  for (let index = 0; index < run.length; index += 1) add(run.charAt(index), hits.has(index));
}

/** An excerpt of a text around the first match, or its beginning. */
export function excerpt(text: string, words: readonly string[], length = 180): MarkedText {
  if (text.length <= length) return markText(text, words);
  const marked = markText(text, words);
  let before = 0;
  for (const part of marked) {
    if (part.isHit) break;
    before += part.text.length;
  }
  const from = before > length * 0.7 && before < text.length ? startOfWord(text, before - 60) : 0;
  const cut = text.slice(from, from + length);
  const end = from + length < text.length ? cut.replace(/\s+[^\s]{0,24}$/u, '') : cut;
  return markText(`${from > 0 ? '… ' : ''}${end}${from + length < text.length ? ' …' : ''}`, words);
}

function startOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space < from + 30 ? space + 1 : from;
}
