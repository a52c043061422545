import { type Result, fail, ok } from '#domain/result.ts';
import type { KindGroup } from '#kinds/groups.ts';
import { type Name, pluralOf } from './name.ts';
import { type Plan, addLast } from './plan.ts';

export const kindSources = { registry: 'src/kinds/registry.ts', kinds: 'src/kinds/kinds.ts' } as const;

/**
 * What a new kind of content needs: its folder, its lines in two registries, and its table. It has a name in each language, and a list
 * and a form in an area of the administration; pages, pickers and the search are the author's to add.
 *
 * @param sources the texts of the files that are edited
 * @param schemas the files of `supabase/schemas`
 */
export function planKind(
  { name, group }: { name: Name; group: KindGroup },
  sources: Readonly<Record<keyof typeof kindSources, string>>,
  schemas: readonly { file: string; sql: string }[],
): Result<Plan> {
  const { kebab, camel, snake } = name;
  const table = pluralOf(snake);
  if (sources.registry.includes(`'./${kebab}/meta.ts'`)) {
    return fail('invalid', `There is a kind ${snake} already, in src/kinds/${kebab}.`);
  }
  const owner = schemas.find(({ sql }) => new RegExp(`^create (table|view) public\\.${table} `, 'm').test(sql));
  if (owner) return fail('invalid', `There is a table ${table} already, in supabase/schemas/${owner.file}.`);
  const entry = snake === camel ? `  ${snake},` : `  ${snake}: ${camel},`;
  const add = (text: string, file: string, constant: string) =>
    addLast(
      addLast(text, new RegExp(`^import \\{ ${constant} .*/${file}';$`), importOf(name, file)),
      /^ {2}\w+(: \w+)?,$/,
      entry,
    );
  const folder = `src/kinds/${kebab}`;
  const schema = `supabase/schemas/${nextPrefix(schemas.map(({ file }) => file))}_${table}.sql`;
  return ok({
    created: [
      { file: `${folder}/meta.ts`, text: metaOf(name, group) },
      { file: `${folder}/kind.ts`, text: kindOf(name, table) },
      { file: `${folder}/${kebab}.test.ts`, text: testOf(name, schema) },
      { file: schema, text: sqlOf(name, table, nextPlace(schemas.map(({ sql }) => sql))) },
    ],
    edited: [
      { file: kindSources.registry, text: add(sources.registry, 'meta.ts', 'meta as \\w+') },
      { file: kindSources.kinds, text: add(sources.kinds, 'kind.ts', '\\w+') },
    ],
    next: [
      `npm run db -- migration add_${table}    writes the migration of the new table`,
      'npm run db -- types    writes the types of the database',
      `npx vitest run --project unit ${folder}    fails, and says what is left to do`,
      'npm run docs    writes the tables of docs/content-model.md again, when the fields have changed',
    ],
  });
}

function importOf({ kebab, camel }: Name, file: string): string {
  return `import { ${file === 'meta.ts' ? `meta as ${camel}` : camel} } from './${kebab}/${file}';`;
}

/** Tables of content come before the files of the publisher, which begin with 5. */
function nextPrefix(files: readonly string[]): number {
  const used = files.map((file) => Number.parseInt(file, 10)).filter((prefix) => prefix < 50);
  return Math.min(49, Math.max(...used) + 1);
}

/** A place behind every table that is there, so that a record may refer to any other one. */
function nextPlace(schemas: readonly string[]): number {
  const inserts = schemas.flatMap((sql) => [
    ...sql.matchAll(/^insert into private\.content_tables \(name, place\b[^)]*\) values \('\w+', (\d+)/gm),
  ]);
  return Math.max(0, ...inserts.map(([, place]) => Number(place))) + 1;
}

const metaOf = ({ words }: Name, group: KindGroup) => `import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: '${words}', many: '${pluralOf(words)}' },
  group: '${group}',
});
`;

const kindOf = ({ camel, snake }: Name, table: string) => `import { text } from '#schema/fields.ts';
import { bookkeeping, localized } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const ${camel} = defineKind({
  kind: '${snake}',
  table: '${table}',
  label: 'localized->en->>name',
  fields: {
    localized: localized({ name: text({ label: 'Name', required: true }) }),
    ...bookkeeping,
  },
});
`;

const testOf = ({ kebab, camel, snake, words }: Name, schema: string) => `import { describe, expect, it } from 'vitest';
import { ${camel} } from './kind.ts';

describe('${words}', () => {
  it('has a name', () => {
    const takes = (texts: object) => ${camel}.parse({ kind: '${snake}', id: 1, localized: { en: texts } }).ok;
    expect([takes({ name: 'A' }), takes({})]).toEqual([true, false]);
  });

  it('is what its author says', () => {
    expect.fail(
      'Say what the kind ${snake} is: its fields in src/kinds/${kebab}/kind.ts, its columns in ${schema}, its words and pages in meta.ts, and here, in place of this test, what has to stay true of it. CONTRIBUTING.md, "Add a kind of content", has the rest.',
    );
  });
});
`;

const sqlOf = ({ snake, title }: Name, table: string, place: number) => `-- ${pluralOf(title)}.

create table public.${table} (
  id bigint generated by default as identity primary key,
  localized jsonb not null check (public.is_localized(localized, '{name}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.${table} is '${pluralOf(title)}.';
insert into private.content_tables (name, place, keys) values ('${table}', ${place}, '{id}');
insert into private.kinds (kind, table_name) values ('${snake}', '${table}');
select private.protect_content('${table}');
select private.watch_table('${table}', '${snake}', 'id', 'localized', false);
`;
