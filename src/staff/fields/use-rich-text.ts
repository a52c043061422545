import type { Command, EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isSame } from '#domain/pages/merge-versions.ts';
import { clipboardParser, keepStyles, refusePasted } from './pasted-markup.ts';
import { editorState, storedText } from './rich-text-state.ts';

type Options = {
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Of the editable element. */
  attributes: Record<string, string>;
};

type RichText = {
  /** The container of the text. */
  room: RefObject<HTMLDivElement | null>;
  state: EditorState;
  focus: () => void;
  /** Runs a command on the text, and focuses it. */
  run: (command: Command) => void;
  /** Why the last text pasted or dropped was not taken. */
  refusal: string | null;
};

/** ProseMirror on a value of the form. */
export function useRichText(options: Options): RichText {
  const { value, attributes } = options;
  const room = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(options);
  /** The last value written; any other value comes from outside. */
  const written = useRef(value);
  const [state, setState] = useState(() => editorState(value));
  const [first] = useState(state);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    /** Before it is parsed, which is what takes so long. */
    const isRefused = (event: Event, data: DataTransfer | null) => {
      const reason = refusePasted(data);
      setRefusal(reason);
      if (reason === null) return false;
      event.preventDefault();
      return true;
    };
    const made = new EditorView(room.current, {
      state: first,
      attributes: latest.current.attributes,
      transformPastedHTML: keepStyles,
      clipboardParser,
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction);
        made.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        setRefusal(null);
        written.current = storedText(next);
        latest.current.onChange(written.current);
      },
      handleDOMEvents: {
        blur: () => latest.current.onBlur(),
        // Escape closes the dialog around the text, which would swallow it.
        keydown: (_view, event) => event.key === 'Escape',
        paste: (_view, event) => isRefused(event, event.clipboardData),
        drop: (_view, event) => isRefused(event, event.dataTransfer),
      },
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [first]);
  useEffect(() => {
    // The form returns copies.
    if (isSame(value, written.current)) return;
    written.current = value;
    const next = editorState(value);
    view.current?.updateState(next);
    setState(next);
  }, [value]);
  useEffect(() => {
    view.current?.setProps({ attributes });
  }, [attributes]);

  const focus = useCallback(() => view.current?.focus(), []);
  const run = (command: Command) => {
    const current = view.current;
    if (!current) return;
    // First: on focus the browser resets its selection, and with it the stored marks.
    current.focus();
    command(current.state, current.dispatch, current);
  };
  return { room, state, focus, run, refusal };
}
