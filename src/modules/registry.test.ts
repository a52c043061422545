import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type RegisteredType, definitions, registeredTypes, shownTypes, getDefinition } from './definitions.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import { isReferenceKind } from '#kinds/registry.ts';
import { valueAt } from '#domain/objects.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import { fieldRegistry, requiredMessage } from '#schema/fields.ts';
import { newValues, withPlaceholders } from '#schema/placeholders.ts';
import { getInnerDef } from '#schema/schema-def.ts';
import { describeType } from './describe-type.ts';
import { getMount } from './mounts.ts';
import { upgrades } from './upgrades.ts';
import { toViewFile } from './view-file.ts';
import { loadView } from './views.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const migrations = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url));

const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();
const read = (file: string) => readFileSync(`${here}${file}`, 'utf8');

/** The folder of a type, by its line in the registry: `accordion` for `accordion/schema.ts`. */
const folderOf = new Map(
  [...read('registry.ts').matchAll(/^export \{ \w+ as ([A-Z_]+) \} from '\.\/([\w-]+)\/schema\.ts';$/gm)].map(
    ([, type, folder]) => [type, folder],
  ),
);

describe('folders of modules', () => {
  it.each(folders)('%s has every part', (folder) => {
    for (const part of ['schema.ts', 'View.tsx', `${folder}.test.tsx`]) {
      expect(existsSync(`${here}${folder}/${part}`), `src/modules/${folder}/${part}`).toBe(true);
    }
  });

  it.each(folders)('%s shows what its schema says, with its own styles', (folder) => {
    const view = read(`${folder}/View.tsx`);
    // A view may have no stylesheet of its own.
    if (existsSync(`${here}${folder}/${folder}.css`)) expect(view).toContain(`import './${folder}.css';`);
    expect([...folderOf.values()], `${folder} in registry.ts`).toContain(folder);
  });

  it('has one for each type in the registry, and nothing else', () => {
    expect(new Set(folderOf.keys())).toEqual(new Set(registeredTypes));
    expect(new Set(folderOf.values())).toEqual(new Set(folders));
  });
});

describe('the view of a type', () => {
  it.each(registeredTypes)(
    '%s is mounted and previewed from the folder of its schema, and named by its type',
    async (type) => {
      expect(toViewFile(type)).toBe(`./${folderOf.get(type)}/View.tsx`);
      expect(getMount(type)).toBe((await loadView(type)).View);
      if (shownTypes.includes(type)) expect(read(toViewFile(type))).toContain(`type="${type}"`);
    },
  );
});

describe('islands', () => {
  const listed = [...read('../astro/Islands.astro').matchAll(/<(\w+)\s+client:/g)].map(([, name]) => name);
  const views = readdirSync(`${here}..`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(kinds|modules|ui)\/.*\.tsx$/.test(file) && !file.endsWith('.test.tsx'),
  );
  const used = views.flatMap((file) =>
    [...read(`../${file}`).matchAll(/<Island\s+name="(\w+)"/g)].map(([, name]) => name),
  );

  it('are all bundled, and no other', () => {
    expect(new Set(listed)).toEqual(new Set(used));
  });
});

describe('types', () => {
  it('are those of the database', () => {
    const sql = readdirSync(migrations)
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .map((file) => readFileSync(`${migrations}${file}`, 'utf8'))
      .join('\n');
    const list = /create type public\.module_type as enum \(([^)]*)\)/.exec(sql)?.[1] ?? '';
    const added = [
      ...sql.matchAll(
        /alter type public\.module_type add value (?:if not exists )?'(\w+)'(?: (?:before|after) '\w+')?\s*;/g,
      ),
    ];
    const values = [...list.matchAll(/'(\w+)'/g), ...added].map(([, value]) => value);
    expect(new Set(values), 'Run: npm run db -- migration NAME').toEqual(new Set(registeredTypes));
    expect(values).toHaveLength(registeredTypes.length);
  });

  it('have a heading above their content, unless they have a title of their own', () => {
    const fields = (type: RegisteredType) => Object.keys(shapeOf(getDefinition(type).schema) ?? {});
    expect(shownTypes.filter((type) => !fields(type).some((name) => name === 'heading' || name === 'title'))).toEqual(
      [],
    );
  });

  it('say in a few words what they are', () => {
    const words = registeredTypes.map((type) => describeType(type));
    expect(words.filter((text) => !/^[a-z][^_|]{8,90}[^.\s]$/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });

  it('have unique display names', () => {
    const names = registeredTypes.map((type) => getDefinition(type).displayName.trim());
    expect(names).not.toContain('');
    expect(new Set(names).size).toBe(names.length);
  });
});

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | null {
  const def = getInnerDef(schema);
  return def.type === 'object' ? def.shape : null;
}

function itemOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const def = getInnerDef(schema);
  return def.type === 'array' ? def.element : null;
}

const metaOf = (schema: z.core.$ZodType) => fieldRegistry.get(schema);

