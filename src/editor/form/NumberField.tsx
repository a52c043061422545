import { type ReactNode, useState } from 'react';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useField } from './use-field.ts';

/** A number. Nothing typed is null, and what is no number is kept as NaN, which no schema takes. */
export function NumberField({ field, path }: { field: FieldOf<'number'>; path: string }): ReactNode {
  const control = useField(path);
  const value: unknown = control.value;
  /** As typed, such as `1.0`, while it stands for the value. */
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
