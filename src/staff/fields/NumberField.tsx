import { type ReactNode, useState } from 'react';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useField } from './use-field.ts';

/** A number. An empty input is null; an invalid one is NaN, which every schema refuses. */
export function NumberField({ field, path }: { field: FieldOf<'number'>; path: string }): ReactNode {
  const control = useField(path);
  const value: unknown = control.value;
  /** The text as typed, such as `1.0`, while it is a spelling of the value. */
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  const text = typed && Object.is(typed.value, value) ? typed.text : typeof value === 'number' ? String(value) : '';
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          {...control}
          className="ed-input ed-input--number"
          type="number"
          min={field.min ?? undefined}
          max={field.max ?? undefined}
          step={field.step}
          value={text === 'NaN' ? '' : text}
          onChange={({ target }) => {
            const next = target.validity.badInput ? Number.NaN : target.value === '' ? null : target.valueAsNumber;
            setTyped({ text: target.value, value: next });
            control.onChange(next);
          }}
        />
      )}
    </FieldShell>
  );
}
