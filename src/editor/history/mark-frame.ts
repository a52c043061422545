import { compareWords, wordsOf } from './compare-words.ts';

/** Marks on pages in frames: the page itself, its markup and its scripts, stay as they are. */

type Marked = { id: number; what: 'added' | 'removed' | 'moved' | 'changed' };

const style = `
[data-difference] { outline: 4px solid #007a53; outline-offset: -4px; }
[data-difference='removed'] { outline: 4px dashed #c23b22; }
[data-difference='moved'] { outline: 6px double #2b5fb4; outline-offset: -6px; }
[data-difference='changed'] { outline: 4px dotted #b45309; }
::highlight(words-removed) { background-color: #ffd9d3; color: #7a1f0f; text-decoration: line-through; }
::highlight(words-added) { background-color: #c9f2dc; color: #00402b; }
`;

function moduleIn(frame: HTMLIFrameElement, id: number): HTMLElement | null {
  return frame.contentDocument?.querySelector<HTMLElement>(`[data-module-id="${id}"]`) ?? null;
}

/** The window of a frame, with the constructors of its own realm: a page takes nothing that another window has made. */
function windowOf(frame: HTMLIFrameElement): (Window & typeof globalThis) | null {
  // Every window has them; the type of `contentWindow` leaves them out.
  return frame.contentWindow as (Window & typeof globalThis) | null;
}

function adoptMarks(page: Document, view: Window & typeof globalThis): void {
  if (page.adoptedStyleSheets.length > 0) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(style);
  page.adoptedStyleSheets.push(sheet);
}

/** Outlines the modules that differ. */
export function markModules(frame: HTMLIFrameElement, modules: readonly Marked[]): void {
  const page = frame.contentDocument;
  const view = windowOf(frame);
  if (!page || !view) return;
  adoptMarks(page, view);
  for (const element of page.querySelectorAll('[data-difference]')) element.removeAttribute('data-difference');
  for (const { id, what } of modules) moduleIn(frame, id)?.setAttribute('data-difference', what);
}

type Word = { text: string; range: Range };

/** The words of a module that people see, each with its place. */
function wordsIn(module: HTMLElement, language: string): Word[] {
  const page = module.ownerDocument;
  const words: Word[] = [];
  const walker = page.createTreeWalker(module, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('script, style, noscript, template, [hidden]')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let at = 0;
    for (const text of wordsOf(node.nodeValue ?? '', language)) {
      const range = page.createRange();
      range.setStart(node, at);
      at += text.length;
      range.setEnd(node, at);
      if (text.trim() !== '') words.push({ text, range });
    }
  }
  return words;
}

/** Marks the words in which changed modules differ, where the browser can mark without touching the page. */
export function markWords(
  before: HTMLIFrameElement,
  after: HTMLIFrameElement,
  modules: readonly Marked[],
  language: string,
): void {
  const pairs = modules.flatMap(({ id, what }) => {
    const [old, now] = [moduleIn(before, id), moduleIn(after, id)];
    return what === 'changed' && old && now ? [findRanges(old, now, language)] : [];
  });
  highlight(
    before,
    'words-removed',
    pairs.flatMap(({ removed }) => removed),
  );
  highlight(
    after,
    'words-added',
    pairs.flatMap(({ added }) => added),
  );
}

/** Marks all words in which two pages differ. */
export function markPages(before: HTMLIFrameElement, after: HTMLIFrameElement, language: string): void {
  const [old, now] = [before.contentDocument?.body, after.contentDocument?.body];
  if (!old || !now) return;
  for (const frame of [before, after]) {
    const view = windowOf(frame);
    if (view) adoptMarks(view.document, view);
  }
  const { removed, added } = findRanges(old, now, language);
  highlight(before, 'words-removed', removed);
  highlight(after, 'words-added', added);
}

function findRanges(old: HTMLElement, now: HTMLElement, language: string): { removed: Range[]; added: Range[] } {
  const removed: Range[] = [];
  const added: Range[] = [];
  const [oldWords, newWords] = [wordsIn(old, language), wordsIn(now, language)];
  let [o, n] = [0, 0];
  for (const run of compareWords(
    oldWords.map(({ text }) => text),
    newWords.map(({ text }) => text),
  )) {
    const { length } = run.words;
    if (run.what === 'removed') removed.push(...oldWords.slice(o, o + length).map(({ range }) => range));
    if (run.what === 'added') added.push(...newWords.slice(n, n + length).map(({ range }) => range));
    if (run.what !== 'added') o += length;
    if (run.what !== 'removed') n += length;
  }
  return { removed, added };
}

function highlight(frame: HTMLIFrameElement, name: string, ranges: readonly Range[]): void {
  const view = windowOf(frame);
  if (!view || !('highlights' in view.CSS)) return;
  view.CSS.highlights.set(name, new view.Highlight(...ranges));
}

/** Links of a page in a frame lead nowhere: the frame shows this version and no other page. */
export function stayOnPage(frame: HTMLIFrameElement): void {
  const view = windowOf(frame);
  view?.document.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof view.Element && event.target.closest('a[href], form')) event.preventDefault();
    },
    { capture: true },
  );
}

export function scrollToModule(frame: HTMLIFrameElement, id: number): void {
  moduleIn(frame, id)?.scrollIntoView({ block: 'start' });
}

/** The uppermost module that both pages have, and how far the page is scrolled past its top, as a part of its height. */
function placeOf(frame: HTMLIFrameElement, other: HTMLIFrameElement): { id: number; part: number } | null {
  let place: { id: number; part: number } | null = null;
  for (const element of frame.contentDocument?.querySelectorAll<HTMLElement>('[data-module-id]') ?? []) {
    const id = Number(element.dataset['moduleId']);
    const { top, height } = element.getBoundingClientRect();
    if (!moduleIn(other, id)) continue;
    if (top > 1 && place) break;
    place = { id, part: -top / Math.max(1, height) };
  }
  return place;
}

/** Scrolls one page as the other one is scrolled, module by module. Returns a function that stops it. */
export function scrollTogether(first: HTMLIFrameElement, second: HTMLIFrameElement): () => void {
  const stop = new AbortController();
  /** The page that follows: what it scrolls by that leads nothing. */
  let following: HTMLIFrameElement | null = null;
  let release: ReturnType<typeof setTimeout> | undefined;
  const follow = (led: HTMLIFrameElement, by: HTMLIFrameElement) => {
    if (following === by) return;
    const place = placeOf(by, led);
    const element = place && moduleIn(led, place.id);
    if (!place || !element || !led.contentWindow) return;
    following = led;
    clearTimeout(release);
    release = setTimeout(() => (following = null), 150);
    const { top, height } = element.getBoundingClientRect();
    led.contentWindow.scrollBy({ top: top + place.part * height, behavior: 'instant' });
  };
  for (const [led, by] of [
    [first, second],
    [second, first],
  ] as const) {
    by.contentWindow?.addEventListener('scroll', () => follow(led, by), { passive: true, signal: stop.signal });
  }
  return () => {
    stop.abort();
    clearTimeout(release);
  };
}
