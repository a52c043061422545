import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

type Props = {
  title: string;
  /** `item`: beside what a full window shows, so that it stays in sight. */
  size: 'small' | 'medium' | 'full' | 'item';
  role?: 'dialog' | 'alertdialog';
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal window of the editor. It stands in the editor's root, so that the page's markup stays as it is. The focus begins at
 * `data-autofocus`, or else at the window itself.
 */
export function Window({ title, size, role = 'dialog', onClose, children }: Props): ReactNode {
  const container = document.getElementById('editor-root') ?? document.body;
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    // After react-aria has given the focus to the window.
    const frame = requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <ModalOverlay
      isOpen
      className={`ed-overlay ed-overlay--${size}`}
      UNSTABLE_portalContainer={container}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={`ed-window ed-window--${size}`}>
        <Dialog ref={body} role={role} className="ed-window__body">
          <Heading slot="title" level={2} className="ed-window__title">
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
