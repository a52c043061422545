import { type ReactNode, useEffect, useState } from 'react';
import { getKindNames } from '#kinds/registry.ts';
import { ConflictDialog } from '#staff/differences/ConflictDialog.tsx';
import { LeaveDialog } from '#staff/dialog/LeaveDialog.tsx';
import { RestoreDialog } from '#staff/dialog/RestoreDialog.tsx';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { listPath } from '../shell/navigation.ts';
import type { LoadedKind } from './load-kind.ts';
import type { RecordEdit } from './use-record-edit.ts';
import type { RecordSave } from './use-record-save.ts';

type Props = { definition: LoadedKind; edit: RecordEdit; saving: RecordSave };

/** What keeps unsaved input: a question before leaving, the offer of an earlier copy, and the merge with another draft. */
export function EditDialogs({ definition: { kind, fields }, edit, saving }: Props): ReactNode {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const { isDirty, found } = edit;
  const { overtaken } = saving;
  useEffect(() => (isDirty ? guardLeaving((go) => setLeave(() => go)) : undefined), [isDirty]);
  return (
    <>
      {leave ? (
        <LeaveDialog
          what="What you changed here has not been saved."
          onStay={() => setLeave(null)}
          onLeave={() => {
            edit.forget();
            leave();
          }}
        />
      ) : null}
      {found ? (
        <RestoreDialog
          storedAt={found.storedAt}
          changed={found.changed}
          onRestore={found.restore}
          onDiscard={found.discard}
          onClose={() => location.assign(listPath(kind))}
        />
      ) : null}
      {overtaken ? (
        <ConflictDialog
          key={overtaken.savedAt}
          fields={fields}
          what={getKindNames(kind).one}
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
