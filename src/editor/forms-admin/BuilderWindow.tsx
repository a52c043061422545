import { type ReactNode, useState } from 'react';
import { LeaveWindow } from '../dialog/LeaveWindow.tsx';
import { Window } from '../dialog/Window.tsx';
import { siteHere } from '../form/editor-site.ts';
import { emptyDraft } from './form-draft.ts';
import { FormBuilder } from './FormBuilder.tsx';

type Props = { onDone: (id: number) => void; onClose: () => void };

/** Builds a form on the spot, for the module that is to show it. */
export default function BuilderWindow({ onDone, onClose }: Props): ReactNode {
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Window title="New form" size="full" onClose={() => (isDirty ? setLeaving(true) : onClose())}>
      <div className="ed-builder-window">
        <FormBuilder
          opened={{ stored: null, draft: emptyDraft }}
          site={siteHere() ?? 'main'}
          onDirty={setDirty}
          onSaved={({ id }) => onDone(id)}
          tools={
            <button
              type="button"
              className="ed-button ed-button--quiet"
              onClick={() => (isDirty ? setLeaving(true) : onClose())}
            >
              Cancel
            </button>
          }
        />
      </div>
      {isLeaving ? <LeaveWindow what="form" onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </Window>
  );
}
