import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Session } from './pool.ts';

export type Migration = { version: string; name: string; file: string; sql: string };

/** The first line of a squash: a migration that makes what all before it make. */
export const squashMark = '-- Generated from supabase/schemas by: npm run db -- squash.';

/** Whether a migration makes what all before it make, so that a database that has those does not need it. */
export const isSquash = ({ sql }: Migration) => sql.startsWith(squashMark);

/** The migrations of a folder, in the order in which the Supabase CLI applies them. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(files.map(async (file) => toMigration(file, await readFile(join(folder, file), 'utf8'))));
}

/** @param file its name, which says its place in the order */
export function toMigration(file: string, sql: string): Migration {
  const match = /^(\d{14})_([a-z0-9_]+)\.sql$/.exec(file);
  if (!match?.[1] || !match[2]) {
    throw new Error(
      `${file} is not named like 20261121000100_foundation.sql: rename it, so that its place in the order is known`,
    );
  }
  return { version: match[1], name: match[2], file, sql };
}

/** A migration failed. The database is as it was before that migration. */
class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
  readonly file: string;
  constructor(file: string, line: number | null, statement: string, reason: string) {
    super(`${file}${line === null ? '' : `:${line}`}: ${reason} (in: ${statement})`);
    this.file = file;
  }
}

/**
 * Applies the migrations that the database does not have yet, each in its own transaction, and records them where the
 * Supabase CLI does. A new database begins with the squash; one that has migrations of before it is given those that it lacks of
 * them, and the squash is recorded in their place. Returns the files that it applied or recorded.
 * @param migrations the squash and those after it
 * @param readArchived reads those before it
 */
export async function applyMigrations(
  database: Session,
  migrations: readonly Migration[],
  readArchived: () => Promise<readonly Migration[]> = async () => [],
): Promise<string[]> {
  refuseBehindSquash(migrations);
  await database.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  `);
  const { rows } = await database.query('select version from supabase_migrations.schema_migrations');
  const present = new Set(
    z
      .array(z.object({ version: z.string() }))
      .parse(rows)
      .map(({ version }) => version),
  );
  const isOlder = present.size > 0 && migrations.some((one) => isSquash(one) && !present.has(one.version));
  const all = isOlder ? [...(await readArchived()), ...migrations] : migrations;
  refuseUnknown(present, all);
  const missing = all
    .slice(all.findLastIndex((one) => isSquash(one) && present.has(one.version)) + 1)
    .filter(({ version }) => !present.has(version));
  for (const migration of missing) {
    if (isSquash(migration) && present.size > 0) await recordSquash(database, migration);
    else await applyOne(database, migration);
  }
  return missing.map(({ file }) => file);
}

function refuseBehindSquash(migrations: readonly Migration[]): void {
  const squash = migrations.findLast(isSquash);
  const [first] = migrations;
  if (!squash || !first || isSquash(first)) return;
  throw new Error(
    `${first.file} is numbered before ${squash.file}, which does not make what it does: give it a number behind, or run "npm run db -- squash"`,
  );
}

function refuseUnknown(present: ReadonlySet<string>, all: readonly Migration[]): void {
  const known = new Set(all.map(({ version }) => version));
  const unknown = [...present].filter((version) => !known.has(version)).toSorted();
  if (unknown.length === 0) return;
  const first = all[0]?.version ?? '';
  throw new Error(
    unknown.every((version) => version < first)
      ? `The database has migrations from before ${first}, which no version brings over any more (${unknown.join(', ')}). Write its content into a file with the version that made it ("npm run content -- export"), and import that into a new database`
      : `The database has migrations that this checkout does not: ${unknown.join(', ')}. It was made by a newer version; update the checkout, or reset the database with "npm run db -- reset"`,
  );
}

/** The database has everything that the squash makes: it stands in the place of what made that, as in a new database. */
async function recordSquash(database: Session, squash: Migration): Promise<void> {
  await inTransaction(database, async () => {
    await database.query('delete from supabase_migrations.schema_migrations where version < $1', [squash.version]);
    await record(database, squash, splitStatements(squash.sql));
  });
}

async function applyOne(database: Session, migration: Migration): Promise<void> {
  const statements = splitStatements(migration.sql);
  await inTransaction(database, async () => {
    for (const statement of statements) {
      try {
        await database.exec(statement.sql);
      } catch (error) {
        throw describeFailure(migration, statement, error);
      }
    }
    await record(database, migration, statements);
  });
}

async function inTransaction(database: Session, run: () => Promise<void>): Promise<void> {
  await database.exec('begin');
  try {
    await run();
    await database.exec('commit');
  } catch (error) {
    await database.exec('rollback');
    throw error;
  }
}

async function record(
  database: Session,
  { version, name }: Migration,
  statements: readonly Statement[],
): Promise<void> {
  await database.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, statements.map(({ sql }) => sql)],
  );
}

/** What PostgreSQL says of a statement that it refuses. */
const refusal = z
  .object({ message: z.string(), detail: z.string().nullable(), hint: z.string().nullable(), position: z.string() })
  .partial();

function describeFailure(migration: Migration, statement: Statement, error: unknown): MigrationFailed {
  const { message, detail, hint, position } = refusal.catch({}).parse(error);
  const before = !position ? '' : statement.sql.slice(0, Number(position) - 1);
  const line = statement.line + (before.match(/\n/g)?.length ?? 0);
  const reason = [message ?? String(error), detail, hint].filter(Boolean).join('; ');
  const start = statement.sql
    .replace(/^(\s*--[^\n]*\n)+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return new MigrationFailed(migration.file, line, start.length > 100 ? `${start.slice(0, 99)}…` : start, reason);
}

type Statement = { sql: string; line: number };

/** Splits SQL at the semicolons that end statements: not those in quotes, dollar quotes, comments or `begin atomic` bodies. */
export function splitStatements(sql: string): Statement[] {
  const token =
    /--[^\n]*|\/\*|\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_][A-Za-z0-9_]*)?\$|;|\b(?:begin\s+atomic|case|end)\b/gi;
  const statements: Statement[] = [];
  let start = 0;
  let depth = 0;
  let match: RegExpExecArray | null;
  while ((match = token.exec(sql))) {
    const [text] = match;
    const word = text.toLowerCase();
    if (text.startsWith('$')) {
      const close = sql.indexOf(text, token.lastIndex);
      token.lastIndex = close === -1 ? sql.length : close + text.length;
    } else if (text === '/*') {
      token.lastIndex = endOfComment(sql, match.index);
    } else if (word.startsWith('begin')) {
      depth += 1;
    } else if (depth > 0 && word === 'case') {
      depth += 1;
    } else if (depth > 0 && word === 'end') {
      depth -= 1;
    } else if (text === ';' && depth === 0) {
      addStatement(statements, sql, start, token.lastIndex);
      start = token.lastIndex;
    }
  }
  addStatement(statements, sql, start, sql.length);
  return statements;
}

function endOfComment(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  let match: RegExpExecArray | null;
  while ((match = edge.exec(sql))) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}

function addStatement(statements: Statement[], sql: string, from: number, to: number): void {
  const text = sql.slice(from, to);
  const blank = /^(?:\s|--[^\n]*(?:\n|$))*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(blank);
  if (rest.replace(/;$/, '').trim() === '') return;
  statements.push({ sql: rest, line: (sql.slice(0, from + blank).match(/\n/g)?.length ?? 0) + 1 });
}
