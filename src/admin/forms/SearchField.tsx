import type { ReactNode } from 'react';
import { LabeledField } from '#staff/fields/LabeledField.tsx';

type Props = { label: string; placeholder: string; value: string; onChange: (value: string) => void };

/** The search input of a list. */
export function SearchField({ label, placeholder, value, onChange }: Props): ReactNode {
  return (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          type="search"
          className="ed-input"
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </LabeledField>
  );
}
