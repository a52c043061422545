import type { ReactNode } from 'react';
import type { CallFailure } from '../calls/api.ts';
import { LabeledField } from '../fields/LabeledField.tsx';

export type SectionTexts = { name: string; note: string };

type Props = { value: SectionTexts; failure: CallFailure | null; onChange: (value: SectionTexts) => void };

/** What a section is called, and what it is for. */
export function SectionFields({ value, failure, onChange }: Props): ReactNode {
  const findIssue = (field: keyof SectionTexts) => failure?.issues.find(({ path }) => path[0] === field)?.message;
  return (
    <>
      <LabeledField label="Name" required error={findIssue('name')}>
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            autoComplete="off"
            maxLength={120}
            value={value.name}
            onChange={({ target }) => onChange({ ...value, name: target.value })}
          />
        )}
      </LabeledField>
      <LabeledField label="Note" error={findIssue('note')} help="What it is for, so that colleagues find it.">
        {({ labelId: _, ...ids }) => (
          <textarea
            {...ids}
            className="ed-input"
            rows={2}
            maxLength={500}
            value={value.note}
            onChange={({ target }) => onChange({ ...value, note: target.value })}
          />
        )}
      </LabeledField>
    </>
  );
}

/** A failure that no field tells. */
export function elsewhere(failure: CallFailure | null): CallFailure | null {
  return failure?.issues.some(({ path }) => path[0] === 'name' || path[0] === 'note') ? null : failure;
}
