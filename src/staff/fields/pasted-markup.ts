import { DOMParser, type ParseOptions, type Slice } from '@tiptap/pm/model';
import { isNumber } from './is-number.ts';
import { schema } from './rich-text-schema.ts';

/**
 * Formatted text of other programs. What is bold, italic or a list stands in its styles, which the page's policy empties
 * while markup is parsed, one report for each: they are kept under another name, and set by script afterwards.
 */
const kept = 'data-kept-style';
/** For an element whose content is parsed as text, as that of `style` is. */
const keptSheet = 'data-kept-sheet';

/** Renames the attributes and elements of style in markup. A quote without its end is read as any other character. */
export function keepStyles(html: string): string {
  return html
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*/gi, (tag) =>
      tag.replace(/"[^"]*"|'[^']*'|(?<![\w-])style(?=\s*=)/gi, (part) => (/^["']/.test(part) ? part : kept)),
    )
    .replace(/<style(?![\w-])/gi, `<noembed ${keptSheet}`)
    .replace(/<\/style(?![\w-])/gi, '</noembed');
}

/** In characters of markup. About 200 pages by Word; more would hold up the browser for seconds. */
const pasteLimit = 2_000_000;

/** Why what is in a clipboard, or is dropped, cannot be taken; null when it can. */
export function refusePasted(data: DataTransfer | null): string | null {
  const length = Math.max(data?.getData('text/html').length ?? 0, data?.getData('text/plain').length ?? 0);
  if (length <= pasteLimit) return null;
  const [size, limit] = [length, pasteLimit].map((characters) => Math.ceil(characters / 1_000_000));
  return `This is too much to paste at once: ${size} MB, and ${limit} MB at most. Nothing was pasted. Paste it in parts, or as plain text (Ctrl+Shift+V).`;
}

/** What rules of a style element may decide here; the rest of a rule is not looked at. */
const decisive = ['display', 'font-style', 'font-weight', 'text-decoration-line', 'vertical-align'] as const;

/** Sets the styles of a style element, and over them those that were kept. */
function setStyles(root: HTMLElement): void {
  for (const source of root.querySelectorAll(`[${keptSheet}]`)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(source.textContent);
    source.remove();
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      const values = decisive.flatMap((name) => {
        const value = rule.style.getPropertyValue(name);
        return value ? [[name, value] as const] : [];
      });
      if (values.length === 0) continue;
      for (const element of root.querySelectorAll<HTMLElement>(rule.selectorText))
        for (const [name, value] of values) element.style.setProperty(name, value);
    }
  }
  for (const element of root.querySelectorAll<HTMLElement>(`[${kept}]`))
    element.style.cssText += `;${element.getAttribute(kept)}`;
}

/** What nobody sees, what was deleted while changes were tracked, comments of Word with their marks, and browsers' own. */
function removeUnseen(root: HTMLElement): void {
  const unseen = `del[cite], del[datetime], a.msocomanchor, br.Apple-interchange-newline, [${kept}*="mso-element:comment-list"]`;
  for (const element of root.querySelectorAll(unseen)) element.remove();
  for (const element of root.querySelectorAll<HTMLElement>('[style]'))
    if (element.style.display === 'none') element.remove();
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, div';

/** Headings are bold and links underlined by themselves, and the space between paragraphs is the site's. */
function leaveOutLooks(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('a[href], a[href] *')) element.style.textDecoration = '';
  for (const line of root.querySelectorAll('u:has(a[href]), a[href] u'))
    if (line.closest('a') || line.textContent === line.querySelector('a')?.textContent)
      line.replaceWith(...line.childNodes);
  for (const element of root.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6, th')) element.style.fontWeight = '';
  for (const paragraph of root.querySelectorAll('p'))
    if (paragraph.textContent.trim() === '' && !paragraph.matches(':only-child')) paragraph.remove();
  for (const line of root.querySelectorAll('br'))
    if (line.previousElementSibling?.matches(blocks) && !(line.previousSibling instanceof Text)) line.remove();
}

type OpenList = { list: Element; level: number; numbering: string };

/** Takes out what Word writes in place of a list's marker. */
function takeMarker(paragraph: Element): string {
  const isMarker = (element: Element) => /mso-list:\s*ignore/i.test(element.getAttribute(kept) ?? '');
  const marker = [...paragraph.querySelectorAll(`[${kept}*="mso-list"]`)].find(isMarker);
  marker?.remove();
  return marker?.textContent.trim() ?? '';
}

/** Makes lists of the paragraphs of Word that are marked as items, nested as they are there. */
function makeLists(root: HTMLElement): void {
  let open: OpenList[] = [];
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const style = paragraph.getAttribute(kept) ?? '';
    const [, level = '', numbering = ''] = /(?:^|[;\s])mso-list:\s*l\d+\s+level(\d+)\s+(lfo\d+)/i.exec(style) ?? [];
    // A numbered heading stays one, and keeps its number.
    if (level && !paragraph.matches('p')) paragraph.prepend(`${takeMarker(paragraph)} `);
    if (!paragraph.matches('p')) continue;
    if (!open[0] || paragraph.previousElementSibling !== open[0].list) open = [];
    const last = open.at(-1);
    if (level) addItem(open, paragraph, Number(level), numbering);
    // An item's second paragraph.
    else if (last && paragraph.matches('[class^="MsoListParagraph"]')) last.list.lastElementChild?.append(paragraph);
  }
}

function addItem(open: OpenList[], paragraph: Element, level: number, numbering: string): void {
  const name = isNumber(takeMarker(paragraph)) ? 'ol' : 'ul';
  const make = (tag: string) => paragraph.ownerDocument.createElement(tag);
  while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
  const last = open.at(-1);
  const isOther = last && (last.numbering !== numbering || last.list.localName !== name);
  if (isOther && last.level >= level) open.pop();
  let current = open.at(-1);
  if (!current || current.level < level) {
    const list = make(name);
    if (current) current.list.lastElementChild?.append(list);
    else paragraph.before(list);
    current = { list, level, numbering };
    open.push(current);
  }
  // What was copied may begin in the middle of a list, and return to its outer level.
  current.level = level;
  const item = make('li');
  item.append(paragraph);
  current.list.append(item);
}

/** Reads what another program wrote into the clipboard, with `keepStyles` before. Of our own texts nothing is interpreted. */
class ClipboardParser extends DOMParser {
  override parseSlice(root: Node, options?: ParseOptions): Slice {
    if (root instanceof HTMLElement && !root.querySelector('[data-pm-slice]')) {
      setStyles(root);
      removeUnseen(root);
      leaveOutLooks(root);
      makeLists(root);
    }
    return super.parseSlice(root, options);
  }
}

export const clipboardParser = new ClipboardParser(schema, DOMParser.fromSchema(schema).rules);
