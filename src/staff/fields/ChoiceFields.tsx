import { type ReactNode, useId } from 'react';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useField } from './use-field.ts';

/** One of many, as a native select. */
export function SelectField({ field, path }: { field: FieldOf<'select'>; path: string }): ReactNode {
  const control = useField(path);
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={false}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          {...control}
          className="ed-input ed-input--select"
          value={typeof control.value === 'string' ? control.value : ''}
          onChange={(event) => control.onChange(event.target.value)}
        >
          {field.nullable ? <option value="">None</option> : null}
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldShell>
  );
}

/** One of a few, all in a row: as labels, or as colours with their names. */
export function RadioField({ field, path }: { field: FieldOf<'radio' | 'colour'>; path: string }): ReactNode {
  const { ref, ...control } = useField(path);
  const name = useId();
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={false} isGroup>
      {({ labelId, 'aria-invalid': _, ...ids }) => (
        <div {...ids} className="ed-choice" role="radiogroup" aria-labelledby={labelId}>
          {field.options.map(({ value, label }) => {
            const isChosen = control.value === value;
            return (
              <label key={value} className="ed-choice__option">
                <input
                  className="ed-choice__input"
                  type="radio"
                  name={name}
                  value={value}
                  checked={isChosen}
                  ref={isChosen ? ref : undefined}
                  onBlur={control.onBlur}
                  onChange={() => control.onChange(value)}
                />
                {field.widget === 'colour' ? (
                  <span className={`ed-swatch ed-swatch--${value.toLowerCase()}`} aria-hidden="true" />
                ) : null}
                <span>{label}</span>
              </label>
            );
          })}
        </div>
      )}
    </FieldShell>
  );
}

/** A boolean. */
export function CheckboxField({ field, path }: { field: FieldOf<'checkbox'>; path: string }): ReactNode {
  const { value, ...control } = useField(path);
  const helpId = useId();
  return (
    <div className="ed-field" data-field={path}>
      <label className="ed-check">
        <input
          type="checkbox"
          {...control}
          checked={value === true}
          aria-describedby={field.help ? helpId : undefined}
          onChange={(event) => control.onChange(event.target.checked)}
        />
        <span>{field.label}</span>
      </label>
      {field.help ? (
        <p className="ed-field__help" id={helpId}>
          {field.help}
        </p>
      ) : null}
    </div>
  );
}
