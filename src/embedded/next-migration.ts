import { applyMigrations, readMigrations } from './apply-migrations.ts';
import { type SchemaDescription, describeSchema } from './describe-schema.ts';
import { generateKeys } from './keys.ts';
import { migrationsFolder, openDatabase } from './open-database.ts';
import type { Session } from './pool.ts';
import { applySchemaFiles, readSchemaFiles, writeFirstMigration, writeMigration } from './schema-files.ts';

/** Describes the database that the schema files define. */
export async function describeSchemaFiles(): Promise<SchemaDescription> {
  const files = await readSchemaFiles();
  return describePrepared((session) => applySchemaFiles(session, files));
}

/** Describes the database that the migrations make. */
export async function describeMigrated(folder = migrationsFolder): Promise<SchemaDescription> {
  const migrations = await readMigrations(folder);
  return describePrepared((session) => applyMigrations(session, migrations));
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
export async function nextMigration(folder = migrationsFolder): Promise<string | null> {
  const files = await readSchemaFiles();
  if ((await readMigrations(folder)).length === 0) return writeFirstMigration(files);
  return writeMigration(await describeMigrated(folder), await describeSchemaFiles(), files);
}

/**
 * The file of the next migration: named after the moment, and behind all that are there.
 *
 * @example
 * nextMigrationFile(['20261201000000_initial.sql'], 'add_color', new Date('2026-11-23T10:00:00Z')) // '20261201000001_add_color.sql'
 */
export function nextMigrationFile(existing: readonly string[], name: string, now: Date): string {
  const stamps = existing.flatMap((file) => /^(\d{14})_.*\.sql$/.exec(file)?.[1] ?? []);
  const moment = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const stamp = Math.max(Number(moment), ...stamps.map((other) => Number(other) + 1));
  return `${stamp}_${name}.sql`;
}
