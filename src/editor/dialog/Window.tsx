import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

type Props = {
  title: string;
  /** `item`: beside what a full window shows, so that it stays in sight. */
  size: 'small' | 'medium' | 'full' | 'item';
  role?: 'dialog' | 'alertdialog';
  /** Asked for by Escape. The window stays until it is no longer rendered. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal window of the editor. It stands in the editor's root, so that the page's markup stays as it is. The focus begins at
 * `data-autofocus`, or else at the window itself, and goes back to where it was.
 */
export function Window({ title, size, role = 'dialog', onClose, children }: Props): ReactNode {
  const window = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const opened = window.current;
    const root = document.documentElement;
    // A scrollbar that takes room leaves it while the page behind cannot be scrolled: nothing moves.
    root.toggleAttribute('data-scrollbar', innerWidth > root.clientWidth);
    if (opened?.open === false) opened.showModal();
    (opened?.querySelector<HTMLElement>('[data-autofocus]') ?? opened)?.focus();
    return () => {
      // In the next frame what was behind the window takes the focus again, unless something else has it by then.
      requestAnimationFrame(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, [before]);
  return createPortal(
    <dialog
      ref={window}
      role={role}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`ed-window ed-window--${size}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        // The window behind is around this one for React.
        event.stopPropagation();
        onClose();
      }}
      onCancel={(event) => {
        // A system's way back closes like Escape. A file that was not chosen after all cancels as well, but not the window.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers close it unasked when the way back is taken twice.
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      <div className="ed-window__body">
        <h2 className="ed-window__title" id={titleId}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>,
    document.getElementById('editor-root') ?? document.body,
  );
}
