import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isSquash, readMigrations } from './apply-migrations.ts';
import { packMigrations, readArchivedMigrations } from './archived-migrations.ts';
import { nextMigration, squashFile } from './next-migration.ts';
import { readSchemaFiles, writeSquash } from './schema-files.ts';

type Squashed = {
  /** The migration that is left, in the folder. */
  file: string;
  /** How many migrations it replaces, and how many the archive has now. */
  replaced: number;
  archived: number;
};

/**
 * Moves the migrations of a folder into the archive, and writes one in their place that makes what the schema files define.
 * @returns null where one squash is all that there is
 * @throws where the migrations make something else than the schema files
 */
export async function squashMigrations(folder: string, archive: string, now: Date): Promise<Squashed | null> {
  const migrations = await readMigrations(folder);
  const [first] = migrations;
  if (first && migrations.length === 1 && isSquash(first)) return null;
  // One that does not make what is numbered before it was never applied to a database that has that: it is written anew.
  const replaced = first && isSquash(first) ? migrations : migrations.filter((one) => !isSquash(one));
  const archived = [...(await readArchivedMigrations(archive)), ...replaced];
  const ofNewDatabase = archived.slice(Math.max(archived.findLastIndex(isSquash), 0));
  if (archived.length > 0 && (await nextMigration(ofNewDatabase)) !== null)
    throw new Error('The schema files define what no migration makes. Run "npm run db -- migration NAME" first');
  const file = squashFile(await readdir(folder), now);
  await writeFile(archive, await packMigrations(archived));
  if (!isDeepStrictEqual(await readArchivedMigrations(archive), archived))
    throw new Error(`${archive} does not read as what was written into it`);
  await writeFile(join(folder, file), writeSquash(await readSchemaFiles()));
  for (const migration of migrations) await rm(join(folder, migration.file));
  return { file, replaced: replaced.length, archived: archived.length };
}
