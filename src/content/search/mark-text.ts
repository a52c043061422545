import { foldWithPlaces } from '#domain/text/fold-text.ts';
import { characterBounds } from '#domain/text/graphemes.ts';
import type { MarkedText } from '#domain/search/search.ts';

const wide =
  '\\u1100-\\u11ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
/** What parts words, as `private.search_fold` has it. */
const between =
  '\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u2bff\\u3000-\\u3004\\u3008-\\u303f\\u30fb\\ufe00-\\ufe6f\\uff00-\\uff0f\\uff1a-\\uff20\\uff5b-\\uff65';
/** Words of a folded text, and runs of Chinese, Japanese or Korean characters, which are not divided by spaces. */
const pieces = new RegExp(`([${wide}]+)|[^${wide}${between}]+`, 'gu');

type Range = { from: number; to: number };

/**
 * Marks the words that begin with one of `words`, which are folded; for those of three letters or fewer, only equal
 * words. In text without spaces, each occurrence. The parts together are the text.
 */
export function markText(text: string, words: readonly string[]): MarkedText {
  return parted(text, hitsIn(text, words), { from: 0, to: text.length });
}

/** An excerpt of a text around the first match, or its beginning. */
export function excerpt(text: string, words: readonly string[], length = 180): MarkedText {
  const hits = hitsIn(text, words);
  if (text.length <= length) return parted(text, hits, { from: 0, to: text.length });
  const characters = characterBounds(text);
  const first = hits[0]?.from ?? text.length;
  const from = first > length * 0.7 && first < text.length ? characters.start(startOfWord(text, first - 60)) : 0;
  const isToEnd = from + length >= text.length;
  const cut = text.slice(from, characters.start(from + length));
  const shown = isToEnd ? cut : cut.replace(/\s+[^\s]{0,24}$/u, '');
  return [
    ...(from > 0 ? [{ text: '… ', isHit: false }] : []),
    ...parted(text, hits, { from, to: from + shown.length }),
    ...(isToEnd ? [] : [{ text: ' …', isHit: false }]),
  ];
}

/** Where whole characters of a text match, in order and apart from each other. */
function hitsIn(text: string, words: readonly string[]): readonly Range[] {
  if (words.length === 0) return [];
  const { folded, from, to } = foldWithPlaces(text);
  const found: Range[] = [];
  const add = (start: number, length: number) => {
    const first = from[start];
    const last = to[start + length - 1];
    if (first !== undefined && last !== undefined) found.push({ from: first, to: last });
  };
  for (const { 0: piece, 1: run, index } of folded.matchAll(pieces)) {
    if (run === undefined) {
      if (isFound(piece, words)) add(index, piece.length);
      continue;
    }
    for (const word of words) {
      if (word === '') continue;
      for (let at = run.indexOf(word); at >= 0; at = run.indexOf(word, at + 1)) add(index + at, word.length);
    }
  }
  return found.length === 0 ? [] : merged(found, characterBounds(text));
}

function isFound(piece: string, words: readonly string[]): boolean {
  return words.some((word) => word !== '' && (/^[a-z]{1,3}$/.test(word) ? piece === word : piece.startsWith(word)));
}

function merged(found: readonly Range[], characters: ReturnType<typeof characterBounds>): readonly Range[] {
  const hits: Range[] = [];
  for (const range of found.toSorted((a, b) => a.from - b.from)) {
    const from = characters.start(range.from);
    const to = characters.end(range.to);
    const last = hits.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else hits.push({ from, to });
  }
  return hits;
}

/** A part of a text, with the hits in it marked. */
function parted(text: string, hits: readonly Range[], part: Range): MarkedText {
  const marked: { text: string; isHit: boolean }[] = [];
  const add = (from: number, to: number, isHit: boolean) => {
    if (from < to) marked.push({ text: text.slice(from, to), isHit });
  };
  let at = part.from;
  for (const hit of hits) {
    const from = Math.max(hit.from, at);
    const to = Math.min(hit.to, part.to);
    if (from >= to) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, part.to, false);
  return marked;
}

function startOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space < from + 30 ? space + 1 : from;
}
