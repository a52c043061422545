import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { firstField } from '../controls/first-field.ts';
import { lastFocus } from './last-focus.ts';

type Props = {
  title: string;
  /** `item`: beside the preview of a full dialog, which stays visible. */
  size: 'small' | 'medium' | 'full' | 'item';
  role?: 'dialog' | 'alertdialog';
  /** It is filled in: the first field gets the focus. */
  isForm?: boolean;
  /** Called for Escape. The dialog stays open until it is no longer rendered. */
  onClose: () => void;
  children: ReactNode;
};

/** What had the focus before a dialog was opened. */
const focusBefore = new WeakMap<Element, Element>();

/** Opens a dialog without the focus that browsers give to its first field: left at once, that would say that it is required. */
function show(dialog: HTMLDialogElement): void {
  dialog.inert = true;
  dialog.showModal();
  dialog.inert = false;
}

/** What gets the focus when a dialog closes; where that was in a dialog that is gone, what had it before that one. Null where nothing had it. */
function findReturn(before: Element | null): Element | null {
  let element = before;
  while (element && !element.isConnected) {
    const gone = element.closest('dialog');
    element = (gone && focusBefore.get(gone)) ?? null;
  }
  return findInvoker(element) ?? (element === document.body ? null : element);
}

/** The button that opens the menu in which an element is hidden; null for what is not in one. */
function findInvoker(element: Element | null): Element | null {
  const menu = element?.closest('[popover]:not(:popover-open)');
  const selector = `[popovertarget="${CSS.escape(menu?.id ?? '')}"]:not([popovertargetaction="hide"])`;
  return menu?.id ? document.querySelector(selector) : null;
}

/**
 * A modal dialog of the editor. It is rendered in the editor's root, so that the page's markup is unchanged. The initial focus
 * is on `data-autofocus`, or else on the first field of a form, or on the dialog itself, and returns to the previous element.
 */
export function Dialog({ title, size, role = 'dialog', isForm = false, onClose, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [before] = useState(lastFocus);
  useLayoutEffect(() => {
    const opened = dialog.current;
    const root = document.documentElement;
    // Reserves the width of a classic scrollbar while the page behind cannot be scrolled, so that nothing shifts.
    root.toggleAttribute('data-scrollbar', innerWidth > root.clientWidth);
    if (opened && before) focusBefore.set(opened, before);
    if (opened?.open === false) show(opened);
    ((isForm ? firstField(opened) : opened?.querySelector<HTMLElement>('[data-autofocus]')) ?? opened)?.focus();
    // What had the focus may go while the dialog stays, as the button of a step does.
    const watcher = new MutationObserver(() => {
      if (document.activeElement === document.body) opened?.focus();
    });
    if (opened) watcher.observe(opened, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      // In the next animation frame the element behind the dialog gets the focus back, unless another one has it by then.
      requestAnimationFrame(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        const target = isFree ? (findReturn(before) ?? document.getElementById('admin-content')) : null;
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [before, isForm]);
  return createPortal(
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`ed-dialog ed-dialog--${size}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        // In React's tree the dialog behind is an ancestor of this one.
        event.stopPropagation();
        onClose();
      }}
      onCancel={(event) => {
        // The system's back gesture closes like Escape. A cancelled file chooser also fires `cancel`, which bubbles to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers close it without asking when the back gesture is repeated.
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
        show(currentTarget);
        onClose();
      }}
    >
      <div className="ed-dialog__body">
        <h2 className="ed-dialog__title" id={titleId}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>,
    document.getElementById('editor-root') ?? document.body,
  );
}
