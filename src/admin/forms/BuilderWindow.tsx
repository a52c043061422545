import { type ReactNode, useEffect, useState } from 'react';
import { LeaveWindow } from '#staff/dialog/LeaveWindow.tsx';
import { Window } from '#staff/dialog/Window.tsx';
import { siteHere } from '#staff/calls/editor-site.ts';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { emptyDraft } from './form-draft.ts';
import { FormBuilder } from './FormBuilder.tsx';
import type { Unsaved } from './form-builder-types.ts';

type Props = { onDone: (id: number) => void; onClose: () => void };

/** Builds a form on the spot, for the module that is to show it. */
export default function BuilderWindow({ onDone, onClose }: Props): ReactNode {
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isUnsaved = unsaved !== null;
  useEffect(() => (isUnsaved ? guardLeaving((go) => setLeave(() => go)) : undefined), [isUnsaved]);
  const askToClose = () => {
    if (isUnsaved) setLeave(() => onClose);
    else onClose();
  };
  return (
    <Window title="New form" size="full" isForm onClose={askToClose}>
      <div className="ed-builder-window">
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
        <LeaveWindow
          what="What you changed in this form has not been saved."
          onStay={() => setLeave(null)}
          onLeave={() => {
            unsaved?.forget();
            leave();
          }}
        />
      ) : null}
    </Window>
  );
}
