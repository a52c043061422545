import { type ReactNode, useId } from 'react';
import type { EditorField } from '#schema/editor-fields.ts';
import { FieldShell } from '#staff/fields/FieldShell.tsx';
import { useField } from '#staff/fields/use-field.ts';

type Props = { field: EditorField; path: string; type: 'email' | 'text'; suggestions?: readonly string[] };

/** One line that is no text of a language, with suggestions where there are some. */
export function InputField({ field, path, type, suggestions }: Props): ReactNode {
  const control = useField(path);
  const listId = useId();
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required}>
      {({ labelId: _, ...ids }) => (
        <>
          <input
            {...ids}
            {...control}
            className="ed-input"
            type={type}
            autoComplete="off"
            list={suggestions ? listId : undefined}
            value={typeof control.value === 'string' ? control.value : ''}
            onChange={(event) => control.onChange(event.target.value)}
          />
          {suggestions ? (
            <datalist id={listId}>
              {suggestions.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </FieldShell>
  );
}
