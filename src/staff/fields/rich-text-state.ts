import { baseKeymap, chainCommands, exitCode, newlineInCode, setBlockType } from '@tiptap/pm/commands';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from '@tiptap/pm/inputrules';
import { keymap } from '@tiptap/pm/keymap';
import { Node } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, splitListItem } from '@tiptap/pm/schema-list';
import { type Command, EditorState, type Plugin } from '@tiptap/pm/state';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { findCodeLanguage } from '#schema/code-languages.ts';
import { type RichTextNode, emptyRichText, isEmptyRichText, richTextSchema } from '#schema/rich-text.ts';
import { setCodeBlock, setHeading, toggle, toggleList, toggleQuote } from './rich-text-commands.ts';
import { schema } from './rich-text-schema.ts';

const { nodes } = schema;

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView());
  return true;
};

/** Backspace at the start of a heading or of code turns it into text, before it joins the block above. */
const endBlock: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isOther = $from.parent.type === nodes.heading || $from.parent.type === nodes.codeBlock;
  if (!empty || $from.parentOffset > 0 || !isOther) return false;
  return setBlockType(nodes.paragraph)(state, dispatch);
};

const keys: Record<string, Command> = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': toggle('bold'),
  'Mod-i': toggle('italic'),
  'Mod-u': toggle('underline'),
  'Mod-e': toggle('code'),
  'Mod-Shift-7': toggleList('orderedList'),
  'Mod-Shift-8': toggleList('bulletList'),
  'Mod-Shift-b': toggleQuote,
  'Mod-Alt-0': setHeading(0),
  'Mod-Alt-2': setHeading(2),
  'Mod-Alt-3': setHeading(3),
  'Mod-Alt-4': setHeading(4),
  'Mod-Alt-c': setCodeBlock(null),
  'Shift-Enter': chainCommands(exitCode, breakLine),
  'Mod-Enter': chainCommands(exitCode, breakLine),
  Enter: chainCommands(newlineInCode, splitListItem(nodes.listItem)),
  Backspace: endBlock,
  // Where neither applies, Tab leaves the editor.
  Tab: chainCommands(goToNextCell(1), sinkListItem(nodes.listItem)),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.listItem)),
};

const plugins: Plugin[] = [
  // Markdown syntax at the start of a line.
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, marks = '']) => ({ level: marks.length })),
      textblockTypeInputRule(/^```([a-z+]*)\s$/i, nodes.codeBlock, ([, name = '']) => ({
        language: findCodeLanguage(name),
      })),
      wrappingInputRule(/^\s*[-+*]\s$/, nodes.bulletList),
      wrappingInputRule(/^\s*\d+[.)]\s$/, nodes.orderedList),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    ],
  }),
  keymap(keys),
  keymap(baseKeymap),
  history(),
  gapCursor(),
  tableEditing(),
];

/** A stored node as ProseMirror expects it: empty properties are omitted. */
function toNode(node: RichTextNode): object {
  if (node.type === 'text') return { type: 'text', text: node.text, ...(node.marks ? { marks: node.marks } : {}) };
  const attrs =
    'attrs' in node && node.attrs
      ? Object.entries(node.attrs).filter(([, value]) => value !== null && value !== undefined)
      : [];
  return {
    type: node.type,
    ...(attrs.length > 0 ? { attrs: Object.fromEntries(attrs) } : {}),
    ...('content' in node && node.content ? { content: node.content.map(toNode) } : {}),
  };
}

/** The state of the editor for a stored text. */
export function editorState(value: unknown): EditorState {
  const parsed = richTextSchema.safeParse(value);
  const content = parsed.success ? parsed.data.content : [];
  const doc = { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content.map(toNode) };
  return EditorState.create({ doc: Node.fromJSON(schema, doc), plugins });
}

/** The value to store: without the editor's own attributes; a text without content is the empty document. */
export function storedText({ doc }: EditorState): unknown {
  const content: unknown = doc.toJSON();
  const parsed = richTextSchema.safeParse(content);
  if (!parsed.success) return content;
  return isEmptyRichText(parsed.data) ? emptyRichText : parsed.data;
}
