import { useEffect, useEffectEvent } from 'react';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { isCopied } from './copying/clipboard.ts';
import { type Copying, belowModule } from './copying/use-copying.ts';
import { isInText } from './text-focus.ts';
import type { Structure } from './use-structure.ts';
import { labels } from '#staff/messages/labels.ts';

type Options = {
  state: EditorState;
  structure: Structure;
  copying: Copying;
  /** The module under the pointer or with the focus. */
  module: EditorModule | undefined;
  isBlocked: boolean;
  onAnnounce: (announcement: string) => void;
  /** Types the texts of the module where they are. */
  onType: (module: EditorModule) => void;
};

/**
 * Keys for the module under the pointer or with the focus: Ctrl+C, X, D and V, Alt with the arrows, F2, and Enter where no control has
 * the focus. They belong to the browser in a field, where text is selected, and while a dialog is open.
 */
export function useModuleKeys({ state, structure, copying, module, isBlocked, onAnnounce, onType }: Options): void {
  const isTheirs = (event: Event) =>
    isBlocked || event.defaultPrevented || isInText(event.target) || document.querySelector('dialog:modal') !== null;
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = module && !isTheirs(event) ? findCommand(event) : null;
    const isChange = command !== 'copy' && command !== 'type';
    if (!module || command === null) return;
    if ((command === 'copy' || command === 'cut') && getSelection()?.isCollapsed === false) return;
    if (isChange && !structure.isEnglish) {
      // Ctrl+D is the browser's there.
      if (command !== 'duplicate') onAnnounce(labels.englishOnly);
      return;
    }
    // Also while a change is on its way: Ctrl+D is a bookmark otherwise.
    event.preventDefault();
    // A further move waits for the one that is on its way.
    if (isChange && structure.work !== null && command !== 'up' && command !== 'down') return;
    switch (command) {
      case 'copy':
        return void copying.copy(module).then((announcement) => announcement && onAnnounce(announcement));
      case 'cut':
        return void copying.cut(module);
      case 'duplicate':
        return copying.duplicate(module);
      case 'up':
        return void structure.move(module, -1);
      case 'down':
        return void structure.move(module, 1);
      case 'type':
        return onType(module);
    }
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const copied = isTheirs(event) ? '' : (event.clipboardData?.getData('text/plain') ?? '');
    if (!isCopied(copied)) return;
    event.preventDefault();
    if (!structure.isEnglish) return onAnnounce(labels.englishOnly);
    if (structure.work !== null) return;
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

type Command = 'copy' | 'cut' | 'duplicate' | 'up' | 'down' | 'type';

function findCommand({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, target }: KeyboardEvent): Command | null {
  if (shiftKey || repeat) return null;
  if (altKey) return ctrlKey || metaKey ? null : key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  if (ctrlKey === metaKey) return key === 'F2' || (key === 'Enter' && target === document.body) ? 'type' : null;
  switch (key.toLowerCase()) {
    case 'c':
      return 'copy';
    case 'x':
      return 'cut';
    case 'd':
      return 'duplicate';
    default:
      return null;
  }
}
