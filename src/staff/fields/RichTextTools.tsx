import type { Command, EditorState } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from '@tiptap/pm/tables';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isSafeUrl, safeUrlMessage } from '#domain/addresses/safe-url.ts';
import { codeLanguages, isCodeLanguage } from '#schema/code-languages.ts';
import { ProductValues } from './ProductValues.tsx';
import { QuotingTexts } from './use-text-quote.tsx';
import {
  codeLanguageAt,
  hasMark,
  headingLevel,
  insertRule,
  insertTable,
  insertText,
  isIn,
  linkAddress,
  removeLink,
  setCodeBlock,
  setHeading,
  setLink,
  toggle,
  toggleList,
  toggleQuote,
} from './rich-text-commands.ts';

/** The face of a button: a character, or an icon by CSS, since its accessible name differs. */
type Tool = {
  name: string;
  label?: ReactNode;
  symbol?: string;
  isOn: (state: EditorState) => boolean;
  command: Command;
};

const marked = (name: Parameters<typeof toggle>[0]) => ({
  isOn: (state: EditorState) => hasMark(state, name),
  command: toggle(name),
});
const tools: readonly Tool[] = [
  { name: 'Bold', label: <b>B</b>, ...marked('bold') },
  { name: 'Italic', label: <i>I</i>, ...marked('italic') },
  { name: 'Underline', label: <u>U</u>, ...marked('underline') },
  { name: 'Code', label: '</>', ...marked('code') },
  { name: 'Superscript', symbol: 'x²', ...marked('superscript') },
  { name: 'Subscript', symbol: 'x₂', ...marked('subscript') },
  {
    name: 'Bulleted list',
    symbol: '• List',
    isOn: (state) => isIn(state, 'bulletList'),
    command: toggleList('bulletList'),
  },
  {
    name: 'Numbered list',
    symbol: '1. List',
    isOn: (state) => isIn(state, 'orderedList'),
    command: toggleList('orderedList'),
  },
  { name: 'Quote', label: 'Quote', isOn: (state) => isIn(state, 'blockquote'), command: toggleQuote },
];
const tableTools: readonly (readonly [name: string, command: Command])[] = [
  ['Add row', addRowAfter],
  ['Add column', addColumnAfter],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Header row', toggleHeaderRow],
  ['Delete table', deleteTable],
];

type Props = {
  state: EditorState;
  run: (command: Command) => void;
  /** Returns the focus to the text. */
  onLeave: () => void;
  labelId: string;
};

/** The toolbar above a formatted text. */
export function RichTextTools({ state, run, onLeave, labelId }: Props): ReactNode {
  const [isLinking, setLinking] = useState(false);
  const [isQuoting, setQuoting] = useState(false);
  const mayQuote = useContext(QuotingTexts) === 'all';
  return (
    <div className="ed-rich__tools" role="group" aria-labelledby={labelId}>
      <BlockStyle state={state} run={run} />
      {tools.map(({ name, label, symbol, isOn, command }) => (
        <button
          key={name}
          type="button"
          className="ed-tool"
          data-symbol={symbol}
          aria-label={name}
          title={name}
          aria-pressed={isOn(state)}
          onClick={() => run(command)}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className="ed-tool"
        aria-pressed={hasMark(state, 'link')}
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
        onClick={() => run(insertRule)}
      >
        ―
      </button>
      {mayQuote ? (
        <button type="button" className="ed-tool" aria-expanded={isQuoting} onClick={() => setQuoting(!isQuoting)}>
          Insert a product value
        </button>
      ) : null}
      <TableTools isInTable={isIn(state, 'table')} run={run} />
      {isQuoting ? (
        <ProductValues
          onPick={(quote) => {
            setQuoting(false);
            run(insertText(quote));
          }}
          onClose={() => {
            setQuoting(false);
            onLeave();
          }}
        />
      ) : null}
      {isLinking ? (
        <LinkRow
          before={linkAddress(state)}
          run={run}
          onClose={() => {
            setLinking(false);
            onLeave();
          }}
        />
      ) : null}
    </div>
  );
}

function TableTools({ isInTable, run }: { isInTable: boolean; run: Props['run'] }): ReactNode {
  return isInTable ? (
    <div className="ed-rich__row" role="group" aria-label="Table">
      {tableTools.map(([name, command]) => (
        <button key={name} type="button" className="ed-tool" onClick={() => run(command)}>
          {name}
        </button>
      ))}
    </div>
  ) : (
    <button type="button" className="ed-tool" onClick={() => run(insertTable)}>
      Table
    </button>
  );
}

/** What the paragraphs at the cursor are, and of code its language. */
function BlockStyle({ state, run }: Pick<Props, 'state' | 'run'>): ReactNode {
  const language = codeLanguageAt(state);
  return (
    <>
      <select
        className="ed-input ed-input--select ed-rich__block"
        aria-label="Paragraph style"
        value={language === undefined ? headingLevel(state) : 'code'}
        onChange={({ target: { value } }) => run(value === 'code' ? setCodeBlock(null) : setHeading(Number(value)))}
      >
        <option value="0">Text</option>
        <option value="2">Heading 2</option>
        <option value="3">Heading 3</option>
        <option value="4">Heading 4</option>
        <option value="code">Code block</option>
      </select>
      {language === undefined ? null : (
        <select
          className="ed-input ed-input--select ed-rich__block"
          aria-label="Language of the code"
          value={language ?? ''}
          onChange={({ target: { value } }) => run(setCodeBlock(isCodeLanguage(value) ? value : null))}
        >
          <option value="">Plain</option>
          {Object.entries(codeLanguages).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

type LinkRowProps = { before: string; run: Props['run']; onClose: () => void };

function LinkRow({ before, run, onClose }: LinkRowProps): ReactNode {
  const [href, setHref] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);

  const apply = () => {
    if (!isSafeUrl(href.trim())) return setWrong(true);
    run(setLink(href.trim()));
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
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            apply();
          }
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            onClose();
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
          run(removeLink);
          onClose();
        }}
      >
        Remove link
      </button>
      {isWrong ? <p className="ed-field__error">{safeUrlMessage}</p> : null}
    </div>
  );
}
