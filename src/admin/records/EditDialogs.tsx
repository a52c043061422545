import type { ReactNode } from 'react';
import { getKindNames } from '#kinds/registry.ts';
import { ConflictDialog } from '#staff/differences/ConflictDialog.tsx';
import { RestoreDialog } from '#staff/dialog/RestoreDialog.tsx';
import { useLeaveQuestion } from '#staff/dialog/use-leave-question.tsx';
import { listPath } from '../shell/navigation.ts';
import type { LoadedKind } from './load-kind.ts';
import type { RecordEdit } from './use-record-edit.ts';
import type { RecordSave } from './use-record-save.ts';

type Props = { definition: LoadedKind; edit: RecordEdit; saving: RecordSave };

/** What keeps unsaved input: a question before leaving, the offer of an earlier copy, and the merge with another draft. */
export function EditDialogs({ definition: { kind, fields }, edit, saving }: Props): ReactNode {
  const { isDirty, found } = edit;
  const { overtaken } = saving;
  const { question } = useLeaveQuestion(isDirty, edit.forget, 'What you changed here has not been saved.');
  return (
    <>
      {question}
      {found ? <RestoreDialog found={found} onClose={() => location.assign(listPath(kind))} /> : null}
      {overtaken ? (
        <ConflictDialog
          key={overtaken.savedAt}
          fields={fields}
          what={getKindNames(kind).one}
          kept="theirs stays among the versions for 30 days"
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
