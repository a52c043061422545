import type { ReactNode } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import type { ActionOutput } from '../api.ts';
import { LabeledField } from '../form/LabeledField.tsx';

/** A version of a page: its draft, or what was published once, by its id. */
export type Side = 'draft' | number;

type Version = ActionOutput<'listPageVersions'>[number];
type Props = { label: string; versions: readonly Version[]; value: Side; onChange: (side: Side) => void };

/** One side of a comparison: the draft, or a publish with who made it and when. */
export function VersionChoice({ label, versions, value, onChange }: Props): ReactNode {
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
            <option value="draft">The draft</option>
            {versions.map((version) => (
              <option key={version.id} value={version.id}>
                {nameOf(version)}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {chosen?.receipt ? (
        <a href={`${adminPaths.publishes}/${chosen.receipt}`}>
          What this publish changed<span className="ed-unseen">: {nameOf(chosen)}</span>
        </a>
      ) : null}
    </div>
  );
}

function nameOf({ at, by, release, is_live, takes_back }: Version): string {
  const when = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  const released = release === null ? '' : `release “${release}”`;
  return [
    when,
    by ?? 'By a program',
    released,
    takes_back === null ? '' : 'takes a publish back',
    is_live ? 'live now' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
