import { z } from 'zod';
import { getShape } from '#schema/blank-value.ts';
import { type FieldMeta, fieldRegistry } from '#schema/field-meta.ts';
import { bookkeeping } from '#schema/record-fields.ts';
import { getDef } from '#schema/schema-def.ts';
import type { Kind } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { capital, kindNames, getKindNames } from '#kinds/registry.ts';
import { markdownTable } from './markdown-table.ts';

/** The tables of `docs/content-model.md`, made from the kinds. */

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Row = readonly [field: string, label: string, holds: string];

/** The fields of all kinds: a heading and a table each. */
function documentKinds(): string {
  return kindNames
    .map((name) => {
      const { one } = getKindNames(name);
      const title = one.toLowerCase() === name ? '' : `${capital(one)}. `;
      const kind = getKind(name);
      return `### ${name}\n\n${title}Table \`${kind.table}\`.\n\n${formatTable(listRows(kind))}`;
    })
    .join('\n\n');
}

function listRows(kind: Kind): Row[] {
  const shape: Shape = kind.schema.shape;
  return Object.entries(shape).flatMap(([name, field]): Row[] => {
    if (name === 'kind' || (name === 'id' && kind.kind !== 'site') || name in bookkeeping) return [];
    if (name !== 'localized' || !kind.localized) return [makeRow(name, field, kind)];
    return Object.entries(kind.localized).map(([text, inner]) => makeRow(`localized.${text}`, inner, kind));
  });
}

function makeRow(name: string, field: z.core.$ZodType, { machineWritten }: Kind): Row {
  const meta = fieldRegistry.get(field);
  const notes = [
    meta ? whatHolds(meta, field) : '',
    formatDefault(field),
    machineWritten.includes(name) ? 'written by machines' : '',
    meta?.help && !meta.help.startsWith('Max. ') ? lowerFirst(meta.help) : '',
  ];
  return [`${name}${isRequired(field) ? '*' : ''}`, meta?.label ?? '', notes.filter((note) => note !== '').join('; ')];
}

function isRequired(field: z.core.$ZodType): boolean {
  return !z.safeParse(field, undefined).success;
}

function lowerFirst(words: string): string {
  return /^[A-Z][a-z]/.test(words) && !words.startsWith('English')
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
}

function formatDefault(field: z.core.$ZodType): string {
  const parsed = z.safeParse(field, undefined);
  const value = parsed.success ? parsed.data : undefined;
  if (Array.isArray(value)) return value.length === 0 ? '' : `default ${value.join(', ')}`;
  const isPlain =
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');
  return isPlain ? `default ${value}` : '';
}

/** More values than these are not told one by one. */
const manyOptions = 30;

function whatHolds(meta: FieldMeta, field: z.core.$ZodType): string {
  switch (meta.widget) {
    case 'text':
    case 'long-text':
      return `text${limit(meta.max)}`;
    case 'texts':
      return `texts${limit(meta.max)}`;
    case 'number':
      return `number${between(meta)}`;
    case 'select':
    case 'radio':
    case 'colour':
      return meta.options.length > manyOptions
        ? `one of ${meta.options.length}`
        : meta.options.map(({ value }) => value).join(', ');
    case 'reference':
      return `one ${meta.kind}`;
    case 'references':
      return `several ${meta.kind}`;
    case 'checkbox':
      return 'true or false';
    case 'list':
    case 'property-values':
    case 'form-fields':
    case 'menu-items':
    case 'modules':
      return `several ${formatParts(field)}`;
    case 'group':
      return formatParts(field);
    case 'hidden':
      return formatValues(field);
    case 'localized':
      return `${formatParts(field)} by locale`;
    case 'module-data':
      return 'data of a module of the type';
    case 'coordinate':
      return 'number, or null';
    case 'rich-text':
    case 'url':
    case 'video':
    case 'date':
    case 'date-time':
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
      return words[meta.widget];
  }
}

const words = {
  'rich-text': 'rich text',
  url: 'address',
  video: 'https://www.youtube.com/watch?v= and 11 characters',
  date: 'day (2026-11-21)',
  'date-time': 'time (2026-11-21T08:00:00+01:00)',
  slug: 'lower-case letters, digits, single hyphens [120]',
  email: 'e-mail address',
  country: 'two capital letters',
  countries: 'two capital letters each',
  'time-zone': 'time zone (Europe/Zurich)',
  site: 'one site',
  sites: 'several sites',
  locale: 'one locale',
  locales: 'several locales',
  file: 'base64',
} as const;

function limit(max: number | undefined): string {
  return max === undefined ? '' : ` [${max}]`;
}

function between({ min, max }: { min?: number; max?: number }): string {
  if (min === undefined) return '';
  return max === undefined ? ` from ${min}` : ` from ${min} to ${max}`;
}

/** The values of a field that takes some only, such as a route. */
function formatValues(field: z.core.$ZodType): string {
  const def = getDef(field);
  switch (def.type) {
    case 'default':
    case 'nullable':
    case 'optional':
      return formatValues(def.innerType);
    case 'enum': {
      const values = Object.values(def.entries);
      return values.length > 12 ? '' : values.join(', ');
    }
    default:
      return '';
  }
}

/** The names of an object's fields, of a list's items, or of what is there by locale. */
function formatParts(field: z.core.$ZodType): string {
  const names = Object.entries(innerShape(field)).map(([name, part]) => `${name}${isRequired(part) ? '*' : ''}`);
  return `{${names.join(', ')}}`;
}

function innerShape(field: z.core.$ZodType): Shape {
  const def = getDef(field);
  switch (def.type) {
    case 'default':
    case 'nullable':
    case 'optional':
      return innerShape(def.innerType);
    case 'record':
      return innerShape(def.valueType);
    case 'array':
      return innerShape(def.element);
    case 'lazy':
      return innerShape(def.getter());
    default:
      return getShape(field);
  }
}

const header: Row = ['field', 'label', 'holds'];

function formatTable(rows: readonly Row[]): string {
  return markdownTable(
    header,
    rows.map((row) => row.map((cell) => cell.replaceAll('*', '\\*'))),
  );
}

const start = '<!-- Written by: npm run docs. The tables are made from src/kinds. -->';
const end = '<!-- The end of what npm run docs writes. -->';

/** The document with its tables as the kinds are now. */
export function withKinds(document: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < 0) throw new Error('The marks are missing between which the tables of the kinds are written');
  return `${document.slice(0, from)}${start}\n\n${documentKinds()}\n\n${document.slice(to)}`;
}
