import type { ReactNode } from 'react';
import { ConflictDialog } from '#staff/differences/ConflictDialog.tsx';
import { LeaveDialog } from '#staff/dialog/LeaveDialog.tsx';
import { RestoreDialog } from '#staff/dialog/RestoreDialog.tsx';
import type { ModuleSave } from '../dialog/use-module-save.ts';
import type { VersionedForm } from '../dialog/use-versioned-form.ts';
import { closeSettings } from '../query.ts';

type Props = {
  edit: VersionedForm;
  saving: ModuleSave;
  /** What leaves the form, once it is clear that its values may be lost. */
  leave: (() => void) | null;
  onStay: () => void;
};

/** What keeps unsaved settings: a question before leaving, the offer of an earlier copy, and the merge with another save. */
export function SettingsDialogs({ edit, saving, leave, onStay }: Props): ReactNode {
  const { fields, base, found } = edit;
  const { overtaken } = saving;
  return (
    <>
      {leave ? (
        <LeaveDialog
          what="What you changed in these settings has not been saved."
          onStay={onStay}
          onLeave={() => {
            edit.forget();
            leave();
          }}
        />
      ) : null}
      {found ? (
        <RestoreDialog
          {...{ storedAt: found.storedAt, changed: found.changed }}
          onRestore={found.restore}
          onDiscard={found.discard}
          onClose={closeSettings}
        />
      ) : null}
      {overtaken ? (
        <ConflictDialog
          key={overtaken.theirs.version}
          what="page’s settings"
          {...{ fields, base: base.values, mine: overtaken.mine, theirs: overtaken.theirs }}
          onClose={saving.dismiss}
          onTakeTheirs={(theirs) => saving.adopt(theirs, theirs.values)}
          onSave={saving.saveMerged}
        />
      ) : null}
    </>
  );
}
