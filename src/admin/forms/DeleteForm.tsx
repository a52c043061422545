import type { ReactNode } from 'react';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { FormUses } from './FormUses.tsx';
import { useCall } from '#staff/calls/use-call.ts';

type Props = {
  id: number;
  title: string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Deletes a form after asking. A form that pages use is not deleted: the dialog lists them. */
export function DeleteForm({ id, title, onDeleted, onClose }: Props): ReactNode {
  const { current: uses, failure: unread, isLoading, reload } = useCall('findFormUses', { ids: [id] });
  // What is there as this dialog opens is what is deleted.
  const { value: seen } = useCall('findForm', { id });
  const { failure, isBusy, send } = useSend();
  const isUsed = uses !== null && uses.length > 0;
  const remove = async () => {
    if (!seen) return;
    const { version, savedAt } = seen;
    await send(
      () => call('deleteForm', { id, version, savedAt }),
      onDeleted,
      ({ code }) => {
        if (code === 'conflict') reload();
      },
    );
  };
  return (
    <Dialog
      title={isUsed ? `“${title}” is in use` : `Delete “${title}”?`}
      size="small"
      role="alertdialog"
      onClose={onClose}
    >
      {isUsed ? (
        <>
          <p>Remove it from these pages and publish them. Then it can be deleted.</p>
          <FormUses uses={uses} />
        </>
      ) : uses === null ? (
        <p role="status">{unread ? '' : 'Looking for the pages that show it …'}</p>
      ) : (
        <p>
          No page shows it. For 30 days you can restore it from the list of deleted forms, without its recipients. What
          visitors have sent with it stays until its time has come.
        </p>
      )}
      {failure && !isUsed ? <Failure failure={failure} /> : null}
      {unread ? <Failure failure={unread} onRetry={reload} /> : null}
      <div className="ed-dialog__actions">
        {isUsed ? null : (
          <button
            type="button"
            className="ed-button ed-button--danger"
            disabled={isBusy || isLoading || uses === null || !seen}
            aria-busy={isBusy}
            onClick={() => void remove()}
          >
            Delete form
          </button>
        )}
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          {isUsed ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Dialog>
  );
}
