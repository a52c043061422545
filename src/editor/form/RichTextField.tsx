import type { Editor, JSONContent } from '@tiptap/core';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from '@tiptap/pm/tables';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isSafeUrl, safeUrlMessage } from '#domain/safe-url.ts';
import { type RichTextNode, emptyRichText, isEmptyRichText, richTextSchema } from '#modules/rich-text.ts';
import { EnglishBeside } from './english.tsx';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from './form-fields.ts';
import { extensions } from './rich-text-extensions.ts';
import { useField } from './use-field.ts';

type Props = { field: FieldOf<'rich-text'>; path: string };

/** Formatted text, stored as a document and not as HTML. */
export default function RichTextField({ field, path }: Props): ReactNode {
  const { value, onChange } = useField(path);
  const beside = (labelId: string) => <EnglishBeside path={path} labelId={labelId} value={value} onCopy={onChange} />;
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} beside={beside} isGroup>
      {(ids) => (
        <RichTextEditor
          path={path}
          labelId={ids.labelId}
          describedBy={ids['aria-describedby']}
          isInvalid={ids['aria-invalid'] === true}
        />
      )}
    </FieldShell>
  );
}

/** The document without what only the editor knows of, and without an empty paragraph for nothing. */
function clean(content: JSONContent): unknown {
  const parsed = richTextSchema.safeParse(content);
  if (!parsed.success) return content;
  return isEmptyRichText(parsed.data) ? emptyRichText : parsed.data;
}

function contentOf(value: unknown): JSONContent {
  const parsed = richTextSchema.safeParse(value);
  const content = parsed.success ? parsed.data.content : [];
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content.map(nodeOf) };
}

/** A stored node as Tiptap takes it, which does not know properties that are there and undefined. */
function nodeOf(node: RichTextNode): JSONContent {
  if (node.type === 'text') return { type: 'text', text: node.text, ...(node.marks ? { marks: node.marks } : {}) };
  return {
    type: node.type,
    ...('attrs' in node && node.attrs ? { attrs: node.attrs } : {}),
    ...('content' in node && node.content ? { content: node.content.map(nodeOf) } : {}),
  };
}

type EditorProps = { path: string; labelId: string; describedBy: string | undefined; isInvalid: boolean };

