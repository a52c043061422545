import { type ReactNode, useMemo } from 'react';
import { mergeVersions } from '#domain/pages/merge-versions.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { listPlaceNames } from './draft-changes.ts';
import type { FormDraft } from './form-draft.ts';
import type { OvertakenForm } from './use-form-save.ts';

type Props = {
  overtaken: OvertakenForm;
  onClose: () => void;
  /** Goes on from their version with these values, saved at once or only shown. */
  onChoose: (draft: FormDraft, isSaved: boolean) => void;
};

/** Two versions of a form: where both sides changed different things they are merged, and otherwise either is taken. */
export function FormConflict({ overtaken, onClose, onChoose }: Props): ReactNode {
  const { base, mine, theirs: their, savedBy, savedAt } = overtaken;
  const merge = useMemo(() => mergeVersions(base, mine, their), [base, mine, their]);
  const who = savedBy ?? 'Somebody';
  const conflicts = listPlaceNames(merge.conflicts, mine);
  const taken = listPlaceNames(
    merge.changes.filter(({ by }) => by === 'them'),
    their,
  );
  const own = listPlaceNames(
    merge.changes.filter(({ by }) => by === 'me'),
    mine,
  );
  return (
    <Dialog title={`${who} has saved this form meanwhile`} size="small" role="alertdialog" onClose={onClose}>
      <p>
        It was saved{savedAt === null ? '' : ' on '}
        {savedAt === null ? null : <Moment at={savedAt} />}
        {savedBy === null ? '' : ` by ${savedBy}`}, after you opened it. Nothing has been overwritten.
      </p>
      <Names title={`Changed by ${who}`} names={taken} />
      <Names title="Changed by you" names={own} />
      <Names title="Changed by both, each in another way" names={conflicts} />
      <div className="ed-dialog__actions">
        {conflicts.length === 0 ? (
          <button
            type="button"
            className="ed-button ed-button--primary"
            data-autofocus
            // Made of two drafts, so it is one.
            onClick={() => onChoose(merge.merged as FormDraft, true)}
          >
            Save both
          </button>
        ) : null}
        <button type="button" className="ed-button" onClick={() => onChoose(their, false)}>
          Take theirs
        </button>
        <button type="button" className="ed-button" onClick={() => onChoose(mine, true)}>
          Keep mine
        </button>
      </div>
      <p className="ed-dialog__note">
        “Take theirs” shows their version; undo brings yours back. “Keep mine” saves all of yours over it.
      </p>
    </Dialog>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }): ReactNode {
  return names.length === 0 ? null : (
    <dl className="ed-versions__taken">
      <div>
        <dt>{title}</dt>
        {names.map((name) => (
          <dd key={name}>{name}</dd>
        ))}
      </div>
    </dl>
  );
}
