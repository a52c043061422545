import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describeError } from '#domain/describe-error.ts';
import { readMigrations } from '../src/embedded/apply-migrations.ts';
import { restoreDatabase } from '../src/embedded/backup/restore-database.ts';
import { writeBackup } from '../src/embedded/backup/write-backup.ts';
import { archiveFile } from '../src/embedded/archived-migrations.ts';
import { emptyFolder, joinFolder } from '../src/embedded/find-place.ts';
import { findContractions } from '../src/embedded/find-contractions.ts';
import { generateTypes } from '../src/embedded/generate-types.ts';
import { generateKeys, readKeys } from '../src/embedded/keys.ts';
import { lintDatabase } from '../src/embedded/lint-database.ts';
import { nextMigration, nextMigrationFile } from '../src/embedded/next-migration.ts';
import { migrationsFolder, openDatabase } from '../src/embedded/open-database.ts';
import { checkDirectory, hasDatabase } from '../src/embedded/postgres/data-directory.ts';
import { runDatabaseTests } from '../src/embedded/run-database-tests.ts';
import { squashMigrations } from '../src/embedded/squash-migrations.ts';
import { sharePostgres } from '../src/embedded/share-postgres.ts';
import { openPsql } from './psql.ts';
import { usages } from './usages.mjs';

try {
  loadEnvFile(fileURLToPath(new URL('../.env', import.meta.url)));
} catch {
  // No .env: the environment and the defaults.
}

const typesFile = fileURLToPath(new URL('../src/database/database.types.ts', import.meta.url));
const dataDir = resolve(process.env['DATA_DIR'] || '.data');
const databaseUrl = process.env['DATABASE_URL'] || null;

const { usage } = usages.db;

const commands: Record<string, (options: string[]) => Promise<number>> = {
  migrate,
  reset,
  migration,
  squash,
  types,
  lint,
  test,
  backup,
  restore,
  psql,
};

async function migrate(): Promise<number> {
  refuseRemote();
  const applied = await applyAll();
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'No new migrations');
  return 0;
}

async function applyAll(): Promise<string[]> {
  if (databaseUrl === null && !(await hasDatabase(dataDir)))
    console.error(`There is no database in ${dataDir}: a new one is made.`);
  const database = await openDatabase({
    at: databaseUrl === null ? { folder: dataDir } : { url: databaseUrl },
    keys: await readKeys(dataDir),
    migrations: migrationsFolder,
  });
  await database.close();
  return database.applied;
}

async function reset(): Promise<number> {
  refuseRemote();
  if (databaseUrl !== null) {
    throw new Error(
      'DATABASE_URL is set, and this command only empties the embedded database. Drop your database and make it anew with your own tool, then start again',
    );
  }
  await emptyFolder(dataDir);
  await rm(join(dataDir, 'storage'), { recursive: true, force: true });
  const applied = await applyAll();
  console.log(`The embedded database in ${dataDir} is empty, with ${applied.length} migrations applied`);
  return 0;
}

async function migration([name = '']: string[]): Promise<number> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error('Name the migration in small letters, digits and _: npm run db -- migration add_series_color');
  }
  const sql = await nextMigration();
  if (sql === null) {
    console.log('The migrations make what the schema files define');
    return 0;
  }
  const file = join(migrationsFolder, nextMigrationFile(await readdir(migrationsFolder), name, new Date()));
  await writeFile(file, sql);
  const open = sql.match(/^-- by hand/gm)?.length ?? 0;
  console.log(`Wrote ${file}${open === 0 ? '' : `. ${open} places need you: look for "by hand"`}`);
  return 0;
}

async function squash(): Promise<number> {
  const squashed = await squashMigrations(migrationsFolder, archiveFile, new Date());
  if (squashed === null) {
    console.log('There is one migration already');
    return 0;
  }
  const { file, replaced, archived } = squashed;
  console.log(`Wrote ${file} in place of ${replaced} migrations, which are in ${archiveFile} now (${archived} in all)`);
  return 0;
}

