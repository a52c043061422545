import { type ReactNode, useState } from 'react';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { siteHere } from '#staff/calls/editor-site.ts';
import { useLeaveQuestion } from '#staff/dialog/use-leave-question.tsx';
import { emptyDraft } from './form-draft.ts';
import { FormBuilder } from './FormBuilder.tsx';
import type { Unsaved } from './form-builder-types.ts';

type Props = { onDone: (id: number) => void; onClose: () => void };

/** Builds a form on the spot, for the module that is to show it. */
export default function BuilderDialog({ onDone, onClose }: Props): ReactNode {
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const isUnsaved = unsaved !== null;
  const { ask, question } = useLeaveQuestion(
    isUnsaved,
    () => unsaved?.forget(),
    'What you changed in this form has not been saved.',
  );
  const askToClose = () => {
    if (isUnsaved) ask(onClose);
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
          state="draft"
          renderTools={() => (
            <button type="button" className="ed-button ed-button--quiet" onClick={askToClose}>
              Cancel
            </button>
          )}
        />
      </div>
      {question}
    </Dialog>
  );
}
