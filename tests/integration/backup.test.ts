import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { joinFolder } from '#embedded/find-place.ts';
import { readKeys } from '#embedded/keys.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { runScript, stopScript } from '../fixtures/run-script.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** `npm run db -- backup`, `restore` and `psql`, as an operator calls them. */
const editor = { email: 'editor@test.example', password: 'measure-everything-2026' };
const picture = Buffer.from('not much of a picture, but each byte counts \0\n\r\\.\n');

let directory: string;
let embedded: Embedded;
let file: string;
const folder = (name: string) => path.join(directory, name);

const client = ({ url }: Embedded, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

async function db(name: string, ...options: string[]): Promise<{ code: number | null; output: string }> {
  const { ended, output } = runScript('db.ts', { DATA_DIR: folder(name) }, options);
  return { code: await ended, output: output().trim() };
}

/** A backup with one thing replaced. */
function edit(bytes: Buffer, from: string, to: string): Buffer {
  return gzipSync(Buffer.from(gunzipSync(bytes).toString('latin1').replace(from, to), 'latin1'));
}

/** What each table holds, by a hash of all its rows. */
async function hashTables(from: Embedded): Promise<Map<string, string>> {
  const tables = await from.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'supabase_migrations') order by 1`);
  const hashes = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await from.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t`,
    );
    hashes.set(name, row?.hash ?? '');
  }
  return hashes;
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'backup-'));
  file = folder('one.backup');
  await prepareDirectory(folder('first'));
  embedded = await startEmbedded({ dataDir: folder('first') });
  await generateSite(createKeyClient(embedded.url, embedded.secretKey), {
    pages: 3,
    locales: ['en', 'de'],
    products: 2,
    articles: 2,
    seed: 7,
  });
  const operator = client(embedded, embedded.secretKey);
  const { data } = await operator.auth.admin.createUser({ ...editor, email_confirm: true });
  await operator.from('staff').insert({ user_id: data.user?.id, email: editor.email }).throwOnError();
  const stored = await operator.storage
    .from('media')
    .upload('images/ü/a b.webp', picture, { contentType: 'image/webp' });
  expect(stored.error).toBeNull();
  // Tables of more than what a stream takes at once.
  await embedded.execute(
    `insert into public.links (text, link_type, url) select 'Page ' || n, 'external', 'https://example.com/' || n || repeat('/more', 300)
     from generate_series(1, 3000) n`,
  );
  const backup = await db('first', 'backup', file);
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/^Wrote \d+ tables and 9 stored files/) });
});
afterAll(async () => {
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('a backup of a running website', () => {
  it('is readable by its owner only, and is not written over', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    expect(await db('first', 'backup', file)).toMatchObject({
      code: 1,
      output: `${file} is there already: give the backup another name, or move that file away.`,
    });
    expect(await readFile(file)).toEqual(before);
  });

  it('restores all rows, accounts, queues, sequences and stored files into another directory', async () => {
    const restored = await db('second', 'restore', file);
    expect(restored.output).toMatch(
      /^Restored \d+ tables and 9 stored files of 20.*\nThe next start publishes all sites anew$/,
    );
    expect(restored.code).toBe(0);
    const second = await startEmbedded({ dataDir: folder('second') });
    try {
      expect(second.applied).toEqual([]);
      const [was, is] = [await hashTables(embedded), await hashTables(second)];
      expect(is.get('pgmq.q_content_changes')).toMatch(/^[1-9]/);
      expect(is).toEqual(was);

      const signedIn = client(second, second.publishableKey);
      expect((await signedIn.auth.signInWithPassword(editor)).error).toBeNull();
      const { data } = await signedIn.storage.from('media').download('images/ü/a b.webp');
      expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(picture);
      expect(data?.type).toBe('image/webp');

      const operator = client(second, second.secretKey);
      const next = await operator.from('tags').insert({ slug: 'new', localized: { en: { name: 'N' } } });
      expect(next.error).toBeNull();
      const wrong = await operator
        .from('page_locales')
        .insert({ page_id: 999_999, locale: 'en', title: 'x', slug: 'x' });
      expect(wrong.error).not.toBeNull();
      const [guards] = await second.query<{ disabled: number; keys: number }>(`
        select (select count(*)::int from pg_trigger where not tgisinternal and tgenabled <> 'O') as disabled,
          (select count(*)::int from pg_constraint where contype = 'f') as keys`);
      const [expected] = await embedded.query<{ keys: number }>(
        `select count(*)::int as keys from pg_constraint where contype = 'f'`,
      );
      expect(guards).toEqual({ disabled: 0, keys: expected?.keys });
    } finally {
      await second.stop();
    }
  });

  it('leaves content that is there', async () => {
    expect(await db('second', 'restore', file)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /has content: to replace all of it by the backup, run the same command with --replace\.$/,
      ),
    });
  });

  it.runIf(isSweep)('replaces content with the option', async () => {
    expect(await db('second', 'restore', file, '--replace')).toMatchObject({ code: 0 });
    const second = await startEmbedded({ dataDir: folder('second') });
    expect(await second.query(`select slug from public.tags where slug = 'new'`)).toEqual([]);
    await second.stop();
  });

  it('is refused by a website that is running, with its address', async () => {
    expect(await db('first', 'restore', file, '--replace')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`is in use at ${embedded.url}`),
    });
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200), /because it is damaged: take another backup/],
    ['ended early', (bytes: Buffer) => gzipSync(gunzipSync(bytes).subarray(0, 9000)), /because it ends early/],
    ['no backup', () => Buffer.from('select 1;'), /because it is damaged/],
    ['another file', () => gzipSync('{"kind":"end","tables":1,"files":1}\n'), /does not begin like a backup/],
    [
      'of a version that is unknown here',
      (bytes: Buffer) => edit(bytes, '"migrations":["', '"migrations":["20990101000000","'),
      /made by another version, with migrations that this checkout does not have \(20990101000000\)/,
    ],
    [
      'one that names a file outside of its folder',
      (bytes: Buffer) => edit(bytes, '"path":"objects/media', '"path":"objects/../..'),
      /names a file outside of its folder/,
    ],
  ])('that is %s is refused, and what is there stays', async (_, change, expected) => {
    const damaged = folder('damaged.backup');
    await writeFile(damaged, change(await readFile(file)));
    const { code, output } = await db('second', 'restore', damaged, '--replace');
    expect(output).toMatch(expected);
    expect(output.split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    const place = await joinFolder(folder('second'), (await readKeys(folder('second'))).passwords);
    const sql = postgres(place.ownerUrl, { max: 1 });
    expect(await sql`select count(*)::int as count from auth.users`).toEqual([{ count: 1 }]);
    await sql.end();
    await place.close();
    expect(await stat(folder('second/storage/objects/media/images/ü/a b.webp'))).toBeDefined();
  });
});

