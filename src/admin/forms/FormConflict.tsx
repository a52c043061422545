import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { formFieldSchema } from '#domain/forms/form-fields.ts';
import { locales } from '#domain/locales.ts';
import { mergeVersions } from '#domain/pages/merge-versions.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { listPlaceNames } from './draft-changes.ts';
import { type FormDraft, toFormDraft } from './form-draft.ts';

const text = z.partialRecord(z.enum(locales), z.string());

/** The newer version that a save conflicts with, as the server sends it. */
export const formConflict = z.object({
  form: z.object({
    id: z.number(),
    version: z.number(),
    title: z.string(),
    titles: text,
    content: z.array(formFieldSchema),
    successUrl: z.string().nullable(),
    retentionDays: z.number(),
  }),
  savedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  savedAt: z.string(),
});

type Props = {
  /** The version that both started from. */
  base: FormDraft;
  mine: FormDraft;
  theirs: z.output<typeof formConflict>;
  onClose: () => void;
  /** Goes on from their version with these values, saved at once or only shown. */
  onChoose: (draft: FormDraft, isSaved: boolean) => void;
};

/** Two versions of a form: where both sides changed different things they are merged, and otherwise either is taken. */
export function FormConflict({ base, mine, theirs, onClose, onChoose }: Props): ReactNode {
  const their = toFormDraft(theirs.form);
  const merge = useMemo(() => mergeVersions(base, mine, toFormDraft(theirs.form)), [base, mine, theirs]);
  const who = theirs.savedBy?.name ?? 'Somebody';
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
        It was saved on <Moment at={theirs.savedAt} />
        {theirs.savedBy ? ` by ${theirs.savedBy.name} (${theirs.savedBy.email})` : ''}, after you opened it. Nothing has
        been overwritten.
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
