import { isPageAddress } from '#domain/addresses/page-address.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { KindGroup } from '#kinds/groups.ts';
import { planPlainFiles } from './kind-files.ts';
import { type Name, toPlural } from './name.ts';
import { planPagedFiles, makeRoutes } from './paged-kind-files.ts';
import { type Plan, type PlannedFile, addBefore, addLast, addValues } from './plan.ts';

export const kindSources = {
  registry: 'src/kinds/registry.ts',
  routes: 'src/domain/addresses/routes.ts',
} as const;
type Sources = Readonly<Record<keyof typeof kindSources, string>>;
type SchemaFiles = readonly { file: string; sql: string }[];

/** The file that lists the routes for the database. */
const routesFile = '12_pages.sql';

/**
 * What a new kind of content needs: its folder, its lines in the registries, and its table. It has a list and a form in an area of the
 * administration, and a name in each language; with a page of its own a title, a lead and a text, and an address. Pickers and the search
 * are the author's to add.
 *
 * @param sources the texts of the files that are edited
 * @param schemas the files of `supabase/schemas`
 */
export function planKind(
  { name, group, hasPage }: { name: Name; group: KindGroup; hasPage: boolean },
  sources: Sources,
  schemas: SchemaFiles,
): Result<Plan> {
  const { kebab, snake } = name;
  const table = toPlural(snake);
  if (sources.registry.includes(`'./${kebab}/meta.ts'`)) {
    return fail('invalid', `There is a kind ${snake} already, in src/kinds/${kebab}.`);
  }
  const owner = schemas.find(({ sql }) => new RegExp(`^create (table|view) public\\.${table} `, 'm').test(sql));
  if (owner) return fail('invalid', `There is a table ${table} already, in supabase/schemas/${owner.file}.`);
  const taken = hasPage ? takenRoute(name, sources) : null;
  if (taken) return fail('invalid', taken);
  const folder = `src/kinds/${kebab}`;
  const schema = `supabase/schemas/${nextPrefix(schemas.map(({ file }) => file))}_${table}.sql`;
  const texts = schemas.map(({ sql }) => sql);
  const orders = { place: nextPlace(texts), sitemapOrder: nextSitemapOrder(texts) };
  const place = { group, folder, schema, table, ...orders };
  return ok({
    created: hasPage ? planPagedFiles(name, place) : planPlainFiles(name, place),
    edited: [registered(name, sources), ...(hasPage ? registeredPage(name, sources, schemas) : [])],
    next: [
      `npm run db -- migration add_${table}    writes the migration of the new table`,
      'npm run db -- types    writes the types of the database',
      `npx vitest run --project unit ${folder}    fails, and says what is left to do`,
      'npm run docs    writes the tables of docs/content-model.md again, when the fields have changed',
      `npm run dev    has the list and the form of its records at /admin/${snake}${
        hasPage ? `, and what is published of them at ${makeRoutes(name).path}/<slug>` : ''
      }`,
    ],
  });
}

/** Why no page of the kind can have an address; null where it can. */
function takenRoute(name: Name, { routes }: Sources): string | null {
  const { key, path } = makeRoutes(name);
  const isTaken = new RegExp(`^ {2}'?${key}'?: |'${path}(/\\[\\w+\\])?'`, 'm').test(routes);
  if (isTaken) return `There is a route ${path} already, in ${kindSources.routes}: choose another name.`;
  return isPageAddress(path) ? null : `No page can be at ${path}: choose another name.`;
}

/** The registry; `npm run docs` writes the other lists of kinds. */
function registered({ kebab, snake, camel }: Name, { registry }: Sources): PlannedFile {
  const line = `import { meta as ${camel} } from './${kebab}/meta.ts';`;
  const entry = snake === camel ? snake : `${snake}: ${camel}`;
  const imported = addLast(registry, /^import \{ .*\/meta\.ts';$/, line);
  return { file: kindSources.registry, text: addLast(imported, /^ {2}\w+(: \w+)?,$/, `  ${entry},`) };
}

/** The routes of the kinds with pages of their own. */
function registeredPage(name: Name, sources: Sources, schemas: SchemaFiles): PlannedFile[] {
  const { key, entries } = makeRoutes(name);
  const database = schemas.find(({ file }) => file === routesFile);
  return [
    { file: kindSources.routes, text: addBefore(sources.routes, /^\} as const satisfies Record/, entries) },
    {
      file: `supabase/schemas/${routesFile}`,
      text: addValues(database?.sql ?? '', /^ {2}select array\[\n[^\]]*\n {2}\]$/m, `'${key}', '${key}.detail'`),
    },
  ];
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

/** A place behind the sitemaps that are there, that of the stock included, which is no kind. */
function nextSitemapOrder(schemas: readonly string[]): number {
  const orders = schemas.flatMap((sql) => [
    ...[...sql.matchAll(/^insert into private\.kinds \(([^)]*)\) values \(([^)]*)\)/gm)].map(
      ([, columns = '', values = '']) => values.split(', ')[columns.split(', ').indexOf('sitemap_order')],
    ),
    ...[...sql.matchAll(/^ {2}\('\w+', '\w+', 'record', \w+, (\d+)\),?$/gm)].map(([, order]) => order),
  ]);
  return Math.max(0, ...orders.flatMap((order) => (order === undefined ? [] : Number(order)))) + 1;
}
