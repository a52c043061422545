import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

type Props = {
  title: string;
  size: 'small' | 'medium' | 'full';
  role?: 'dialog' | 'alertdialog';
  onClose: () => void;
  children: ReactNode;
};

/** A modal window of the editor. It stands in the editor's root, so that the page's markup stays as it is. */
export function Window({ title, size, role = 'dialog', onClose, children }: Props): ReactNode {
  const container = document.getElementById('editor-root') ?? document.body;
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
        <Dialog role={role} className="ed-window__body">
          <Heading slot="title" level={2} className="ed-window__title">
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
