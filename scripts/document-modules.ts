import { type RegisteredType, registeredTypes, definitionOf, isRegisteredType } from '#modules/definitions.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import { markdownTable } from './markdown-table.ts';

/** The table of `docs/modules.md`, made from the module types. */

const layout = new Set(['spaceLayoutTop', 'spaceLayoutBottom', 'backgroundColor']);

/** A field: a star where it is required, its limit in brackets, and what its items hold. */
function written(field: EditorField): string {
  const name = field.required ? `${field.name}*` : field.name;
  switch (field.widget) {
    case 'text':
    case 'long-text':
    case 'rich-text':
      return field.max === null ? name : `${name} [${field.max}]`;
    case 'references':
      return field.max === null ? name : `${name} (${field.max})`;
    case 'list': {
      const parts = field.fields.filter(({ widget }) => widget !== 'hidden').map(written);
      return `${field.max === null ? name : `${name} (${field.max})`}: ${parts.join(', ')}`;
    }
    default:
      return name;
  }
}

function fieldsOf(type: RegisteredType): string {
  const { schema, slots } = definitionOf(type);
  return editorFields(schema)
    .filter(({ name }) => !layout.has(name))
    .map((field) => (slots && field.widget === 'list' ? `${written(field)}, modules` : written(field)))
    .join('; ');
}

const table = /^\| type .*\n\| -.*\n(?:\|.*\n)+/m;

/** The document with its table as the module types are now: new types come last. */
export function withModules(document: string): string {
  const old = table.exec(document)?.[0];
  if (old === undefined) throw new Error('docs/modules.md has no table of the module types');
  const listed = [...old.matchAll(/^\| ([A-Z_]+) /gm)].map(([, type = '']) => type);
  const known = listed.filter(isRegisteredType);
  const rows = [...known, ...registeredTypes.filter((type) => !listed.includes(type))].map((type) => {
    const { displayName, description } = definitionOf(type);
    return [type, displayName, description, fieldsOf(type)];
  });
  return document.replace(old, () => `${markdownTable(['type', 'display name', 'what it is', 'fields'], rows)}\n`);
}
