import type { ReactNode } from 'react';
import { ConflictDialog } from '#staff/differences/ConflictDialog.tsx';
import { RestoreDialog } from '#staff/dialog/RestoreDialog.tsx';
import type { ModuleSave } from '../dialog/use-module-save.ts';
import type { VersionedForm } from '../dialog/use-versioned-form.ts';
import { closeSettings } from '../query.ts';

type Props = { edit: VersionedForm; saving: ModuleSave };

/** What keeps unsaved settings: the offer of an earlier copy, and the merge with another save. */
export function SettingsDialogs({ edit, saving }: Props): ReactNode {
  const { fields, base, found } = edit;
  const { overtaken } = saving;
  return (
    <>
      {found ? <RestoreDialog found={found} onClose={closeSettings} /> : null}
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
