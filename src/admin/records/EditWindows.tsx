import { type ReactNode, useEffect, useState } from 'react';
import { wordsOf } from '#kinds/registry.ts';
import { ConflictWindow } from '#staff/differences/ConflictWindow.tsx';
import { LeaveWindow } from '#staff/dialog/LeaveWindow.tsx';
import { RestoreWindow } from '#staff/dialog/RestoreWindow.tsx';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { listPath } from '../shell/navigation.ts';
import type { LoadedKind } from './load-kind.ts';
import type { RecordEdit } from './use-record-edit.ts';
import type { RecordSave } from './use-record-save.ts';

type Props = { definition: LoadedKind; edit: RecordEdit; saving: RecordSave };

/** What keeps unsaved input: a question before leaving, the offer of an earlier copy, and the merge with another draft. */
export function EditWindows({ definition: { kind, fields }, edit, saving }: Props): ReactNode {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const { isDirty, found } = edit;
  const { overtaken } = saving;
  useEffect(() => (isDirty ? guardLeaving((go) => setLeave(() => go)) : undefined), [isDirty]);
  return (
    <>
      {leave ? (
        <LeaveWindow
          what="What you changed here has not been saved."
          onStay={() => setLeave(null)}
          onLeave={() => {
            edit.forget();
            leave();
          }}
        />
      ) : null}
      {found ? (
        <RestoreWindow
          storedAt={found.storedAt}
          changed={found.changed}
          onRestore={found.restore}
          onDiscard={found.discard}
          onClose={() => location.assign(listPath(kind))}
        />
      ) : null}
      {overtaken ? (
        <ConflictWindow
          key={overtaken.savedAt}
          fields={fields}
          what={wordsOf(kind).one}
          base={overtaken.base ?? edit.base.values}
          mine={overtaken.mine}
          theirs={overtaken.theirs}
          onClose={saving.dismiss}
          onTakeTheirs={({ values }) => saving.settle(values, values)}
          onSave={({ values }, merged) => saving.settle(values, merged)}
        />
      ) : null}
    </>
  );
}
