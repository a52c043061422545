import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitStatements, squashMark } from './apply-migrations.ts';
import { type SchemaDescription, type SchemaDifference, compareSchemas } from './describe-schema.ts';
import type { Session } from './pool.ts';

const schemasFolder = fileURLToPath(new URL('../../supabase/schemas', import.meta.url));

type SchemaFile = { file: string; sql: string };

/** The files that define the database, in the order in which they apply. */
export async function readSchemaFiles(folder = schemasFolder): Promise<SchemaFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(files.map(async (file) => ({ file, sql: await readFile(join(folder, file), 'utf8') })));
}

/** Creates everything that the schema files define, in a database that has nothing of it yet. */
export async function applySchemaFiles(database: Session, files: readonly SchemaFile[]): Promise<void> {
  await database.exec('begin');
  try {
    for (const { sql } of files) for (const statement of splitStatements(sql)) await database.exec(statement.sql);
    await database.exec('commit');
  } catch (error) {
    await database.exec('rollback');
    throw error;
  }
}

/** The migration of a new database: the schema files one after the other. */
export function writeSquash(files: readonly SchemaFile[]): string {
  return [
    `${squashMark} Do not change it: change the schema files, and write a migration.\n`,
    ...files.map(({ file, sql }) => `-- ${file} ${'-'.repeat(Math.max(3, 120 - file.length))}\n\n${sql}`),
  ].join('\n');
}

/**
 * Writes the migration from the schema that the landed migrations create to the one that the schema files define.
 * Functions, views, triggers, policies, constraints, indexes, grants, new tables, columns, rows and values of enumerations
 * are written; everything that could lose data is listed in comments that begin with `by hand`, for the author to write in
 * their place.
 * @returns the SQL, or null where both are the same
 * @example await writeFile(file, writeMigration(await describeSchema(migrated), await describeSchema(current), files))
 */
export function writeMigration(
  from: SchemaDescription,
  to: SchemaDescription,
  files: readonly SchemaFile[],
): string | null {
  const every = compareSchemas(from, to);
  if (every.length === 0) return null;
  const differences = every.filter(({ name }) => !isOfPreviews(name));
  const drops = differences.filter(({ name, from: old, to: now }) => old?.drop && (!now || !isReplaced(name)));
  const newTables = differences.filter(({ name, from: old }) => !old && name.startsWith('table '));
  const ofNewTable = ({ name }: SchemaDifference) =>
    newTables.some((table) => isWrittenWith(name, table.name.slice('table '.length), files));
  // In the order of a new database: a view comes after the column that it reads, and rows last.
  const changed = new Map(differences.map((difference) => [difference.name, difference]));
  const creates = [...to.keys()]
    .flatMap((name) => changed.get(name) ?? [])
    .filter((difference) => !ofNewTable(difference));
  const gone = differences.filter(({ from: old, to: now }) => old?.drop === null && !now);
  return [
    '-- Functions are created before the tables that they read.\nset local check_function_bodies = off;',
    ...drops.toReversed().map(({ from: old }) => old?.drop ?? ''),
    ...creates.map((difference) => writeCreate(difference, to, files)),
    ...gone.map(({ name }) => `-- by hand: drop ${name}`),
    every.length > differences.length ? 'select private.make_previews();' : '',
  ]
    .filter((statement) => statement !== '')
    .join('\n\n')
    .concat('\n');
}

/** Objects whose new definition takes the place of the old one; others are dropped and created again. */
const isReplaced = (name: string) => /^(function|view|grants) /.test(name);

/** Whether `private.make_previews` makes an object. */
const isOfPreviews = (name: string) => /\bpreview\.|^(grants on )?schema preview$|^policy \S+_preview on /.test(name);

const isRows = ({ name }: SchemaDifference) => name.startsWith('rows of ');

/**
 * Whether the statement that creates a table has a column or a constraint: one that it names, or that PostgreSQL names. Constraints
 * that a function adds, such as the bounds of JSON, have names of their own.
 */
function isWrittenWith(name: string, table: string, files: readonly SchemaFile[]): boolean {
  if (name.startsWith(`column ${table}.`)) return true;
  const constraint = /^constraint (\S+) on (\S+)$/.exec(name);
  if (constraint?.[2] !== table) return false;
  return (
    /_(check|pkey|fkey|key|excl)\d*$/.test(constraint[1] ?? '') ||
    (findTable(table, files)?.includes(`constraint ${constraint[1]} `) ?? false)
  );
}

function writeCreate(
  difference: SchemaDifference,
  description: SchemaDescription,
  files: readonly SchemaFile[],
): string {
  const { name, from, to } = difference;
  if (!to) return '';
  if (name.startsWith('table ') && !from) return writeTable(name.slice('table '.length), to.create, files);
  if (!isRows(difference) && !(from && to.drop === null)) return to.create;
  const additions = isRows(difference)
    ? writeNewRows(name.slice('rows of '.length), from?.create ?? '', to.create, description)
    : writeNewValues(name, from?.create ?? '', to.create);
  return additions ?? `-- by hand: ${name}\n${to.create.replace(/^/gm, '-- ')}`;
}

/** Inserts of the rows that are new; null where others have changed or are gone. */
function writeNewRows(table: string, from: string, to: string, description: SchemaDescription): string | null {
  const old = new Set(from.split('\n').filter((line) => line !== ''));
  const now = to.split('\n');
  if (!old.isSubsetOf(new Set(now))) return null;
  return now
    .filter((line) => !old.has(line))
    .map((line) => {
      const row: unknown = JSON.parse(line);
      const columns = Object.entries(row ?? {})
        .filter(([column, value]) => value !== null && !isGenerated(description, table, column))
        .map(([column]) => column)
        .join(', ');
      const text = `'${line.replaceAll("'", "''")}'`;
      return `insert into ${table} (${columns})\nselect ${columns} from jsonb_populate_record(null::${table}, ${text});`;
    })
    .join('\n');
}

function isGenerated(description: SchemaDescription, table: string, column: string): boolean {
  return description.get(`column ${table}.${column}`)?.create.includes(' generated always as (') ?? false;
}

/** Statements that add the new values of an enumeration at their places; null where more of an object has changed. */
function writeNewValues(name: string, from: string, to: string): string | null {
  const list = / as enum \((.*)\);/;
  const readValues = (create: string) => list.exec(create)?.[1]?.split(', ') ?? [];
  const [old, now] = [readValues(from), readValues(to)];
  const isLonger = now.length > old.length && now.filter((value) => old.includes(value)).join() === old.join();
  if (old.length === 0 || !isLonger || from.replace(list, '') !== to.replace(list, '')) return null;
  return now
    .flatMap((value, index) => {
      if (old.includes(value)) return [];
      const before = index === 0 ? ` before ${old[0]}` : ` after ${now[index - 1]}`;
      return [`alter ${name} add value ${value}${index === now.length - 1 ? '' : before};`];
    })
    .join('\n');
}

/** A new table as the schema files write it, with its columns, in place of an empty one. */
function writeTable(table: string, emptyTable: string, files: readonly SchemaFile[]): string {
  const create = findTable(table, files);
  return create === undefined ? emptyTable : emptyTable.replace(/^.*/, () => create);
}

function findTable(table: string, files: readonly SchemaFile[]): string | undefined {
  return files
    .flatMap(({ sql }) => splitStatements(sql))
    .find((statement) => statement.sql.startsWith(`create table ${table} (`))?.sql;
}
