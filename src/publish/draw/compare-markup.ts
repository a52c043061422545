import { diffArrays } from 'diff';

/** A line of a page that differs, as people read it; empty where the other version has none. */
export type MarkupChange = {
  /** Where it is: in the head, which machines read, around the content, or in it. */
  place: 'head' | 'header' | 'content' | 'footer';
  before: string;
  after: string;
};

/** Pages that differ in more places than this are another page: the rest is not told. */
const mostChanges = 40;
/** As much of a line as is told. */
const longest = 300;
/** Edits beyond which two pages are taken for different as a whole. */
const mostEdits = 400;

/**
 * The lines in which two versions of a page differ. A line is what stands between two tags that begin or end a block; of what is
 * not text, such as a picture or a description for search engines, the values that people know it by.
 */
export function compareMarkup(before: string, after: string): MarkupChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && isSame(old[start], now[start])) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && isSame(old.at(-1 - end), now.at(-1 - end))) end += 1;
  const [was, is] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const runs = diffArrays(was, is, { comparator: isSame, maxEditLength: mostEdits });
  const changes = runs === undefined ? [pair(was, is)] : pairUp(runs);
  return changes.flat().filter(isTold).slice(0, mostChanges);
}

/** A page says the same to search engines and to those that share it, each in its own words for it: people read it once. */
function isTold(change: MarkupChange, index: number, all: readonly MarkupChange[]): boolean {
  if (change.place !== 'head') return true;
  const isSaid = ({ place, before, after }: MarkupChange) =>
    place === 'head' && before === change.before && after === change.after;
  return all.findIndex(isSaid) === index;
}

/** `leads` is where its links lead: told only where the words are the same. */
type Line = Pick<MarkupChange, 'place'> & { text: string; leads: string };

function isSame(one: Line | undefined, other: Line | undefined): boolean {
  return one?.text === other?.text && one?.leads === other?.leads && one?.place === other?.place;
}

/** Tags inside of a line. */
const inline =
  /^<\/?(?:a|abbr|b|br|cite|code|data|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var|wbr)\b/i;
/** Attributes whose values people see or hear, or that lead them somewhere. */
const told = /\s(?:alt|content|href|src|title|aria-label|placeholder|value)="([^"]*)"/g;
const tokens = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>|[^<]+/gi;

function linesOf(html: string): Line[] {
  const lines: Line[] = [];
  let place: Line['place'] = 'head';
  let text = '';
  let leads: string[] = [];
  const close = () => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (words !== '' || leads.length > 0) lines.push({ place, text: words, leads: leads.join(' ') });
    text = '';
    leads = [];
  };
  for (const [token] of html.matchAll(tokens)) {
    if (!token.startsWith('<')) {
      text += decode(token);
      continue;
    }
    if (/^<(?:!--|script|style)/i.test(token)) continue;
    const values = [...token.matchAll(told)].map(([, value = '']) => decode(value)).filter((value) => value !== '');
    if (inline.test(token)) {
      leads.push(...values);
      continue;
    }
    close();
    place = placeAfter(token, place);
    if (values.length > 0) lines.push({ place, text: values.join(' · '), leads: '' });
  }
  close();
  return lines;
}

function placeAfter(token: string, place: Line['place']): Line['place'] {
  if (/^<main\b/i.test(token)) return 'content';
  if (/^<(?:body|header)\b/i.test(token) && place === 'head') return 'header';
  return /^<\/main\b/i.test(token) ? 'footer' : place;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');
}

type Run = { value: Line[]; added?: boolean; removed?: boolean };

/** What went and what came in its place are one change. */
function pairUp(runs: readonly Run[]): MarkupChange[][] {
  const changes: MarkupChange[][] = [];
  let removed: Line[] = [];
  let added: Line[] = [];
  const close = () => {
    if (removed.length + added.length > 0) changes.push(pair(removed, added));
    removed = [];
    added = [];
  };
  for (const run of runs) {
    if (run.removed) removed.push(...run.value);
    else if (run.added) added.push(...run.value);
    else close();
  }
  close();
  return changes;
}

function pair(removed: readonly Line[], added: readonly Line[]): MarkupChange[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    place: (added[index] ?? removed[index])?.place ?? 'content',
    before: wordsOf(removed[index], added[index]),
    after: wordsOf(added[index], removed[index]),
  }));
}

function wordsOf(line: Line | undefined, other: Line | undefined): string {
  if (!line) return '';
  const text = line.text === other?.text ? `${line.text} (${line.leads})` : line.text;
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
