import { type Migration, applyMigrations, readMigrations } from './apply-migrations.ts';
import { type SchemaDescription, describeSchema } from './describe-schema.ts';
import { generateKeys } from './keys.ts';
import { migrationsFolder, openDatabase } from './open-database.ts';
import type { Session } from './pool.ts';
import { applySchemaFiles, readSchemaFiles, writeMigration } from './schema-files.ts';

/** Describes the database that the schema files define. */
export async function describeSchemaFiles(): Promise<SchemaDescription> {
  const files = await readSchemaFiles();
  return describePrepared((session) => applySchemaFiles(session, files));
}

/** Describes the database that migrations make. */
export async function describeMigrated(migrations?: readonly Migration[]): Promise<SchemaDescription> {
  const all = migrations ?? (await readMigrations(migrationsFolder));
  return describePrepared((session) => applyMigrations(session, all));
}

async function describePrepared(prepare: (session: Session) => Promise<unknown>): Promise<SchemaDescription> {
  const database = await openDatabase({ at: null, keys: generateKeys(), migrations: null });
  try {
    return await database.withSession(async (session) => {
      await prepare(session);
      return describeSchema(session);
    });
  } finally {
    await database.close();
  }
}

/** The SQL that the migrations lack to match the schema files; null if they match. */
export async function nextMigration(migrations?: readonly Migration[]): Promise<string | null> {
  return writeMigration(await describeMigrated(migrations), await describeSchemaFiles(), await readSchemaFiles());
}

/**
 * The file of the next migration: named after the moment, and behind all that are there.
 *
 * @example
 * nextMigrationFile(['20261201000000_initial.sql'], 'add_color', new Date('2026-11-23T10:00:00Z')) // '20261201000001_add_color.sql'
 */
export function nextMigrationFile(existing: readonly string[], name: string, now: Date): string {
  return `${nextStamp(existing, now)}_${name}.sql`;
}

/** The file of a squash: of the day behind all that are there, so that those of a branch that began before it are numbered below. */
export function squashFile(existing: readonly string[], now: Date): string {
  const stamp = String(nextStamp(existing, now));
  const [year, month, day] = [stamp.slice(0, 4), stamp.slice(4, 6), stamp.slice(6, 8)].map(Number);
  const next = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 0) + 1));
  return `${next.toISOString().slice(0, 10).replaceAll('-', '')}000000_initial.sql`;
}

function nextStamp(existing: readonly string[], now: Date): number {
  const stamps = existing.flatMap((file) => /^(\d{14})_.*\.sql$/.exec(file)?.[1] ?? []);
  const moment = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return Math.max(Number(moment), ...stamps.map((other) => Number(other) + 1));
}