describe('psql', () => {
  it('is started with the login and the password filled in, and with the options given', async () => {
    const bin = folder('bin');
    await mkdir(bin, { recursive: true });
    await writeFile(path.join(bin, 'psql'), '#!/bin/sh\necho "$PGPASSWORD" "$@"\nexit 3\n');
    await chmod(path.join(bin, 'psql'), 0o755);
    const { passwords } = await readKeys(folder('first'));
    const { ended, output } = runScript('db.ts', { DATA_DIR: folder('first'), PATH: `${bin}:${process.env['PATH']}` }, [
      'psql',
      '-c',
      'select 1',
    ]);
    expect(await ended).toBe(3);
    expect(output().trim()).toMatch(
      new RegExp(`^${passwords.postgres} -h 127.0.0.1 -p \\d+ -U postgres -d website -c select 1$`),
    );
  });

  it('is not needed: the connection string is printed, and works', async () => {
    const started = runScript('db.ts', { DATA_DIR: folder('first'), PATH: '/nonexistent' }, ['psql']);
    await expect.poll(started.output).toMatch(/postgres:\/\/postgres:.+\n/);
    const url = /postgres:\/\/\S+/.exec(started.output())?.[0] ?? '';
    const sql = postgres(url, { max: 1 });
    expect(await sql`select current_database() as name`).toEqual([{ name: 'website' }]);
    await sql.end();
    await stopScript(started);
  });
});
