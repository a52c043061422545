import { type ReactNode, Suspense, lazy } from 'react';
import { valueAt } from '#domain/objects.ts';
import { getKindNames } from '#kinds/registry.ts';
import type { KindName } from '#schema/fields.ts';
import { plainText, richTextSchema } from '#schema/rich-text.ts';
import { languageHere } from '../calls/editor-site.ts';
import { type EditorField, type Values, shownFields } from '#schema/editor-fields.ts';
import { useRecords } from '../picker/records.ts';

// The builder of pages shows none.
const FormFields = lazy(() => import('./FormFields.tsx'));

/** A field's value as text: records by their names, rich text without formatting, lists item by item. */
export function ReadableValue({ field, value }: { field: EditorField; value: unknown }): ReactNode {
  switch (field.widget) {
    case 'reference':
      return typeof value === 'number' ? <Records kind={field.kind} ids={[value]} /> : <Empty />;
    case 'references': {
      const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];
      return ids.length === 0 ? <Empty /> : <Records kind={field.kind} ids={ids} />;
    }
    case 'select':
      return textOr(field.options.find((option) => option.value === value)?.label ?? value);
    case 'checkbox':
      return value === true ? 'Yes' : 'No';
    case 'rich-text': {
      const parsed = richTextSchema.safeParse(value);
      return textOr(parsed.success ? plainText(parsed.data) : '');
    }
    case 'group':
      return <Parts fields={field.fields} values={value} />;
    case 'list': {
      if (!Array.isArray(value)) return <Parts fields={field.fields} values={value} />;
      if (value.length === 0) return <Empty />;
      return (
        <ol className="ed-versions__items">
          {value.map((item, index) => (
            <li key={index}>
              <Parts fields={field.fields} values={item} />
            </li>
          ))}
        </ol>
      );
    }
    case 'texts':
    case 'sites':
    case 'countries':
    case 'locales':
      return textOr(Array.isArray(value) ? value.join(', ') : value);
    case 'form-fields':
      if (!Array.isArray(value) || value.length === 0) return <Empty />;
      return (
        <Suspense fallback={null}>
          <FormFields content={value} />
        </Suspense>
      );
    case 'hidden':
      return null;
    default:
      return textOr(value);
  }
}

function textOr(value: unknown): ReactNode {
  if (typeof value === 'string' && value.trim() !== '') {
    return (
      <span className="ed-versions__text" lang={languageHere()}>
        {value}
      </span>
    );
  }
  return typeof value === 'number' ? String(value) : <Empty />;
}

function Empty(): ReactNode {
  return <span className="ed-versions__empty">empty</span>;
}

function Parts({ fields, values }: { fields: readonly EditorField[]; values: unknown }): ReactNode {
  if (typeof values !== 'object' || values === null) return <Empty />;
  return (
    <dl className="ed-versions__parts">
      {shownFields(fields, Object.fromEntries(Object.entries(values)) satisfies Values).map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <ReadableValue field={field} value={valueAt(values, [field.name])} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Records({ kind, ids }: { kind: KindName; ids: readonly number[] }): ReactNode {
  const records = useRecords(kind, ids);
  return ids.map((_, index) => records[index]?.title ?? getKindNames(kind).one).join(', ');
}
