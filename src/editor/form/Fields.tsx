import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { countCharacters } from '#modules/fields.ts';
import { type FieldOf, type FormField, isShown } from './form-fields.ts';
import { FieldShell } from './FieldShell.tsx';
import { ListField } from './ListField.tsx';
import { ReferenceField, ReferencesField } from './ReferenceFields.tsx';
import { RichTextField } from './RichTextField.tsx';

/** The fields of an object at a path of the form; those whose condition does not hold are left out. */
export function Fields({ fields, path }: { fields: readonly FormField[]; path: string }): ReactNode {
  const siblings = useSiblings(
    path,
    fields.flatMap(({ when }) => when?.field ?? []),
  );
  return fields
    .filter((field) => isShown(field, siblings))
    .map((field) => <Field key={field.name} field={field} path={join(path, field.name)} />);
}

/** The values that conditions look at, by name. */
function useSiblings(path: string, names: readonly string[]): Record<string, unknown> {
  const unique = [...new Set(names)];
  const values: unknown[] = useWatch({ name: unique.map((name) => join(path, name)) });
  return Object.fromEntries(unique.map((name, index) => [name, values[index]]));
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function Field({ field, path }: { field: FormField; path: string }): ReactNode {
  switch (field.widget) {
    case 'text':
    case 'long-text':
      return <TextField field={field} path={path} />;
    case 'rich-text':
      return <RichTextField field={field} path={path} />;
    case 'select':
      return <SelectField field={field} path={path} />;
    case 'checkbox':
      return <CheckboxField field={field} path={path} />;
    case 'reference':
      return <ReferenceField field={field} path={path} />;
    case 'references':
      return <ReferencesField field={field} path={path} />;
    case 'list':
      return (
        <ListField field={field} path={path} renderFields={(fields, at) => <Fields fields={fields} path={at} />} />
      );
    case 'group':
      return (
        <fieldset className="ed-group">
          <legend className="ed-group__legend">{field.label}</legend>
          <Fields fields={field.fields} path={path} />
        </fieldset>
      );
    case 'hidden':
      return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function TextField({ field, path }: { field: FieldOf<'text' | 'long-text'>; path: string }): ReactNode {
  const control = useController({ name: path });
  const value = textOf(control.field.value);
  const area = useRef<HTMLTextAreaElement | null>(null);

  // Grows with what is written; browsers that do it by themselves need no help.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  });

  const { max } = field;
  const count = max === null ? 0 : countCharacters(value);
  const aside =
    max === null ? null : (
      <span className={count > max ? 'ed-counter ed-counter--over' : 'ed-counter'} aria-hidden="true">
        {count} / {max}
      </span>
    );
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} aside={aside}>
      {({ labelId: _, ...ids }) =>
        field.widget === 'text' ? (
          <input {...ids} className="ed-input" type="text" autoComplete="off" {...control.field} value={value} />
        ) : (
          <textarea
            {...ids}
            className="ed-input ed-input--area"
            rows={3}
            {...control.field}
            value={value}
            ref={(element) => {
              area.current = element;
              control.field.ref(element);
            }}
          />
        )
      }
    </FieldShell>
  );
}

function SelectField({ field, path }: { field: FieldOf<'select'>; path: string }): ReactNode {
  const control = useController({ name: path });
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={false}>
      {({ labelId: _, ...ids }) => (
        <select {...ids} className="ed-input ed-input--select" {...control.field} value={textOf(control.field.value)}>
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

function CheckboxField({ field, path }: { field: FieldOf<'checkbox'>; path: string }): ReactNode {
  const { value, ...control } = useController({ name: path }).field;
  return (
    <label className="ed-check">
      <input
        type="checkbox"
        {...control}
        checked={value === true}
        onChange={(event) => control.onChange(event.target.checked)}
      />
      <span>{field.label}</span>
      {field.help ? <small>{field.help}</small> : null}
    </label>
  );
}