function RichTextEditor({ path, labelId, describedBy, isInvalid }: EditorProps): ReactNode {
  const control = useField(path);
  /** What this editor has written last; any other value comes from outside. */
  const written = useRef<unknown>(control.value);
  const { onChange, onBlur, ref } = control;
  const attributes: Record<string, string> = {
    class: 'ed-rich__text',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
  };
  if (describedBy) attributes['aria-describedby'] = describedBy;
  if (isInvalid) attributes['aria-invalid'] = 'true';
  const editor = useEditor({
    extensions,
    content: contentOf(control.value),
    injectCSS: false,
    immediatelyRender: true,
    editorProps: { attributes },
    onUpdate: (update) => {
      written.current = clean(update.editor.getJSON());
      onChange(written.current);
    },
    onBlur: () => onBlur(),
  });

  useEffect(() => {
    if (control.value === written.current) return;
    written.current = control.value;
    editor.commands.setContent(contentOf(control.value), { emitUpdate: false });
  }, [control.value, editor]);
  useEffect(() => {
    editor.setOptions({ editorProps: { attributes } });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [editor, labelId, describedBy, isInvalid]);
  useEffect(() => {
    ref({ focus: () => editor.commands.focus() });
  }, [editor, ref]);

  return (
    <div className="ed-rich">
      <RichTextTools editor={editor} labelId={labelId} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** What stands on a button: a letter, or a sign that the style sheet draws, since it is not how the button is called. */
type Tool = { name: string; label?: ReactNode; sign?: string; isOn: boolean; run: () => void };

function RichTextTools({ editor, labelId }: { editor: Editor; labelId: string }): ReactNode {
  const [isLinking, setLinking] = useState(false);
  const is = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      code: current.isActive('code'),
      superscript: current.isActive('superscript'),
      subscript: current.isActive('subscript'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      blockquote: current.isActive('blockquote'),
      link: current.isActive('link'),
      table: current.isActive('table'),
      block: ([2, 3, 4] as const).find((level) => current.isActive('heading', { level })) ?? 0,
    }),
  });
  const chain = () => editor.chain().focus();
  const tools: Tool[] = [
    { name: 'Bold', label: <b>B</b>, isOn: is.bold, run: () => chain().toggleBold().run() },
    { name: 'Italic', label: <i>I</i>, isOn: is.italic, run: () => chain().toggleItalic().run() },
    { name: 'Underline', label: <u>U</u>, isOn: is.underline, run: () => chain().toggleUnderline().run() },
    { name: 'Code', label: '</>', isOn: is.code, run: () => chain().toggleCode().run() },
    {
      name: 'Superscript',
      sign: 'x²',
      isOn: is.superscript,
      run: () => chain().toggleMark('superscript').run(),
    },
    {
      name: 'Subscript',
      sign: 'x₂',
      isOn: is.subscript,
      run: () => chain().toggleMark('subscript').run(),
    },
    { name: 'Bulleted list', sign: '• List', isOn: is.bulletList, run: () => chain().toggleBulletList().run() },
    { name: 'Numbered list', sign: '1. List', isOn: is.orderedList, run: () => chain().toggleOrderedList().run() },
    { name: 'Quote', label: 'Quote', isOn: is.blockquote, run: () => chain().toggleBlockquote().run() },
  ];
  const table = (command: typeof addRowAfter) => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };
  return (
    <div className="ed-rich__tools" role="group" aria-labelledby={labelId}>
      <select
        className="ed-input ed-input--select ed-rich__block"
        aria-label="Paragraph style"
        value={is.block}
        onChange={(event) => {
          const level = ([2, 3, 4] as const).find((known) => known === Number(event.target.value));
          if (level) chain().setHeading({ level }).run();
          else chain().setParagraph().run();
        }}
      >
        <option value="0">Text</option>
        <option value="2">Heading 2</option>
        <option value="3">Heading 3</option>
        <option value="4">Heading 4</option>
      </select>
      {tools.map(({ name, label, sign, isOn, run }) => (
        <button
          key={name}
          type="button"
          className="ed-tool"
          data-sign={sign}
          aria-label={name}
          title={name}
          aria-pressed={isOn}
          onClick={run}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className="ed-tool"
        aria-pressed={is.link}
        aria-expanded={isLinking}
        onClick={() => setLinking(!isLinking)}
      >
        Link
      </button>
      <button
        type="button"
        className="ed-tool"
        aria-label="Horizontal rule"
        title="Horizontal rule"
        onClick={() => chain().setHorizontalRule().run()}
      >
        ―
      </button>
      {is.table ? null : (
        <button type="button" className="ed-tool" onClick={() => chain().insertContent(newTable).run()}>
          Table
        </button>
      )}
      {is.table ? (
        <div className="ed-rich__row" role="group" aria-label="Table">
          <button type="button" className="ed-tool" onClick={() => table(addRowAfter)}>
            Add row
          </button>
          <button type="button" className="ed-tool" onClick={() => table(addColumnAfter)}>
            Add column
          </button>
          <button type="button" className="ed-tool" onClick={() => table(deleteRow)}>
            Delete row
          </button>
          <button type="button" className="ed-tool" onClick={() => table(deleteColumn)}>
            Delete column
          </button>
          <button type="button" className="ed-tool" onClick={() => table(toggleHeaderRow)}>
            Header row
          </button>
          <button type="button" className="ed-tool" onClick={() => table(deleteTable)}>
            Delete table
          </button>
        </div>
      ) : null}
      {isLinking ? <LinkRow editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  );
}

const newCell = (type: 'tableHeader' | 'tableCell') => ({ type, content: [{ type: 'paragraph' }] });
const newTable = {
  type: 'table',
  content: (['tableHeader', 'tableCell', 'tableCell'] as const).map((type) => ({
    type: 'tableRow',
    content: [newCell(type), newCell(type), newCell(type)],
  })),
};

function LinkRow({ editor, onClose }: { editor: Editor; onClose: () => void }): ReactNode {
  const before: unknown = editor.getAttributes('link')['href'];
  const [href, setHref] = useState(typeof before === 'string' ? before : '');
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);

  const apply = () => {
    if (!isSafeUrl(href.trim())) return setWrong(true);
    editor.chain().focus().extendMarkRange('link').setLink({ href: href.trim() }).run();
    onClose();
  };
  return (
    <div className="ed-rich__row" role="group" aria-label="Link">
      <input
        ref={input}
        className="ed-input"
        type="text"
        aria-label="Address"
        aria-invalid={isWrong ? true : undefined}
        placeholder="https://, /path, mailto:, tel: or #anchor"
        value={href}
        onChange={(event) => {
          setHref(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            apply();
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
            editor.commands.focus();
          }
        }}
      />
      <button type="button" className="ed-tool" onClick={apply}>
        Apply
      </button>
      <button
        type="button"
        className="ed-tool"
        onClick={() => {
          editor.chain().focus().extendMarkRange('link').unsetLink().run();
          onClose();
        }}
      >
        Remove link
      </button>
      {isWrong ? <p className="ed-field__error">{safeUrlMessage}</p> : null}
    </div>
  );
}
