import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from '#embedded/apply-migrations.ts';
import { readArchivedMigrations } from '#embedded/archived-migrations.ts';
import { readBackup } from '#embedded/backup/read-backup.ts';
import { type SchemaDifference, type SchemaObject, compareSchemas, describeSchema } from '#embedded/describe-schema.ts';
import { describeSchemaFiles } from '#embedded/next-migration.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { type EmbeddedKeys, generateKeys } from '#embedded/keys.ts';
import { prepareDatabase } from '#embedded/prepare-database.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { runScript } from '../fixtures/run-script.ts';

/**
 * Databases with migrations of before the squash. The backup is one that commit c5ca17a4 wrote: 4 pages in two languages, 3
 * products, an account, redirects, and a release, which was called a launch then.
 */
const backup = fileURLToPath(new URL('../fixtures/older.backup', import.meta.url));
const newestOfBackup = '20261206000366';

const archived = await readArchivedMigrations();
const current = await readMigrations(migrationsFolder);
const ofBackup = archived.filter(({ version }) => version <= newestOfBackup);
const versions = current.map(({ version }) => version).join(' ');
const lacking = [...archived.slice(ofBackup.length), ...current].map(({ file }) => file);

let directory: string;
/** A database that is as that commit left it, for tests to copy. */
let model: OpenDatabase;
let fresh: OpenDatabase;
let keys: EmbeddedKeys;
const folder = (name: string) => path.join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'older-'));
  model = await openDatabase({ at: null, keys: generateKeys(), migrations: null });
  keys = model.keys;
  fresh = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  await prepareDatabase(model.ownerUrl, keys, ofBackup);
  await readBackup(backup, { ownerUrl: model.ownerUrl, storageFolder: folder('model') });
});
afterAll(async () => {
  await Promise.all([model?.close(), fresh?.close()]);
  await rm(directory, { recursive: true, force: true });
});

/** Columns in their order, of which hashes of whole rows depend. */
const readColumns = async ({ pool }: OpenDatabase) => [
  ...(await pool`
    select a.attrelid::regclass::text as table, string_agg(a.attname, ' ' order by a.attnum) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    group by 1 order by 1`),
];

/** What came of the content of the backup, by its numbers and by what migrations change in it. */
async function readContent(embedded: Embedded): Promise<unknown> {
  const [row] = await embedded.query(`
    select (select count(*)::int from public.page_locales) as pages, (select count(*)::int from public.products) as products,
      (select name from public.releases) as release, (select cells from public.release_pages) as cells,
      (select array_agg(from_path || ' ' || to_path order by from_path) from public.redirects) as redirects,
      (select string_agg(version, ' ' order by version) from supabase_migrations.schema_migrations) as versions`);
  const visitor = createClient(embedded.url, embedded.publishableKey, { auth: { persistSession: false } });
  const account = { email: 'editor@test.example', password: 'measure-everything-2026' };
  return { ...row, signedIn: (await visitor.auth.signInWithPassword(account)).data.user?.email };
}

const content = {
  pages: 8,
  products: 3,
  release: 'Spring',
  cells: null,
  redirects: ['/former/* /now/:splat', '/old /new'],
  versions,
  signedIn: 'editor@test.example',
};

describe('a database of commit c5ca17a4', () => {
  let older: OpenDatabase;
  let dataDir: string;
  beforeEach(async () => {
    const database = new URL(model.ownerUrl).pathname.slice(1);
    older = await openDatabase({ at: null, keys, migrations: null, copyOf: database });
    dataDir = await mkdtemp(folder('data-'));
    await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify(keys));
    return () => older.close();
  });
  const migrate = () => runScript('db.ts', { DATA_DIR: dataDir, DATABASE_URL: older.ownerUrl }, ['migrate']);

  it('is brought over by `npm run db -- migrate`, once by two that run at the same time', async () => {
    const both = [migrate(), migrate()];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(both.map(({ output }) => output().trim()).toSorted()).toEqual([
      `Applied ${lacking.join(', ')}`,
      'No new migrations',
    ]);
    const differences = compareSchemas(await older.withSession(describeSchema), await describeSchemaFiles());
    const linesOf = (object: SchemaObject | undefined) => object?.create.split('\n') ?? [];
    // Content is rows that the schema files do not have.
    const isContent = ({ name, from, to }: SchemaDifference) =>
      name.startsWith('rows of ') && new Set(linesOf(to)).isSubsetOf(new Set(linesOf(from)));
    expect(differences.filter((difference) => !isContent(difference))).toEqual([]);
    expect(await readColumns(older)).toEqual(await readColumns(fresh));
  });

  it('goes on where it was interrupted, by the start of the server, with its content', async () => {
    await prepareDatabase(older.ownerUrl, keys, archived.slice(0, -2));
    const embedded = await startEmbedded({ dataDir, databaseUrl: older.ownerUrl });
    try {
      expect(embedded.applied).toEqual(lacking.slice(-2 - current.length));
      expect(await readContent(embedded)).toEqual(content);
    } finally {
      await embedded.stop();
    }
  });
});

it('A backup of commit c5ca17a4 is restored, with its content', async () => {
  const empty = await openDatabase({ at: null, keys, migrations: null });
  const dataDir = folder('restored');
  try {
    await empty.pool.unsafe('drop schema supabase_migrations cascade');
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify(keys));
    const restore = runScript('db.ts', { DATA_DIR: dataDir, DATABASE_URL: empty.ownerUrl }, ['restore', backup]);
    expect(await restore.ended).toBe(0);
    expect(restore.output()).toContain(`Applied ${lacking.join(', ')}\n`);
    const embedded = await startEmbedded({ dataDir, databaseUrl: empty.ownerUrl });
    expect(embedded.applied).toEqual([]);
    expect(await readContent(embedded)).toEqual(content);
    await embedded.stop();
    const picture = await readFile(path.join(dataDir, 'storage/objects/media/images/a b.webp'), 'utf8');
    expect(picture).toBe('not much of a picture');
  } finally {
    await empty.close();
  }
});

it('A database of before all that is archived is refused, with what to do', async () => {
  const ancient = await openDatabase({ at: null, keys: generateKeys(), migrations: null });
  try {
    await ancient.pool.unsafe(`create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      insert into supabase_migrations.schema_migrations (version) values ('20261121000100')`);
    await expect(prepareDatabase(ancient.ownerUrl, ancient.keys, current)).rejects.toThrow(
      /^The database has migrations from before 20261201000000, which no version brings over any more \(20261121000100\)\. Write its content into a file/,
    );
  } finally {
    await ancient.close();
  }
});
