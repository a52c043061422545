import { cutText } from '#domain/text/cut-text.ts';
import { diffArrays } from 'diff/lib/diff/array.js';
import { type Line, extractLines } from './markup-lines.ts';

/** A line of a page that differs, as people read it; empty where the other version has none. */
export type MarkupChange = {
  /** Where it is: in the head, which machines read, around the content, or in it; or a module with another place on the page. */
  place: 'head' | 'header' | 'content' | 'footer' | 'order';
  /** What it is the value of, where the page says so beside it: the column of a table, the term of a list, the field of the head. */
  name?: string;
  before: string;
  after: string;
};

/** Pages that differ in more places than this are another page: the rest is not told. */
const maxChanges = 40;
/** As much of a line as is told. */
const longest = 300;
/** As much of a module that came or went: enough to know which it is. */
const longestModule = 140;
/** Edits beyond which two pages are taken for different as a whole. */
const maxEdits = 400;

/**
 * The lines in which two versions of a page differ, as `linesOf` reads them. They are compared with those of the same module, wherever
 * that is; one that came or went is told as a whole.
 */
export function compareMarkup(before: string, after: string): MarkupChange[] {
  const [old, now] = [splitParts(before), splitParts(after)];
  const changes = diffArrays([...old.keys()], [...now.keys()]).flatMap(({ value, removed, added }) =>
    value.flatMap((part): MarkupChange[] => {
      const [was, is] = [old.get(part) ?? [], now.get(part) ?? []];
      if (!removed && !added) return compareLines(was, is);
      if (removed && is.length > 0) return [];
      if (removed || was.length === 0) return isModule(part) ? [whole(was, is)] : compareLines(was, is);
      const title = summarize(is.slice(0, 1));
      return [{ place: 'order', before: title, after: title }, ...compareLines(was, is)];
    }),
  );
  return changes.filter(isFirstOfItsKind).slice(0, maxChanges);
}

/** The lines of a page by its parts, in their order: what is around the content, and each module. */
function splitParts(html: string): Map<string, Line[]> {
  return Map.groupBy(extractLines(html), ({ place, module }) => `${place} ${module}`);
}

function isModule(part: string): boolean {
  return /\d$/.test(part);
}

function whole(was: readonly Line[], is: readonly Line[]): MarkupChange {
  return { place: 'content', before: summarize(was), after: summarize(is) };
}

/** What is read of lines, without the pictures, unless there is nothing else. */
function summarize(lines: readonly Line[]): string {
  const texts = lines.filter(({ file }) => file === null);
  return cut([...new Set((texts.length > 0 ? texts : lines).map(({ text }) => text))].join(' · '), longestModule);
}

function compareLines(old: readonly Line[], now: readonly Line[]): MarkupChange[] {
  let start = 0;
  while (start < old.length && start < now.length && isSame(old[start], now[start])) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && isSame(old.at(-1 - end), now.at(-1 - end))) end += 1;
  const [was, is] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const runs = diffArrays(was, is, { comparator: isSame, maxEditLength: maxEdits });
  return (runs === undefined ? [pair(was, is)] : pairUp(runs)).flat();
}

function isSame(one: Line | undefined, other: Line | undefined): boolean {
  return one?.text === other?.text && one?.leads === other?.leads && one?.place === other?.place;
}

/** A page says the same to search engines and to those that share it, each in its own words for it: people read it once. */
function isFirstOfItsKind(change: MarkupChange, index: number, all: readonly MarkupChange[]): boolean {
  if (change.place !== 'head') return true;
  const isSaid = ({ place, before, after }: MarkupChange) =>
    place === 'head' && before === change.before && after === change.after;
  return all.findIndex(isSaid) === index;
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
    ...getLineName(added[index] ?? removed[index]),
    before: getLineWords(removed[index], added[index], 'before'),
    after: getLineWords(added[index], removed[index], 'after'),
  }));
}

function getLineName(line: Line | undefined): Pick<MarkupChange, 'name'> {
  return line === undefined || line.name === '' ? {} : { name: cut(line.name, longestModule) };
}

function getLineWords(line: Line | undefined, other: Line | undefined, side: 'before' | 'after'): string {
  if (!line) return '';
  if (line.text !== other?.text) return cut(line.text);
  if (line.file === null) return cut(`${line.text} (${line.leads})`);
  return side === 'before' ? cut(line.text) : `${cut(line.text)} (another ${line.file})`;
}

function cut(text: string, most = longest): string {
  return cutText(text, most);
}
