import { lift, setBlockType, toggleMark, wrapIn } from '@tiptap/pm/commands';
import type { Attrs, Node, NodeType } from '@tiptap/pm/model';
import { liftListItem, wrapInList } from '@tiptap/pm/schema-list';
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state';
import { isSafeUrl } from '#domain/addresses/safe-url.ts';
import type { CodeLanguage } from '#schema/code-languages.ts';
import { type MarkName, schema } from './rich-text-schema.ts';

const { nodes, marks } = schema;
const lists: readonly NodeType[] = [nodes.bulletList, nodes.orderedList];

/** The innermost node around the cursor that is of one of the types. */
function nodeAround(state: EditorState, types: readonly NodeType[]): { node: Node; before: number } | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (types.includes(node.type)) return { node, before: $from.before(depth) };
  }
  return null;
}

type BlockName = 'bulletList' | 'orderedList' | 'blockquote' | 'table';

/** Whether the selection, or text typed at the cursor, has a mark. */
export function hasMark(state: EditorState, name: MarkName): boolean {
  const { from, $from, to, empty } = state.selection;
  const type = marks[name];
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

/** Whether the cursor is in a block of a type; of nested lists the innermost counts. */
export function isIn(state: EditorState, name: BlockName): boolean {
  const type = nodes[name];
  return nodeAround(state, lists.includes(type) ? lists : [type])?.node.type === type;
}

/** The level of the heading at the cursor; 0 for text. */
export function headingLevel(state: EditorState): number {
  const { parent } = state.selection.$from;
  return parent.type === nodes.heading ? Number(parent.attrs['level']) : 0;
}

export const setHeading = (level: number): Command =>
  level === 0 ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level });

/** Makes a code block of the paragraphs at the selection, or changes the language of the one that is there. */
export const setCodeBlock = (language: CodeLanguage | null): Command => setBlockType(nodes.codeBlock, { language });

/** The language of the code block at the cursor: null without one, undefined outside of code blocks. */
export function codeLanguageAt(state: EditorState): string | null | undefined {
  const { parent } = state.selection.$from;
  if (parent.type !== nodes.codeBlock) return undefined;
  const language: unknown = parent.attrs['language'];
  return typeof language === 'string' ? language : null;
}

export const toggle = (name: MarkName): Command => toggleMark(marks[name]);

export const toggleQuote: Command = (state, dispatch) =>
  (isIn(state, 'blockquote') ? lift : wrapIn(nodes.blockquote))(state, dispatch);

/** Makes a list, changes its type, or removes it. */
export const toggleList =
  (name: 'bulletList' | 'orderedList'): Command =>
  (state, dispatch) => {
    const list = nodeAround(state, lists);
    if (list?.node.type === nodes[name]) return liftListItem(nodes.listItem)(state, dispatch);
    if (!list) return wrapInList(nodes[name])(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.before, nodes[name]));
    return true;
  };

/** Replaces the selection by a block, with the cursor in its first cell, or in a paragraph after it. */
const insertBlock =
  (make: () => Node): Command =>
  (state, dispatch) => {
    if (!dispatch) return true;
    const block = make();
    const tr = state.tr.replaceSelectionWith(block, false);
    let at = -1;
    const start = Math.max(0, tr.mapping.map(state.selection.from, -1) - 1);
    tr.doc.nodesBetween(start, tr.doc.content.size, (node, pos) => {
      if (at === -1 && node.type === block.type && pos >= start) at = pos;
      return at === -1;
    });
    const made = at === -1 ? null : tr.doc.nodeAt(at);
    if (made) {
      const end = at + made.nodeSize;
      const isLast = tr.doc.resolve(end).nodeAfter === null;
      if (made.isLeaf && isLast) tr.insert(end, nodes.paragraph.create());
      tr.setSelection(TextSelection.near(tr.doc.resolve(made.isLeaf ? end : at + 1)));
    }
    dispatch(tr.scrollIntoView());
    return true;
  };

const row = (type: NodeType) =>
  nodes.tableRow.create(
    null,
    [0, 1, 2].map(() => type.create(null, nodes.paragraph.create())),
  );

export const insertRule = insertBlock(() => nodes.horizontalRule.create());
export const insertTable = insertBlock(() =>
  nodes.table.create(null, [row(nodes.tableHeader), row(nodes.tableCell), row(nodes.tableCell)]),
);

/** The whole link at the cursor or the start of the selection. */
function linkAround(state: EditorState): { from: number; to: number; attrs: Attrs } | null {
  const { $from } = state.selection;
  const link = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? []);
  if (!link) return null;
  const { parent } = $from;
  const isLinked = (index: number) => link.isInSet(parent.maybeChild(index)?.marks ?? []);
  let first = $from.index();
  if (!isLinked(first)) first -= 1;
  let last = first;
  while (first > 0 && isLinked(first - 1)) first -= 1;
  while (isLinked(last + 1)) last += 1;
  let from = $from.start();
  for (let index = 0; index < first; index += 1) from += parent.child(index).nodeSize;
  let to = from;
  for (let index = first; index <= last; index += 1) to += parent.child(index).nodeSize;
  return { from, to, attrs: link.attrs };
}

/** The address of the link at the cursor; empty without one. */
export function linkAddress(state: EditorState): string {
  return String(linkAround(state)?.attrs['href'] ?? '');
}

/** The range that a link command changes: all of the link at the selection, or the selection. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { from, to, empty } = state.selection;
  const link = linkAround(state);
  return link && (empty || to <= link.to) ? link : { from, to };
}

/** Links the selection. Without a selection and a link, the address itself is inserted as text. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    if (!isSafeUrl(href)) return false;
    const { from, to } = linkRange(state);
    const { tr } = state;
    if (from === to) tr.insertText(href, from);
    tr.addMark(from, from === to ? from + href.length : to, marks.link.create({ href }));
    dispatch?.(tr.removeStoredMark(marks.link));
    return true;
  };

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRange(state);
  dispatch?.(state.tr.removeMark(from, to, marks.link).removeStoredMark(marks.link));
  return true;
};

/** Writes a text at the cursor, with the marks that are there. */
export const insertText =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text).scrollIntoView());
    return true;
  };
