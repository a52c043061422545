import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Saves with Ctrl+S, Cmd+S on a Mac, while the dialog of this element is the topmost one. Without a dialog around it, while none is
 * open. The browser's own command, which stores a file, is not what anybody means here.
 */
export function useSaveKey(element: RefObject<Element | null>, save: () => void): void {
  useDialogKey(element, isSaveKey, save);
}

/** Acts on a key while the dialog of this element is the topmost one. */
export function useDialogKey(
  element: RefObject<Element | null>,
  isKey: (keys: Keys) => boolean,
  act: () => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event) || !element.current) return;
    event.preventDefault();
    const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
    if (element.current.closest('dialog') === top && !event.repeat) act();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function isSaveKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean {
  return key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Ctrl+Enter, Cmd+Enter on a Mac. */
export function isPublishKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
