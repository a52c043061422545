import { type ReactNode, Suspense, createContext, lazy, useContext } from 'react';
import { useWatch } from 'react-hook-form';
import { AddressField } from './AddressField.tsx';
import { CheckboxField, RadioField, SelectField } from './ChoiceFields.tsx';
import { DateField } from './DateField.tsx';
import { type EditorField, type FieldOf, type RecordWidget, shownFields } from '#schema/editor-fields.ts';
import { ListField } from './ListField.tsx';
import { NumberField } from './NumberField.tsx';
import { ReferenceField, ReferencesField } from './ReferenceFields.tsx';
import { TextField } from './TextField.tsx';

/** Loaded on demand: the largest part of the editor, which not every module needs. */
const RichTextField = lazy(() => import('./RichTextField.tsx'));

/** Draws the widgets that only records have; forms of modules have none of them. */
export const RecordFields = createContext<((field: FieldOf<RecordWidget>, path: string) => ReactNode) | null>(null);

/** The fields of an object at a path of the form; those whose condition does not hold are left out. */
export function Fields({ fields, path }: { fields: readonly EditorField[]; path: string }): ReactNode {
  const siblings = useSiblings(
    path,
    fields.flatMap(({ when }) => when?.field ?? []),
  );
  return shownFields(fields, siblings).map((field) => (
    <Field key={field.name} field={field} path={join(path, field.name)} />
  ));
}

/** The values that conditions depend on, by name. */
function useSiblings(path: string, names: readonly string[]): Record<string, unknown> {
  const unique = [...new Set(names)];
  const values: unknown[] = useWatch({ name: unique.map((name) => join(path, name)) });
  return Object.fromEntries(unique.map((name, index) => [name, values[index]]));
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function Field({ field, path }: { field: EditorField; path: string }): ReactNode {
  switch (field.widget) {
    case 'text':
    case 'long-text':
      return <TextField field={field} path={path} />;
    case 'url':
    case 'video':
      return <AddressField field={field} path={path} />;
    case 'number':
      return <NumberField field={field} path={path} />;
    case 'date':
    case 'date-time':
      return <DateField field={field} path={path} />;
    case 'rich-text':
      return (
        <Suspense fallback={<p role="status">{field.label} …</p>}>
          <RichTextField field={field} path={path} />
        </Suspense>
      );
    case 'select':
      return <SelectField field={field} path={path} />;
    case 'radio':
    case 'colour':
      return <RadioField field={field} path={path} />;
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
          {field.help ? <p className="ed-field__help">{field.help}</p> : null}
          <Fields fields={field.fields} path={path} />
        </fieldset>
      );
    case 'hidden':
      return null;
    default:
      return <RecordField field={field} path={path} />;
  }
}

function RecordField({ field, path }: { field: FieldOf<RecordWidget>; path: string }): ReactNode {
  const draw = useContext(RecordFields);
  return draw ? draw(field, path) : null;
}
