import { mkdir, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { identifier } from '#database/quote.ts';
import { type Migration, readMigrations } from '../apply-migrations.ts';
import { readArchivedMigrations } from '../archived-migrations.ts';
import { databaseName, dropDatabase, makeDatabase } from '../find-place.ts';
import type { EmbeddedKeys } from '../keys.ts';
import { migrationsFolder } from '../open-database.ts';
import { openPool } from '../pool.ts';
import { checkDirectory } from '../postgres/data-directory.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { BackupHeader } from './backup-file.ts';
import { type RestoreSummary, checkBackup, readBackup } from './read-backup.ts';

type RestoreOptions = {
  /** A data directory that no process has open, or an empty PostgreSQL database. */
  at: { folder: string } | { url: string };
  storageFolder: string;
  keys: () => Promise<EmbeddedKeys>;
  /** Whether content that is there may go. */
  replace: boolean;
};

type Restored = RestoreSummary & {
  /** When the backup was made. */
  made: string;
  /** Migrations that are younger than the backup, and were applied after it. */
  applied: string[];
};

/**
 * Restores a database and its stored files from a backup: creates the schema with the backup's migrations, inserts the
 * rows, and applies newer migrations. The previous database is replaced in one step at the end, so that a failed
 * restore does no harm.
 */
export async function restoreDatabase(file: string, options: RestoreOptions): Promise<Restored> {
  const header = await checkBackup(file);
  const migrations = await readOwnMigrations(header);
  const { at } = options;
  return 'folder' in at
    ? restoreFolder(file, header, migrations, { ...options, folder: at.folder })
    : restoreUrl(file, header, migrations, { ...options, url: at.url });
}

/** The migrations that the backup's database had, those of before the squash among them. */
async function readOwnMigrations(header: BackupHeader): Promise<Migration[]> {
  const migrations = [...(await readArchivedMigrations()), ...(await readMigrations(migrationsFolder))];
  const own = new Set(header.migrations);
  for (const { version } of migrations) own.delete(version);
  if (own.size === 0) return migrations.filter(({ version }) => header.migrations.includes(version));
  const unknown = [...own];
  throw new Error(
    `The backup was made by another version, with migrations that this checkout does not have (${unknown.join(', ')}): restore it with that version.`,
  );
}

type Fill = { ownerUrl: string; storageFolder: string; keys: EmbeddedKeys };

/** Prepares an empty database by the backup's migrations, fills it, and applies the younger ones. */
async function fill(
  file: string,
  header: BackupHeader,
  migrations: readonly Migration[],
  { ownerUrl, storageFolder, keys }: Fill,
): Promise<Restored> {
  await prepareDatabase(ownerUrl, keys, migrations);
  const summary = await readBackup(file, { ownerUrl, storageFolder });
  const applied = await prepareDatabase(ownerUrl, keys, await readMigrations(migrationsFolder));
  const pool = openPool(ownerUrl, { max: 1, name: 'restore' });
  try {
    // Files that were published later than the backup are none of it: no build is taken for the one that is live.
    await pool`update public.site_builds set bundle = '', code = null where outcome = 'live'`;
    await pool`analyze`;
  } finally {
    await pool.end({ timeout: 5 });
  }
  return { ...summary, made: header.made, applied };
}

async function restoreUrl(
  file: string,
  header: BackupHeader,
  migrations: readonly Migration[],
  { url, storageFolder, keys }: RestoreOptions & { url: string },
): Promise<Restored> {
  if (await hasTable(url, 'supabase_migrations.schema_migrations')) {
    throw new Error(
      'The database of DATABASE_URL is not empty: make a new one, set DATABASE_URL to it, then run the same command again.',
    );
  }
  return fill(file, header, migrations, { ownerUrl: url, storageFolder, keys: await keys() });
}

async function restoreFolder(
  file: string,
  header: BackupHeader,
  migrations: readonly Migration[],
  options: RestoreOptions & { folder: string },
): Promise<Restored> {
  const { folder, storageFolder, replace } = options;
  await checkDirectory(folder);
  const keys = await options.keys();
  const server = await startPostgres({ folder });
  const [fresh, former] = [`${databaseName}_restored`, `${databaseName}_before`];
  const [freshFiles, formerFiles] = [`${storageFolder}-restored`, `${storageFolder}-before`];
  const removeLeftovers = async () => {
    for (const name of [fresh, former]) await dropDatabase(server.adminUrl(), name);
    for (const path of [freshFiles, formerFiles]) await rm(path, { recursive: true, force: true });
  };
  try {
    const current = await makeDatabase(server.adminUrl(), databaseName, keys.passwords);
    if (!replace && (await hasContent(current))) {
      throw new Error(
        `The database in ${folder} has content: to replace all of it by the backup, run the same command with --replace.`,
      );
    }
    await removeLeftovers();
    const ownerUrl = await makeDatabase(server.adminUrl(), fresh, keys.passwords);
    await mkdir(freshFiles, { recursive: true });
    const restored = await fill(file, header, migrations, { ownerUrl, storageFolder: freshFiles, keys });
    await rename(storageFolder, formerFiles).catch(ignoreMissing);
    await rename(freshFiles, storageFolder);
    await swapDatabases(server.adminUrl(), fresh, former);
    return restored;
  } finally {
    await removeLeftovers();
    await server.stop();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function swapDatabases(adminUrl: string, fresh: string, former: string): Promise<void> {
  const admin = openPool(adminUrl, { max: 1, name: 'restore' });
  try {
    await admin.begin(async (sql) => {
      await sql.unsafe(`alter database ${identifier(databaseName)} rename to ${identifier(former)}`);
      await sql.unsafe(`alter database ${identifier(fresh)} rename to ${identifier(databaseName)}`);
    });
  } finally {
    await admin.end({ timeout: 5 });
  }
}

async function hasContent(url: string): Promise<boolean> {
  return (await hasTable(url, 'public.sites')) && (await ask(url, 'select exists (select from public.sites) as found'));
}

async function hasTable(url: string, name: string): Promise<boolean> {
  return ask(url, `select to_regclass('${name}') is not null as found`);
}

async function ask(url: string, question: string): Promise<boolean> {
  const pool = openPool(url, { max: 1, name: 'restore' });
  try {
    const [row] = z.array(z.object({ found: z.boolean() })).parse([...(await pool.unsafe(question))]);
    return row?.found === true;
  } finally {
    await pool.end({ timeout: 5 });
  }
}
