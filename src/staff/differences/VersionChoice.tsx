import type { ReactNode } from 'react';
import type { DiscardedId } from '#domain/pages/discarded-id.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { ActionOutput } from '../calls/api.ts';
import { LabeledField } from '../fields/LabeledField.tsx';

/** A version of a page or a record: its draft, what was published once, by its id, or a draft that was thrown away. */
export type Side = 'draft' | number | DiscardedId;

type Discarded = ActionOutput<'listDiscardedPages'>[number];

type Version = Omit<ActionOutput<'listPageVersions'>[number], 'number' | 'locales'> & {
  /** There is nothing to show of it: what it is of was deleted. */
  isGone?: boolean;
};
type Props = {
  label: string;
  versions: readonly Version[];
  discarded: readonly Discarded[];
  /** Whether there is a draft to choose. */
  hasDraft?: boolean;
  value: Side;
  onChange: (side: Side) => void;
};

/** One side of a comparison: the draft, or a publish with who made it and when. */
export function VersionChoice({ label, versions, discarded, hasDraft = true, value, onChange }: Props): ReactNode {
  const chosen = versions.find(({ id }) => id === value);
  return (
    <div className="ed-history__side">
      <LabeledField label={label}>
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={value}
            onChange={({ target }) => onChange(parseSide(target.value, discarded))}
          >
            {hasDraft ? <option value="draft">The draft</option> : null}
            {versions.map((version) => (
              <option key={version.id} value={version.id} disabled={version.isGone}>
                {formatName(version, versions)}
              </option>
            ))}
            {discarded.length > 0 ? (
              <optgroup label="Thrown away in the last 30 days">
                {discarded.map((draft) => (
                  <option key={draft.id} value={draft.id}>
                    {discardedName(draft)}
                  </option>
                ))}
              </optgroup>
            ) : null}
          </select>
        )}
      </LabeledField>
      {chosen?.receipt ? (
        <a href={`${adminPaths.publishes}/${chosen.receipt}`}>
          What this publish changed<span className="ed-unseen">: {formatName(chosen, versions)}</span>
        </a>
      ) : null}
    </div>
  );
}

function parseSide(value: string, discarded: readonly Discarded[]): Side {
  if (value === 'draft') return value;
  return discarded.find(({ id }) => id === value)?.id ?? Number(value);
}

const whyLabels = {
  discarded: 'Discarded draft',
  replaced: 'Replaced draft',
  'taken-out': 'Taken out',
  deleted: 'Deleted with it',
} as const;

function discardedName({ why, release, savedBy, discardedAt, discardedBy }: Discarded): string {
  const what =
    release === null
      ? whyLabels[why]
      : `${why === 'taken-out' ? 'Taken out of' : 'Replaced in'} the release “${release}”`;
  return [
    formatMinute(discardedAt),
    `${what} by ${discardedBy ?? 'somebody'}`,
    savedBy === null || savedBy === discardedBy ? '' : `saved by ${savedBy}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const formatMinute = (at: string) => new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function formatName(
  { id, at, by, release, is_live, takes_back, isGone = false }: Version,
  versions: readonly Version[],
): string {
  // Those of one minute are told apart by their seconds.
  const isAlone = versions.every((other) => other.id === id || formatMinute(other.at) !== formatMinute(at));
  const when = isAlone
    ? formatMinute(at)
    : new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
  const released = release === null ? '' : `release “${release}”`;
  return [
    when,
    by ?? 'By a program',
    released,
    takes_back === null ? '' : 'takes a publish back',
    isGone ? 'deleted' : '',
    is_live ? 'live now' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
