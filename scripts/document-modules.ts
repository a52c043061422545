import { z } from 'zod';
import { type RegisteredType, registeredTypes, getDefinition, isRegisteredType } from '#modules/definitions.ts';
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

function formatFields(type: RegisteredType): string {
  const { schema, slots } = getDefinition(type);
  return editorFields(schema)
    .filter(({ name }) => !layout.has(name))
    .map((field) => (slots && field.widget === 'list' ? `${written(field)}, modules` : written(field)))
    .join('; ');
}

const table = /^\| type .*\n\| -.*\n(?:\|.*\n)+/m;

const described = z.object({ description: z.string() });

async function describeType(type: RegisteredType): Promise<string> {
  const folder = type.toLowerCase().replaceAll('_', '-');
  return described.parse(await import(`../src/modules/${folder}/schema.ts`)).description;
}

/** The document with its table as the module types are now: new types come last. */
export async function withModules(document: string): Promise<string> {
  const old = table.exec(document)?.[0];
  if (old === undefined) throw new Error('docs/modules.md has no table of the module types');
  const listed = [...old.matchAll(/^\| ([A-Z_]+) /gm)].map(([, type = '']) => type);
  const known = listed.filter(isRegisteredType);
  const types = [...known, ...registeredTypes.filter((type) => !listed.includes(type))];
  const rows = await Promise.all(
    types.map(async (type) => [type, getDefinition(type).displayName, await describeType(type), formatFields(type)]),
  );
  return document.replace(old, () => `${markdownTable(['type', 'display name', 'what it is', 'fields'], rows)}\n`);
}
