import { isRecord, ownValue } from '#domain/objects.ts';
import { type EditorField, shownFields } from './editor-fields.ts';

type Path = readonly (string | number)[];

/**
 * The field of a form that shows what is at a path of its data, and behind it the place within that field: which of several records,
 * or which link of a formatted text. Null for what no form shows: hidden fields, and those whose condition does not hold.
 *
 * @example formPath(fields, data, ['cards', 2, 'link']) // ['cards', 2, 'link']
 */
export function formPath(fields: readonly EditorField[], data: unknown, path: Path): Path | null {
  const [name, ...rest] = path;
  const values = isRecord(data) ? data : {};
  const field = shownFields(fields, values).find((candidate) => candidate.name === name);
  if (!field) return null;
  const value = ownValue(values, field.name);
  const [next, ...behind] = rest;
  switch (field.widget) {
    case 'group':
      return next === undefined ? [field.name] : within([field.name], formPath(field.fields, value, rest));
    case 'list':
    case 'localized': {
      if (next === undefined) return [field.name];
      const item: unknown = Array.isArray(value)
        ? value[Number(next)]
        : ownValue(isRecord(value) ? value : {}, String(next));
      return behind.length === 0
        ? [field.name, next]
        : within([field.name, next], formPath(field.fields, item, behind));
    }
    case 'references':
    case 'rich-text':
      return typeof next === 'number' ? [field.name, next] : [field.name];
    default:
      return [field.name];
  }
}

function within(above: Path, path: Path | null): Path | null {
  return path && [...above, ...path];
}
