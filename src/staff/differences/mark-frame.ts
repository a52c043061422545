import { compareBlocks, splitWords } from './compare-words.ts';

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
function getWindow(frame: HTMLIFrameElement): (Window & typeof globalThis) | null {
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
  const view = getWindow(frame);
  if (!page || !view) return;
  adoptMarks(page, view);
  for (const element of page.querySelectorAll('[data-difference]')) element.removeAttribute('data-difference');
  for (const { id, what } of modules) moduleIn(frame, id)?.setAttribute('data-difference', what);
}

type Word = { text: string; range: Range };

/** What a text stands in as a whole: a paragraph, a heading, a cell. */
function findBlock(text: Node): Element | null {
  let element = text.parentElement;
  const view = element?.ownerDocument.defaultView;
  while (element && view?.getComputedStyle(element).display.startsWith('inline')) element = element.parentElement;
  return element;
}

/** The words of a module that people see, each with its place, by the blocks in which they stand. */
function wordsIn(module: HTMLElement, language: string): Word[][] {
  const page = module.ownerDocument;
  const blocks: Word[][] = [];
  let block: Element | null = null;
  const walker = page.createTreeWalker(module, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('script, style, noscript, template, [hidden]')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let at = 0;
    const own = findBlock(node);
    if (own !== block || blocks.length === 0) blocks.push([]);
    block = own;
    for (const text of splitWords(node.nodeValue ?? '', language)) {
      const range = page.createRange();
      range.setStart(node, at);
      at += text.length;
      range.setEnd(node, at);
      if (text.trim() !== '') blocks.at(-1)?.push({ text, range });
    }
  }
  return blocks.filter((words) => words.length > 0);
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
    const view = getWindow(frame);
    if (view) adoptMarks(view.document, view);
  }
  const { removed, added } = findRanges(old, now, language);
  highlight(before, 'words-removed', removed);
  highlight(after, 'words-added', added);
}

function findRanges(old: HTMLElement, now: HTMLElement, language: string): { removed: Range[]; added: Range[] } {
  const removed: Range[] = [];
  const added: Range[] = [];
  const [oldBlocks, newBlocks] = [wordsIn(old, language), wordsIn(now, language)];
  const [oldWords, newWords] = [oldBlocks.flat(), newBlocks.flat()];
  const listTexts = (blocks: readonly Word[][]) => blocks.map((words) => words.map(({ text }) => text));
  let [o, n] = [0, 0];
  for (const run of compareBlocks(listTexts(oldBlocks), listTexts(newBlocks))) {
    const { length } = run.words;
    if (run.what === 'removed') removed.push(...joined(oldWords.slice(o, o + length)));
    if (run.what === 'added') added.push(...joined(newWords.slice(n, n + length)));
    if (run.what !== 'added') o += length;
    if (run.what !== 'removed') n += length;
  }
  return { removed, added };
}

/** Words that follow each other in a text as one range, with what is between them. */
function joined(words: readonly Word[]): Range[] {
  const ranges: Range[] = [];
  for (const { range } of words) {
    const last = ranges.at(-1);
    if (last?.endContainer === range.startContainer) last.setEnd(range.endContainer, range.endOffset);
    else ranges.push(range.cloneRange());
  }
  return ranges;
}

function highlight(frame: HTMLIFrameElement, name: string, ranges: readonly Range[]): void {
  const view = getWindow(frame);
  if (!view || !('highlights' in view.CSS)) return;
  view.CSS.highlights.set(name, new view.Highlight(...ranges));
}

const controls = 'a[href], button, input, select, textarea, summary, iframe, audio, video, [contenteditable]';
const focusable = `${controls}, [tabindex]`;

/** Whether it is a stop so that a wide table or a row of pictures can be scrolled with the arrow keys. */
function isScrolled(element: HTMLElement): boolean {
  return !element.matches(controls) && element.scrollWidth > element.clientWidth;
}

/**
 * Links of a page in a frame lead nowhere: the frame shows this version and no other page. With the keyboard it is one stop, besides
 * what is wider than its room, where the arrow keys scroll it: a hundred links that do nothing would stand between the versions and what differs.
 */
export function stayOnPage(frame: HTMLIFrameElement): void {
  const view = getWindow(frame);
  if (!view) return;
  const { document } = view;
  const passOver = () => {
    for (const element of document.querySelectorAll<HTMLElement>(focusable))
      if (element.tabIndex !== -1 && !isScrolled(element)) element.tabIndex = -1;
  };
  passOver();
  // What becomes interactive later, such as a slider.
  new view.MutationObserver(passOver).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['tabindex', 'href'],
  });
  document.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof view.Element && event.target.closest('a[href], form')) event.preventDefault();
    },
    { capture: true },
  );
}

/** Frames that were put where they are: what they scroll by that leads nothing. */
const placed = new WeakSet<HTMLIFrameElement>();
/** In which what was scrolled has said so. */
const settleMilliseconds = 150;

/** Scrolls pages to a module: each to where it has it. One that does not have it follows the other. */
export function scrollToModule(frames: readonly HTMLIFrameElement[], id: number): void {
  const found = frames.flatMap((frame) => {
    const module = moduleIn(frame, id);
    return module ? [{ frame, module }] : [];
  });
  for (const { frame, module } of found) {
    if (found.length > 1) {
      placed.add(frame);
      setTimeout(() => placed.delete(frame), settleMilliseconds);
    }
    module.scrollIntoView({ block: 'start', behavior: 'instant' });
  }
}

/** The uppermost module that both pages have, and how far the page is scrolled past its top, as a part of its height. */
function findPlace(frame: HTMLIFrameElement, other: HTMLIFrameElement): { id: number; part: number } | null {
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

/** Scrolls a page as far down as another one is, as a part of what there is to scroll. */
function scrollAsFar(led: HTMLIFrameElement, by: HTMLIFrameElement): void {
  const [to, from] = [led, by].map((frame) => frame.contentDocument?.scrollingElement);
  if (!to || !from) return;
  const part = from.scrollTop / Math.max(1, from.scrollHeight - from.clientHeight);
  to.scrollTo({ top: part * (to.scrollHeight - to.clientHeight), behavior: 'instant' });
}

/** Scrolls one page as the other one is scrolled, module by module, or as a whole where they have none in common. Returns a function that stops it. */
export function scrollTogether(first: HTMLIFrameElement, second: HTMLIFrameElement): () => void {
  const stop = new AbortController();
  /** The page that follows: what it scrolls by that leads nothing. */
  let following: HTMLIFrameElement | null = null;
  let release: ReturnType<typeof setTimeout> | undefined;
  const follow = (led: HTMLIFrameElement, by: HTMLIFrameElement) => {
    if (following === by || placed.has(by)) return;
    const place = findPlace(by, led);
    const element = place && moduleIn(led, place.id);
    if (!led.contentWindow) return;
    following = led;
    clearTimeout(release);
    release = setTimeout(() => (following = null), settleMilliseconds);
    if (!place || !element) return scrollAsFar(led, by);
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
