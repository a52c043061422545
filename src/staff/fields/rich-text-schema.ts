import { type AttributeSpec, type Mark, type MarkSpec, type NodeSpec, Schema } from '@tiptap/pm/model';
import { isSafeUrl } from '#domain/addresses/safe-url.ts';
import { findCodeLanguage } from '#schema/code-languages.ts';
import { longestSpan } from '#schema/rich-text.ts';

/**
 * The nodes and marks that `schema/rich-text.ts` allows, under the same names, and no others: nothing that it would refuse
 * can be typed or pasted.
 */
const blocks = {
  doc: { content: 'block+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 2 } },
    // The h1 is the page's title.
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(4, Math.max(2, level)) },
    })),
    toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
  },
  bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  orderedList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { language: { default: null } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (element) => {
          const named = /(?:^|\s)language-(\S+)/.exec(element.querySelector('code')?.className ?? '');
          return { language: findCodeLanguage(named?.[1] ?? '') };
        },
      },
    ],
    toDOM: () => ['pre', { spellcheck: 'false', translate: 'no' }, ['code', 0]],
  },
  horizontalRule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
} satisfies Record<string, NodeSpec>;

const span: AttributeSpec = { default: 1, validate: 'number' };
const cell = (tag: 'td' | 'th', tableRole: string): NodeSpec => ({
  content: 'block+',
  isolating: true,
  tableRole,
  // Column widths are not stored; the table package requires the attribute.
  attrs: { colspan: span, rowspan: span, colwidth: { default: null } },
  parseDOM: [
    {
      tag,
      getAttrs: (element) =>
        element instanceof HTMLTableCellElement
          ? {
              colspan: Math.min(element.colSpan, longestSpan.columns),
              rowspan: Math.min(element.rowSpan || 1, longestSpan.rows),
            }
          : null,
    },
  ],
  toDOM: ({ attrs: { colspan, rowspan } }) => [tag, { colspan, rowspan }, 0],
});

const tables = {
  table: {
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    tableRole: 'table',
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  tableRow: {
    content: '(tableCell | tableHeader)*',
    tableRole: 'row',
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  tableHeader: cell('th', 'header_cell'),
  tableCell: cell('td', 'cell'),
} satisfies Record<string, NodeSpec>;

const inline = {
  text: { group: 'inline' },
  hardBreak: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
} satisfies Record<string, NodeSpec>;

const isLight = (weight: string) => /^(normal|lighter|[1-5]\d{2})$/.test(weight);
const isMark = (name: string) => (mark: Mark) => mark.type.name === name;

const marks = {
  link: {
    inclusive: false,
    attrs: { href: {}, target: { default: null } },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href') ?? '';
          return isSafeUrl(href) ? { href } : false;
        },
      },
    ],
    toDOM: ({ attrs: { href } }) => ['a', { href: String(href) }, 0],
  },
  bold: {
    parseDOM: [
      // Google Docs wraps copied content in a `b` element that is not bold.
      { tag: 'b, strong', getAttrs: ({ style }) => !isLight(style.fontWeight) && null },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d{2})$/.test(value) && null },
      { style: 'font-weight', getAttrs: (value) => isLight(value) && null, clearMark: isMark('bold') },
    ],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [
      { tag: 'em, i', getAttrs: ({ style }) => style.fontStyle !== 'normal' && null },
      { style: 'font-style=italic' },
      { style: 'font-style=normal', clearMark: isMark('italic') },
    ],
    toDOM: () => ['em', 0],
  },
  underline: { parseDOM: [{ tag: 'u' }, { style: 'text-decoration-line=underline' }], toDOM: () => ['u', 0] },
  superscript: {
    excludes: 'superscript subscript',
    parseDOM: [{ tag: 'sup' }, { style: 'vertical-align=super' }],
    toDOM: () => ['sup', 0],
  },
  subscript: {
    excludes: 'superscript subscript',
    parseDOM: [{ tag: 'sub' }, { style: 'vertical-align=sub' }],
    toDOM: () => ['sub', 0],
  },
  code: { code: true, excludes: '_', parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>;

export type MarkName = keyof typeof marks;

export const schema = new Schema({ nodes: { ...blocks, ...tables, ...inline }, marks });
