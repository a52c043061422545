import type { ReactNode } from 'react';
import type { EditorField } from '#schema/editor-fields.ts';
import { FieldShell } from '#staff/fields/FieldShell.tsx';
import { useField } from '#staff/fields/use-field.ts';
import { countryOptions } from './country-options.ts';

/** Several countries: chosen one after the other, each with a button that removes it. */
export function CountriesField({ field, path }: { field: EditorField; path: string }): ReactNode {
  const control = useField(path);
  const chosen = Array.isArray(control.value) ? control.value.filter((code) => typeof code === 'string') : [];
  const options = countryOptions();
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isWhole>
      {({ labelId: _, ...ids }) => (
        <>
          <select
            {...ids}
            ref={control.ref}
            className="ed-input ed-input--select"
            value=""
            onBlur={control.onBlur}
            onChange={({ target }) => control.onChange([...chosen, target.value])}
          >
            <option value="">Add a country …</option>
            {options
              .filter(({ value }) => !chosen.includes(value))
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </select>
          {chosen.length > 0 ? (
            <ul className="adm-chips">
              {chosen.map((code) => {
                const name = options.find(({ value }) => value === code)?.label ?? code;
                return (
                  <li key={code} className="adm-chip">
                    {name}
                    <button
                      type="button"
                      className="adm-chip__remove"
                      aria-label={`Remove ${name}`}
                      onClick={() => control.onChange(chosen.filter((other) => other !== code))}
                    >
                      ×
                    </button>
                  </li>
                );
              })}
            </ul>
          ) : null}
        </>
      )}
    </FieldShell>
  );
}
