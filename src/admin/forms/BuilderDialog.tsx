import { type ReactNode, useEffect, useState } from 'react';
import { LeaveDialog } from '#staff/dialog/LeaveDialog.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { siteHere } from '#staff/calls/editor-site.ts';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { emptyDraft } from './form-draft.ts';
import { FormBuilder } from './FormBuilder.tsx';
import type { Unsaved } from './form-builder-types.ts';

type Props = { onDone: (id: number) => void; onClose: () => void };

/** Builds a form on the spot, for the module that is to show it. */
export default function BuilderDialog({ onDone, onClose }: Props): ReactNode {
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isUnsaved = unsaved !== null;
  useEffect(() => (isUnsaved ? guardLeaving((go) => setLeave(() => go)) : undefined), [isUnsaved]);
  const askToClose = () => {
    if (isUnsaved) setLeave(() => onClose);
    else onClose();
  };
  return (
    <Dialog title="New form" size="full" isForm onClose={askToClose}>
      <div className="ed-builder-dialog">
        <FormBuilder
          opened={{ stored: null, draft: emptyDraft }}
          site={siteHere() ?? 'main'}
          onUnsaved={setUnsaved}
          onSaved={({ id }) => onDone(id)}
          tools={
            <button type="button" className="ed-button ed-button--quiet" onClick={askToClose}>
              Cancel
            </button>
          }
        />
      </div>
      {leave ? (
        <LeaveDialog
          what="What you changed in this form has not been saved."
          onStay={() => setLeave(null)}
          onLeave={() => {
            unsaved?.forget();
            leave();
          }}
        />
      ) : null}
    </Dialog>
  );
}
