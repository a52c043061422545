import type { ReactNode } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import type { ActionOutput } from '../api.ts';
import { LabeledField } from '../form/LabeledField.tsx';

/** A version of a page or a record: its draft, or what was published once, by its id. */
export type Side = 'draft' | number;

type Version = Omit<ActionOutput<'listPageVersions'>[number], 'number' | 'locales'> & {
  /** There is nothing to show of it: what it is of was deleted. */
  isGone?: boolean;
};
type Props = {
  label: string;
  versions: readonly Version[];
  /** Whether there is a draft to choose. */
  hasDraft?: boolean;
  value: Side;
  onChange: (side: Side) => void;
};

/** One side of a comparison: the draft, or a publish with who made it and when. */
export function VersionChoice({ label, versions, hasDraft = true, value, onChange }: Props): ReactNode {
  const chosen = versions.find(({ id }) => id === value);
  return (
    <div className="ed-history__side">
      <LabeledField label={label}>
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={value}
            onChange={({ target }) => onChange(target.value === 'draft' ? 'draft' : Number(target.value))}
          >
            {hasDraft ? <option value="draft">The draft</option> : null}
            {versions.map((version) => (
              <option key={version.id} value={version.id} disabled={version.isGone}>
                {nameOf(version, versions)}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {chosen?.receipt ? (
        <a href={`${adminPaths.publishes}/${chosen.receipt}`}>
          What this publish changed<span className="ed-unseen">: {nameOf(chosen, versions)}</span>
        </a>
      ) : null}
    </div>
  );
}

const minuteOf = (at: string) => new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function nameOf(
  { id, at, by, release, is_live, takes_back, isGone = false }: Version,
  versions: readonly Version[],
): string {
  // Those of one minute are told apart by their seconds.
  const isAlone = versions.every((other) => other.id === id || minuteOf(other.at) !== minuteOf(at));
  const when = isAlone
    ? minuteOf(at)
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
