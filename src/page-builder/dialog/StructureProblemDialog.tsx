import type { ReactNode } from 'react';
import { closeSidebar } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import type { StructureProblem } from '../use-structure.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';

/** Says why a module was not moved or removed. If somebody else has changed the page, it can be reloaded. */
export default function StructureProblemDialog({
  problem,
  onClose,
}: {
  problem: StructureProblem;
  onClose: () => void;
}): ReactNode {
  const isOvertaken = problem.code === 'conflict' || problem.code === 'not-found';
  const reload = () => {
    closeSidebar();
    onClose();
    void refreshDraft();
  };
  const when = problem.changedAt === null ? null : new Date(problem.changedAt);
  return (
    <Dialog
      title={isOvertaken ? 'The page has changed meanwhile' : 'That did not work'}
      size="small"
      role="alertdialog"
      onClose={onClose}
    >
      <p>{problem.message}</p>
      {when ? (
        <p className="ed-dialog__note">
          Last change:{' '}
          <time dateTime={when.toISOString()}>
            {when.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })}
          </time>
        </p>
      ) : null}
      <div className="ed-dialog__actions">
        {isOvertaken ? (
          <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={reload}>
            Reload the page
          </button>
        ) : null}
        {problem.code === 'unauthenticated' ? (
          <a className="ed-button ed-button--primary" href="/login" target="_blank" rel="noopener">
            Sign in in a new window
          </a>
        ) : null}
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
