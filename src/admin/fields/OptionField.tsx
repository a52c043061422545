import type { ReactNode } from 'react';
import type { EditorField } from '#schema/editor-fields.ts';
import type { Option } from '#schema/field-meta.ts';
import { FieldShell } from '#staff/fields/FieldShell.tsx';
import { useField } from '#staff/fields/use-field.ts';

export type OptionProps = { field: EditorField; path: string; options: readonly Option[] };

/** One of many, which may not be chosen yet. */
export function OptionField({ field, path, options }: OptionProps): ReactNode {
  const control = useField(path);
  const value = typeof control.value === 'string' ? control.value : '';
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          {...control}
          className="ed-input ed-input--select"
          value={value}
          onChange={(event) => control.onChange(event.target.value)}
        >
          {value === '' || field.nullable ? <option value="">{field.nullable ? 'None' : 'Choose …'}</option> : null}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldShell>
  );
}