async function types(options: string[]): Promise<number> {
  const generated = await generateTypes();
  if (options.includes('--check')) {
    if ((await readFile(typesFile, 'utf8').catch(() => '')) === generated) return 0;
    console.error('src/database/database.types.ts does not match the migrations. Run: npm run db -- types');
    return 1;
  }
  await writeFile(typesFile, generated);
  console.log(`Wrote ${typesFile}`);
  return 0;
}

async function lint(): Promise<number> {
  const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  const findings = await findContractions(await readMigrations(migrationsFolder));
  try {
    findings.push(...(await lintDatabase(database)));
  } finally {
    await database.close();
  }
  for (const { rule, object, advice } of findings) console.error(`${rule}: ${object}. ${advice}`);
  console.log(findings.length === 0 ? 'The schema keeps every rule' : `${findings.length} findings`);
  return findings.length === 0 ? 0 : 1;
}

async function test(): Promise<number> {
  const stop = await sharePostgres();
  try {
    const files = await runDatabaseTests();
    for (const { file, passed, failures } of files) {
      console.log(`${failures.length === 0 ? 'ok' : 'FAILED'}  ${file}  ${passed} passed`);
      for (const failure of failures) console.error(`        ${failure}`);
    }
    return files.some(({ failures }) => failures.length > 0) ? 1 : 0;
  } finally {
    await stop();
  }
}

const storageFolder = join(dataDir, 'storage');

async function backup(options: string[]): Promise<number> {
  const file = onlyFile(options);
  const { bytes, tables, files, missing } = await withOwner((ownerUrl) =>
    writeBackup({ ownerUrl, storageFolder }, file),
  );
  for (const name of missing) console.error(`The stored file ${name} is not there and not in the backup.`);
  console.log(`Wrote ${tables} tables and ${files / 2} stored files (${(bytes / 1_000_000).toFixed(1)} MB) to ${file}`);
  return missing.length === 0 ? 0 : 1;
}

async function restore(options: string[]): Promise<number> {
  const file = onlyFile(options.filter((option) => option !== '--replace'));
  refuseRemote();
  const restored = await restoreDatabase(file, {
    at: databaseUrl === null ? { folder: dataDir } : { url: databaseUrl },
    storageFolder,
    keys: () => readKeys(dataDir),
    replace: options.includes('--replace'),
  });
  const { tables, files, made, applied } = restored;
  console.log(`Restored ${tables} tables and ${files / 2} stored files of ${made} from ${file}`);
  if (applied.length > 0) console.log(`Applied ${applied.join(', ')}`);
  console.log('The next start publishes all sites anew');
  return 0;
}

async function psql(options: string[]): Promise<number> {
  return withOwner((ownerUrl) => openPsql(ownerUrl, options));
}

function onlyFile(options: string[]): string {
  const [file, ...more] = options;
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(usage);
  return resolve(file);
}

/** The connection string of the database's owner, whether or not the website is running. */
async function withOwner<T>(run: (ownerUrl: string) => Promise<T>): Promise<T> {
  refuseRemote();
  if (databaseUrl !== null) return run(databaseUrl);
  await checkDirectory(dataDir);
  const { passwords } = await readKeys(dataDir);
  const place = await joinFolder(dataDir, passwords);
  try {
    return await run(place.ownerUrl);
  } finally {
    await place.close();
  }
}

function refuseRemote(): void {
  if (!process.env['SUPABASE_URL']) return;
  throw new Error(
    'SUPABASE_URL is set, and this command only changes a database of your own. Use: npx supabase db push --remote',
  );
}

const [name = '', ...options] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  process.exitCode = await command(options).catch((error: unknown) => {
    console.error(describeError(error));
    return 1;
  });
} else {
  console.error(usage);
  process.exitCode = 1;
}
