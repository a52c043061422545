import type { ReactNode } from 'react';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { labels } from '#staff/messages/labels.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';

type Props = {
  state: EditorState;
  module: EditorModule;
  isBusy: boolean;
  onRemove: () => void;
  onClose: () => void;
};

/** Asks before a module is removed. */
export default function RemoveDialog({ state, module, isBusy, onRemove, onClose }: Props): ReactNode {
  const inside = countInside(state, module.id);
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog title="Are you sure?" size="small" role="alertdialog" onClose={close}>
      <p>
        <span>You won't be able to revert this</span>, except with Undo: for 30 days, as long as no later change is in
        its way.
      </p>
      <p className="ed-dialog__note">
        “{module.name}”
        {inside === 0 ? '' : inside === 1 ? ' and the module inside it' : ` and the ${inside} modules inside it`} will
        be gone from the draft in every language. The published page stays as it is until you publish.
      </p>
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--danger"
          // `aria-disabled`: a disabled button would lose the focus.
          aria-disabled={isBusy ? true : undefined}
          aria-busy={isBusy}
          onClick={() => {
            if (!isBusy) onRemove();
          }}
        >
          {isBusy ? 'Removing …' : labels.remove}
        </button>
        <button type="button" className="ed-button" data-autofocus disabled={isBusy} onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function countInside(state: EditorState, moduleId: number): number {
  const inside = state.structure.filter(({ parentId }) => parentId === moduleId);
  return inside.reduce((count, { id }) => count + 1 + countInside(state, id), 0);
}
