import { type ReactNode, useId, useMemo, useState } from 'react';
import { z } from 'zod';
import { type EditorField, type Values, fillIn } from '#schema/editor-fields.ts';
import { fieldAt } from '#schema/field-at.ts';
import { type Change, type Conflict, mergeVersions, settleConflicts } from '#domain/pages/merge-versions.ts';
import { Moment } from '../controls/Moment.tsx';
import { ReadableValue } from './ReadableValue.tsx';
import { Dialog } from '../dialog/Dialog.tsx';

/** The newer version that a save conflicts with, as the server sends it. */
export const conflictDetail = z.object({
  version: z.number(),
  data: z.unknown(),
  savedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  savedAt: z.string().nullable(),
});
export type Overtaken = z.infer<typeof conflictDetail>;

type Side = 'mine' | 'theirs';
type Theirs = { version: number; values: Values };
type Props = {
  fields: readonly EditorField[];
  /** What was saved by both. */
  what?: string;
  /** Where their version is found again once it has been saved over. */
  kept?: string;
  /** The version that both started from. */
  base: Values;
  mine: Values;
  theirs: Overtaken;
  onClose: () => void;
  onTakeTheirs: (theirs: Theirs) => void;
  onSave: (theirs: Theirs, values: Values) => void;
};

/**
 * Two versions of a module, merged: changes of one side are applied, and where both sides changed a value the editor
 * chooses one. The result is saved against their version.
 */
export function ConflictDialog({
  fields,
  what = 'module',
  kept = 'Undo brings theirs back',
  base,
  mine,
  theirs,
  onClose,
  onTakeTheirs,
  onSave,
}: Props): ReactNode {
  // Null data: their side has none any more, and mine is compared with the common base.
  const their = useMemo(
    () => ({ version: theirs.version, values: theirs.data === null ? base : fillIn(fields, theirs.data) }),
    [fields, base, theirs],
  );
  const merge = useMemo(() => mergeVersions(base, mine, their.values), [base, mine, their]);
  const [choices, setChoices] = useState<readonly (Side | null)[]>(() => merge.conflicts.map(() => null));
  const settled = choices.filter((choice) => choice !== null);
  const open = choices.length - settled.length;
  const who = formatName(theirs);
  const openId = useId();

  return (
    <Dialog title={`${who} has saved this ${what} meanwhile`} size="medium" role="alertdialog" onClose={onClose}>
      <p>
        {formatWho(theirs)} saved it
        {theirs.savedAt ? (
          <>
            {' on '}
            <Moment at={theirs.savedAt} />
          </>
        ) : null}
        , after you opened it. Nothing has been overwritten.
      </p>
      {merge.conflicts.length > 0 ? (
        <div className="ed-versions">
          <p className="ed-versions__lead">You both changed the following. Choose a version of each:</p>
          {merge.conflicts.map((conflict, index) => (
            <Choice
              key={conflict.path.join('.')}
              fields={fields}
              conflict={conflict}
              values={merge.merged}
              who={who}
              chosen={choices[index] ?? null}
              onChoose={(side) => setChoices(choices.with(index, side))}
            />
          ))}
        </div>
      ) : null}
      <Changes fields={fields} values={merge.merged} changes={merge.changes} who={who} />
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          data-autofocus
          aria-disabled={open > 0}
          aria-describedby={open > 0 ? openId : undefined}
          onClick={() => {
            if (open === 0) onSave(their, fillIn(fields, settleConflicts(merge, settled)));
          }}
        >
          Save merged version
        </button>
        <button type="button" className="ed-button" onClick={() => onTakeTheirs(their)}>
          Take theirs
        </button>
        <button type="button" className="ed-button" onClick={() => onSave(their, mine)}>
          Keep mine
        </button>
      </div>
      {open > 0 ? (
        <p className="ed-dialog__note" id={openId}>
          {open === 1 ? 'One choice is' : `${open} choices are`} still open.
        </p>
      ) : null}
      <Note kept={kept} />
    </Dialog>
  );
}

/** What the buttons do. */
function Note({ kept }: { kept: string }): ReactNode {
  return (
    <p className="ed-dialog__note">
      “Take theirs” fills the form with all of their version, and yours is gone. “Keep mine” saves all of yours over it;{' '}
      {kept}.
    </p>
  );
}

function formatWho({ savedBy }: Overtaken): string {
  if (!savedBy) return 'Somebody';
  return savedBy.name === savedBy.email ? savedBy.name : `${savedBy.name} (${savedBy.email})`;
}

function formatName({ savedBy }: Overtaken): string {
  return savedBy?.name ?? 'Somebody';
}

type ChoiceProps = {
  fields: readonly EditorField[];
  conflict: Conflict;
  values: unknown;
  who: string;
  chosen: Side | null;
  onChoose: (side: Side) => void;
};

function Choice({ fields, conflict, values, who, chosen, onChoose }: ChoiceProps): ReactNode {
  const found = fieldAt(fields, conflict.path, values);
  const name = useId();
  const sides = [
    { side: 'mine', label: 'Yours', value: conflict.mine },
    { side: 'theirs', label: who === 'Somebody' ? 'Theirs' : `${who}’s`, value: conflict.theirs },
  ] as const;
  return (
    <fieldset className="ed-versions__choice">
      <legend className="ed-versions__legend">{found?.labels.join(' › ') ?? conflict.path.join(' › ')}</legend>
      {sides.map(({ side, label, value }) => (
        <label key={side} className="ed-versions__side">
          <input type="radio" name={name} value={side} checked={chosen === side} onChange={() => onChoose(side)} />
          <span className="ed-versions__who">{label}</span>
          <span className="ed-versions__value">
            {found ? <ReadableValue field={found.field} value={value} /> : JSON.stringify(value)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type ChangesProps = { fields: readonly EditorField[]; values: unknown; changes: readonly Change[]; who: string };

/** Changes of one side, which need no decision. */
function Changes({ fields, values, changes, who }: ChangesProps): ReactNode {
  const labelsBy = (by: Change['by']) => [
    ...new Set(
      changes
        .filter((change) => change.by === by)
        .map(({ path }) => fieldAt(fields, path, values)?.labels.join(' › ') ?? path.join(' › ')),
    ),
  ];
  const rows = [
    { title: `Changed by ${who} only: theirs is used`, labels: labelsBy('them') },
    { title: 'Changed by you only: yours is used', labels: labelsBy('me') },
    { title: 'Changed by both in the same way', labels: labelsBy('both') },
  ].filter(({ labels }) => labels.length > 0);
  if (rows.length === 0) return null;
  return (
    <dl className="ed-versions__taken">
      {rows.map(({ title, labels }) => (
        <div key={title}>
          <dt>{title}</dt>
          {labels.map((label) => (
            <dd key={label}>{label}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
