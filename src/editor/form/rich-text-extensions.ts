import { Extension, type Extensions, Mark, Node, mergeAttributes } from '@tiptap/core';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import StarterKit from '@tiptap/starter-kit';
import { isSafeUrl } from '#domain/safe-url.ts';

/**
 * The nodes and marks that `modules/rich-text.ts` allows, and no others: what the schema would refuse cannot be typed or
 * pasted. Tables are Tiptap nodes over ProseMirror's own table package.
 */
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
};

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name) ?? 1) || 1),
});
const cellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  colwidth: { default: null, rendered: false },
});

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes(HTMLAttributes), 0],
});

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
});

const TableBehaviour = Extension.create({
  name: 'tableBehaviour',
  extendNodeSchema: (extension) => {
    const role = roles[extension.name];
    return role === undefined ? {} : { tableRole: role };
  },
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => goToNextCell(1)(editor.state, editor.view.dispatch),
    'Shift-Tab': ({ editor }) => goToNextCell(-1)(editor.state, editor.view.dispatch),
  }),
  addProseMirrorPlugins: () => [tableEditing()],
});

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

/** Tiptap's own link finds addresses in text as well, which takes more code than all other marks together. */
const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  exitable: true,
  addAttributes: () => ({ href: { default: null }, target: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (isSafeUrl(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes), 0],
  addCommands: () => ({
    setLink:
      (attributes) =>
      ({ chain }) =>
        isSafeUrl(attributes.href) && chain().setMark('link', attributes).run(),
    unsetLink:
      () =>
      ({ chain }) =>
        chain().unsetMark('link', { extendEmptyMarkRange: true }).run(),
  }),
});

export const extensions: Extensions = [
  StarterKit.configure({
    codeBlock: false,
    strike: false,
    // It would add a paragraph to every text that ends in a table.
    trailingNode: false,
    heading: { levels: [2, 3, 4] },
    link: false,
  }),
  Link,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  TableBehaviour,
  Superscript,
  Subscript,
];