/** Everything that is wrong with the metadata of an object's fields, each with its path. */
function faultsOf(schema: z.core.$ZodType, path: string): string[] {
  const shape = shapeOf(schema);
  if (!shape) return [`${path} is no object`];
  return Object.entries(shape).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    const meta = metaOf(field);
    if (!meta) return [`${at} has no metadata: make it with a function of fields.ts`];
    const faults: string[] = [];
    if (meta.label.trim() === '') faults.push(`${at} has no label`);
    if (name === 'id' && meta.widget !== 'hidden') faults.push(`${at} is an id that editors see`);
    if ('kind' in meta && !isReferenceKind(meta.kind)) faults.push(`${at} names ${meta.kind}, which has no picker`);
    if (meta.when) {
      const other = shape[meta.when.field];
      const options = other && metaOf(other);
      if (!other) faults.push(`${at} depends on ${meta.when.field}, which does not exist beside it`);
      else if (options && 'options' in options) {
        const values: unknown[] = options.options.map(({ value }) => value);
        const unknown = meta.when.equals.filter((value) => !values.includes(value));
        if (unknown.length > 0)
          faults.push(`${at} waits for ${unknown.join(', ')}, which ${meta.when.field} cannot be`);
      }
    }
    if (meta.widget === 'group') faults.push(...faultsOf(field, at));
    if (meta.widget === 'list') {
      const item = itemOf(field);
      faults.push(...(item ? faultsOf(item, `${at}[]`) : [`${at} is no list`]));
      if (meta.itemLabel.trim() === '') faults.push(`${at} has no name for its items`);
    }
    return faults;
  });
}

function holdsRequiredReference(schema: z.core.$ZodType): boolean {
  const meta = metaOf(schema);
  if (meta?.widget === 'reference') return meta.required;
  const item = itemOf(schema);
  if (item) return holdsRequiredReference(item);
  return Object.values(shapeOf(schema) ?? {}).some(holdsRequiredReference);
}

function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | null {
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  const next = typeof first === 'number' ? itemOf(schema) : shapeOf(schema)?.[String(first)];
  return next ? schemaAt(next, rest) : null;
}

function isText(schema: z.core.$ZodType | null): boolean {
  const widget = schema && metaOf(schema)?.widget;
  return widget === 'text' || widget === 'long-text' || widget === 'rich-text';
}

/** The texts in data of fields that hold some. */
function textsIn(fields: readonly EditorField[], data: unknown): string[] {
  return fields.flatMap((field): string[] => {
    const value = valueAt(data, [field.name]);
    if (field.widget === 'group') return textsIn(field.fields, value);
    if (field.widget === 'list' && Array.isArray(value)) return value.flatMap((item) => textsIn(field.fields, item));
    if (field.widget === 'rich-text') return JSON.stringify(value).match(/"text":"[^"]*"/g) ?? [];
    const isWritten = ['text', 'long-text', 'url', 'video'].includes(field.widget);
    return isWritten && typeof value === 'string' && value !== '' ? [value] : [];
  });
}

function examplesIn(placeholders: unknown): string[] {
  if (typeof placeholders === 'string') return [placeholders];
  return typeof placeholders === 'object' && placeholders !== null
    ? Object.values(placeholders).flatMap(examplesIn)
    : [];
}

describe.each(registeredTypes)('%s', (type) => {
  const definition: ModuleDefinition = getDefinition(type);

  it('is entered under its own type, with a version and a way up to it', () => {
    expect(definitions[type].type).toBe(type);
    expect(definition.version).toBeGreaterThan(0);
    for (let version = 1; version < definition.version; version += 1) {
      expect(upgrades[type]?.[version], `the upgrade from version ${version}`).toBeTypeOf('function');
    }
  });

  it('says of every field how editors see it', () => {
    expect(faultsOf(definition.schema, type)).toEqual([]);
  });

  it.runIf(shownTypes.includes(type))('carries the layout data of every module', () => {
    const names = Object.keys(shapeOf(definition.schema) ?? {});
    expect(names).toEqual(expect.arrayContaining(['spaceLayoutTop', 'spaceLayoutBottom', 'backgroundColor']));
  });

  const { schema, defaults, placeholders } = definition;
  const fields = editorFields(schema);
  const issuesOf = (data: unknown) => schema.safeParse(data).error?.issues ?? [];

  it('begins without a text, and asks for those that are required', () => {
    const begun = newValues(fields, defaults, placeholders);
    expect(textsIn(fields, begun)).toEqual([]);
    for (const text of examplesIn(placeholders)) expect(JSON.stringify(begun)).not.toContain(JSON.stringify(text));
    const { words } = withPlaceholders(fields, begun, placeholders);
    const asked = issuesOf(begun).filter(({ path }) => isText(schemaAt(schema, path)));
    expect(asked.length > 0).toBe(words.size > 0);
    for (const { message } of asked) expect(message).toBe(requiredMessage);
  });

  it('has examples that fit, in the place of texts and nothing else', () => {
    const { values } = withPlaceholders(fields, newValues(fields, defaults, placeholders), placeholders);
    const wrong = issuesOf(values).filter(({ path }) => {
      const field = schemaAt(schema, path);
      return !field || !holdsRequiredReference(field);
    });
    expect(wrong).toEqual([]);
  });
});
