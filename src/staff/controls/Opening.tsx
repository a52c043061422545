import { type ReactNode, useLayoutEffect } from 'react';

/** Stands in for a part of the editor while its code is loading. What is typed meanwhile goes to the field that gets the focus then. */
export function Opening({ children }: { children?: ReactNode }): ReactNode {
  useLayoutEffect(holdTyping, []);
  return children;
}

/** Keeps what is typed, until the function that it returns is called: the field that has the focus by then gets it. */
function holdTyping(): () => void {
  let typed: readonly string[] = [];
  const hold = (event: KeyboardEvent) => {
    if (isCommand(event) || event.isComposing || isWritten(document.activeElement)) return;
    const isLetter = /^.$/u.test(event.key) && (event.key !== ' ' || typed.length > 0);
    if (!isLetter && (event.key !== 'Backspace' || typed.length === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    typed = isLetter ? [...typed, event.key] : typed.slice(0, -1);
  };
  addEventListener('keydown', hold, { capture: true });
  return () => {
    removeEventListener('keydown', hold, { capture: true });
    if (typed.length === 0) return;
    // What takes the place of this one gives the focus in the same task.
    queueMicrotask(() => {
      if (!isWritten(document.activeElement)) return;
      // Nothing else types into inputs and into formatted text alike, with all that listens to it.
      // oxlint-disable-next-line typescript/no-deprecated
      document.execCommand('insertText', false, typed.join(''));
    });
  };
}

/** AltGr writes letters, and counts as Ctrl and Alt. */
function isCommand(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

function isWritten(element: Element | null): boolean {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText || (element instanceof HTMLElement && element.isContentEditable);
}
