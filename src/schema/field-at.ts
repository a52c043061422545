import { englishNames, locales } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import { type EditorField, itemTitle } from './editor-fields.ts';

type Path = readonly (string | number)[];

/** A field found by a path of the data, and the labels that lead to it: `Cards › Card 2 › Title`. */
type Found = { field: EditorField; labels: readonly string[] };

/**
 * The field at a path of a module's data; an item of a list is found as its list. Null for a path without a field. With
 * `values`, items are named by their titles.
 */
export function fieldAt(fields: readonly EditorField[], path: Path, values?: unknown): Found | null {
  const [name, ...rest] = path;
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) return null;
  const value = valueAt(values, [field.name]);
  const next = rest[0];
  if (next === undefined) return { field, labels: [field.label] };
  if (field.widget === 'group') return under(field.label, fieldAt(field.fields, rest, value));
  if (field.widget === 'localized') {
    const language = locales.find((locale) => locale === next);
    if (!language) return { field, labels: [field.label] };
    return (
      under(englishNames[language], fieldAt(field.fields, rest.slice(1), valueAt(value, [next]))) ?? {
        field,
        labels: [englishNames[language]],
      }
    );
  }
  if (field.widget === 'list' && typeof next === 'number') {
    const kind = `${field.itemLabel.charAt(0).toUpperCase()}${field.itemLabel.slice(1)} ${next + 1}`;
    const item = valueAt(value, [next]);
    const title = itemTitle(field.fields, item);
    const label = title === '' ? kind : `${kind} “${title}”`;
    if (rest.length === 1) return { field, labels: [field.label, label] };
    return under(field.label, under(label, fieldAt(field.fields, rest.slice(1), item)));
  }
  return { field, labels: [field.label] };
}

function under(label: string, found: Found | null): Found | null {
  return found && { ...found, labels: [label, ...found.labels] };
}
