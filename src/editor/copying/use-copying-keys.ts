import { useEffect, useEffectEvent } from 'react';
import { readCopied } from '#domain/copied-modules.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { isInText } from '../text-focus.ts';
import { type Copying, belowModule } from './use-copying.ts';

type Given = {
  state: EditorState;
  copying: Copying;
  /** The module under the pointer or with the focus. */
  module: EditorModule | undefined;
  mayChange: boolean;
  isBlocked: boolean;
  onSaid: (said: string) => void;
};

/** Ctrl+C, X, D and V for modules. They belong to the browser in a field, where text is selected, and while a window is open. */
export function useCopyingKeys({ state, copying, module, mayChange, isBlocked, onSaid }: Given): void {
  const isTheirs = (event: Event) =>
    isBlocked || event.defaultPrevented || isInText(event.target) || document.querySelector('dialog:modal') !== null;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
    if (isTheirs(event) || !module || getSelection()?.isCollapsed === false) return;
    const letter = event.key.toLowerCase();
    if (letter === 'c') void copying.copy(module).then((said) => said && onSaid(said));
    else if (letter === 'x' && mayChange) void copying.cut(module);
    else if (letter === 'd' && mayChange) copying.duplicate(module);
    else return;
    event.preventDefault();
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const copied = isTheirs(event) || !mayChange ? null : readCopied(event.clipboardData?.getData('text/plain') ?? '');
    if (!copied) return;
    event.preventDefault();
    copying.paste(module ? belowModule(state, module) : { position: null, where: null }, copied);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}
