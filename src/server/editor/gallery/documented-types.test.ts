import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { registeredTypes, definitionOf } from '#modules/definitions.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';

const layout = ['spaceLayoutTop', 'spaceLayoutBottom', 'backgroundColor'];

/** A field as `docs/modules.md` writes it: a star where it is required, its limit in brackets, and what its items hold. */
function written(field: EditorField): string {
  const name = field.required ? `${field.name}*` : field.name;
  switch (field.widget) {
    case 'text':
    case 'long-text':
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

const page = readFileSync(fileURLToPath(new URL('../../../../docs/modules.md', import.meta.url)), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| ([A-Z_]+) +\| (.+?) +\| .+ \| (.+?) +\|$/gm)].map(([, type, name, fields]) => [
    type,
    { name, fields },
  ]),
);

it.each(registeredTypes)('%s is written down with its name, its fields and their limits', (type) => {
  const { schema, displayName, slots } = definitionOf(type);
  const fields = editorFields(schema).filter(({ name }) => !layout.includes(name));
  const holds = fields
    .map(written)
    .map((text, index) => (slots && fields[index]?.widget === 'list' ? `${text}, modules` : text));
  expect(rows.get(type)).toEqual({ name: displayName, fields: holds.join('; ') });
});
