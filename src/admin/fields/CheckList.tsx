import type { ReactNode } from 'react';
import { FieldShell } from '#staff/fields/FieldShell.tsx';
import { useField } from '#staff/fields/use-field.ts';
import type { OptionProps } from './OptionField.tsx';

/** Several of a few, in the order of the options. */
export function CheckList({ field, path, options }: OptionProps): ReactNode {
  const { ref, ...control } = useField(path);
  const chosen: readonly unknown[] = Array.isArray(control.value) ? control.value : [];
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup isWhole>
      {({ labelId, 'aria-describedby': describedBy }) => (
        <div role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          {options.map(({ value, label }, index) => (
            <label key={value} className="ed-check">
              <input
                ref={index === 0 ? ref : undefined}
                type="checkbox"
                checked={chosen.includes(value)}
                onBlur={control.onBlur}
                onChange={({ target }) =>
                  control.onChange(
                    options.flatMap((option) =>
                      (option.value === value ? target.checked : chosen.includes(option.value)) ? [option.value] : [],
                    ),
                  )
                }
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
    </FieldShell>
  );
}
