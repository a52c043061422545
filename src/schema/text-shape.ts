import { type Condition } from './field-meta.ts';
import { type EditorField } from './editor-fields.ts';

/** Where data has texts that are translated: only the fields that lead to one. `when` has all that must hold for it to show. */
export type TextShape = { name: string; when?: Condition[] } & (
  | { is: 'text' | 'rich-text' | 'texts' | 'module' | 'by-locale' }
  | { is: 'group' | 'list'; fields: TextShape[] }
);

/**
 * The fields of a form that have texts. The database finds the texts of a page and of a record by it (`private.find_texts`).
 *
 * @example getTextShape(editorFields(schema)) // [{ name: 'title', is: 'text' }]
 */
export function getTextShape(fields: readonly EditorField[]): TextShape[] {
  return fields.flatMap((field): TextShape[] => {
    const is = getForm(field);
    if (!is) return [];
    const when = listConditions(fields, field);
    return [{ name: field.name, ...is, ...(when.length > 0 && { when }) }];
  });
}

type Form = TextShape extends infer Shape ? (Shape extends TextShape ? Omit<Shape, 'name' | 'when'> : never) : never;

function getForm(field: EditorField): Form | null {
  switch (field.widget) {
    case 'text':
    case 'long-text':
      return { is: 'text' };
    case 'rich-text':
    case 'texts':
      return { is: field.widget };
    case 'module-data':
      return { is: 'module' };
    case 'menu-items':
      return { is: 'by-locale' };
    case 'group':
    case 'list': {
      const fields = getTextShape(field.fields);
      return fields.length > 0 ? { is: field.widget, fields } : null;
    }
    case 'url':
    case 'video':
    case 'date':
    case 'date-time':
    case 'checkbox':
    case 'hidden':
    case 'number':
    case 'select':
    case 'radio':
    case 'colour':
    case 'reference':
    case 'references':
    case 'localized':
    case 'slug':
    case 'email':
    case 'country':
    case 'countries':
    case 'time-zone':
    case 'site':
    case 'sites':
    case 'locale':
    case 'locales':
    case 'file':
    case 'coordinate':
    case 'form-fields':
      return null;
  }
}

/** What must hold for a field to show: its own condition, and those of the fields that it looks at. */
function listConditions(fields: readonly EditorField[], field: EditorField, seen: readonly string[] = []): Condition[] {
  const { when } = field;
  if (!when || seen.includes(field.name)) return [];
  const above = fields.find(({ name }) => name === when.field);
  return [when, ...(above ? listConditions(fields, above, [...seen, field.name]) : [])];
}
