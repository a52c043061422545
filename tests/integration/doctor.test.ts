import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';
import { checkBuckets } from '../../scripts/doctor/check-buckets.ts';
import { checkDatabase } from '../../scripts/doctor/check-database.ts';
import { expectOk } from '../../scripts/run.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startPurgeService, token, zone } from '../fixtures/purge-services.ts';
import { openMailServer } from '../fixtures/mail-server.ts';
import { runScript } from '../fixtures/run-script.ts';
import { type S3Request, type S3Server, openS3Server, storeInR2 } from '../fixtures/s3-server.ts';
import { isSweep, takeSlice } from '../fixtures/seeds.ts';

let embedded: Embedded;
let directory: string;
let environment: Record<string, string>;
beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: null });
  directory = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  environment = {
    DATA_DIR: path.join(directory, 'data'),
    PORT: String(await freePort()),
    SUPABASE_URL: embedded.url,
    SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
    SUPABASE_SECRET_KEY: embedded.secretKey,
    DATABASE_URL: embedded.databaseUrl,
  };
});
afterAll(async () => {
  await embedded?.stop();
  if (directory) await rm(directory, { recursive: true });
});

const answer = z.array(
  z.object({
    about: z.string(),
    state: z.enum(['ok', 'note', 'wrong']),
    says: z.string(),
    todo: z.string().optional(),
  }),
);

async function examine(changes: Record<string, string> = {}) {
  const script = runScript('doctor.ts', { ...environment, ...changes }, ['--json']);
  const code = await script.ended;
  const findings = answer.parse(JSON.parse(script.output()));
  return { code, findings, wrong: findings.filter(({ state }) => state === 'wrong') };
}

describe('npm run doctor', () => {
  it('finds nothing wrong with a deployment that is well, and says what it looked at', async () => {
    const mail = await openMailServer(true);
    const { code, findings, wrong } = await examine({ SMTP_URL: mail.url, MAIL_FROM: 'web@example.com' });
    await mail.close();
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    const well = findings.filter(({ state }) => state === 'ok').map(({ about }) => about);
    expect(well).toEqual(
      expect.arrayContaining([
        'DATA_DIR',
        'OUT_DIR',
        'SUPABASE_SECRET_KEY',
        'SUPABASE_PUBLISHABLE_KEY',
        'Storage',
        'DATABASE_URL',
        'SMTP_URL',
      ]),
    );
    const run = runScript('doctor.ts', environment);
    expect(await run.ended).toBe(0);
    // Nobody has started the server.
    expect(run.output()).not.toContain('Nothing is wrong');
    expect(run.output().trimEnd()).toMatch(/What was looked at is well\. No answer came from: Server\..*$/);
    // What is no fault says what to do about it all the same.
    expect(findings.filter(({ state, todo }) => state !== 'ok' && !todo)).toEqual([]);
  });

  it('says which rows of the database are not sound, and why', async () => {
    const [person] = await embedded.query<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'alone@test.example') returning id`,
    );
    await embedded.query(`insert into public.staff (user_id, email) values ($1, 'alone@test.example')`, [person?.id]);
    await embedded.query(
      `insert into public.record_drafts (kind, record_id, base_version, data) values ('tag', '98765', 1, '{}')`,
    );
    try {
      const { code, wrong } = await examine();
      expect(code).toBe(1);
      expect(wrong.map(({ about, says }) => `${about}: ${says}`).toSorted()).toEqual([
        expect.stringMatching(/^Content: No administrator is active, .*\(no administrator in staff\)$/),
        'Content: There is a draft of tag 98765, which is not there (draft of no record in record_drafts, tag, 98765)',
      ]);
    } finally {
      await embedded.query(`delete from auth.users where id = $1`, [person?.id]);
      await embedded.query(`delete from public.record_drafts where record_id = '98765'`);
    }
  });

  it('says that published files are of another state of the database, before and after a publisher has noticed it', async () => {
    await embedded.query(
      `insert into public.sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}')`,
    );
    const OUT_DIR = path.join(directory, 'put-back');
    const written = path.join(OUT_DIR, 'main', '.written');
    await mkdir(written, { recursive: true });
    const [own] = await embedded.query<{ id: string }>('select private.database_id() as id');
    await writeFile(path.join(written, `${own?.id}.0`), '');
    try {
      expect((await examine({ OUT_DIR })).wrong).toEqual([]);
      await writeFile(path.join(written, `${own?.id}.987654`), '');
      const unnoticed = await examine({ OUT_DIR });
      expect(unnoticed.code).toBe(1);
      expect(unnoticed.wrong).toEqual([
        {
          about: 'Published files',
          state: 'wrong',
          says: expect.stringMatching(
            /^the database was put back to an earlier state .*: main, no publisher has noticed/,
          ),
          todo: expect.stringContaining('npm run build -- --site main'),
        },
      ]);
      expect(await embedded.query('select from public.unknown_files'), 'which changes nothing').toEqual([]);
      await embedded.query(`insert into public.unknown_files (site_id, cause) values ('main', 'other')`);
      const [noticed] = (await examine({ OUT_DIR })).wrong;
      expect(noticed?.says).toMatch(/^the published files are of another database: main, noticed at \d{4}-/);
    } finally {
      await embedded.query('delete from public.unknown_files');
      await embedded.query('delete from public.sites');
    }
  });

  it('finds a cache that takes nothing, and sites that cannot be read through it', async () => {
    const service = await startPurgeService('cloudflare');
    const PUBLIC_ADDRESSES = `main=http://127.0.0.1:${await freePort()},developer=${service.url},automotive=${service.url}`;
    const cache = { PURGE: 'cloudflare', PURGE_URL: service.url, PURGE_ZONE: zone, PUBLIC_ADDRESSES };
    const { wrong } = await examine({ ...cache, PURGE_TOKEN: 'of-somebody-else' });
    expect(wrong.map(({ about, says }) => `${about}: ${says}`)).toEqual([
      expect.stringMatching(/^PURGE: Cloudflare takes nothing: The service answered 403/),
      expect.stringMatching(/^Seen live: main cannot be read/),
    ]);
    const { findings } = await examine({ ...cache, PURGE_TOKEN: token });
    expect(findings).toContainEqual(expect.objectContaining({ about: 'PURGE', state: 'ok' }));
    await service.stop();
  });

  it.each(
    takeSlice(
      [
        [
          'a key of another project',
          () => ({ SUPABASE_SECRET_KEY: 'sb_secret_of-another-project' }),
          'SUPABASE_SECRET_KEY',
          /no secret key of/,
        ],
        [
          'the publishable key as the secret one',
          () => ({ SUPABASE_SECRET_KEY: embedded.publishableKey }),
          'SUPABASE_SECRET_KEY',
          /no secret key of/,
        ],
        [
          'the secret key as the publishable one',
          () => ({ SUPABASE_PUBLISHABLE_KEY: embedded.secretKey }),
          'SUPABASE_PUBLISHABLE_KEY',
          /browsers are given it/,
        ],
        ['a Supabase that is not there', () => ({ SUPABASE_URL: 'http://127.0.0.1:9' }), 'Supabase', /does not answer/],
        [
          'a wrong password of the database',
          () => ({ DATABASE_URL: embedded.databaseUrl.replace(/:[^:@/]+@/, ':wrong@') }),
          'DATABASE_URL',
          /does not answer: .*password/,
        ],
        [
          'a mail server that is not there',
          () => ({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'web@example.com' }),
          'SMTP_URL',
          /does not take mail/,
        ],
        [
          'a host that nobody answers',
          () => ({ SITE_HOSTS: 'main=127.0.0.1:9' }),
          'https://127.0.0.1:9',
          /does not answer/,
        ],
      ],
      3,
      0,
    ),
  )('names %s', async (_, changes, about, says) => {
    const { code, wrong } = await examine(changes());
    expect(code).toBe(1);
    expect(wrong.map((finding) => finding.about)).toEqual([about]);
    expect(wrong[0]?.says).toMatch(says);
    expect(wrong[0]?.todo).toMatch(/\w/);
  });

  it.runIf(isSweep)('names a folder that cannot be written to, and a port that another program has', async () => {
    const file = path.join(directory, 'a-file');
    await writeFile(file, '');
    const other = createServer((_request, response) => response.end('Another program'));
    await new Promise<void>((resolve) => {
      other.listen(Number(environment['PORT']), '127.0.0.1', resolve);
    });
    const { wrong } = await examine({ OUT_DIR: path.join(file, 'sites') });
    await new Promise((resolve) => other.close(resolve));
    expect(wrong.map(({ about }) => about)).toEqual(['OUT_DIR', 'Server']);
    expect(wrong.map(({ says }) => says).join(' ')).toMatch(/cannot be written to.*is not this website/);
  });

  it.runIf(isSweep)('names a purge driver without its token, as the start does', async () => {
    const sentence = 'PURGE=cloudflare needs PURGE_TOKEN: a token that may purge, and nothing else.';
    for (const name of ['doctor.ts', 'start.ts']) {
      const script = runScript(name, { ...environment, PURGE: 'cloudflare', PURGE_ZONE: zone });
      expect(await script.ended, name).toBe(1);
      expect(script.output(), name).toContain(sentence);
    }
  });

  it.runIf(isSweep)('names an environment that cannot be read', async () => {
    const script = runScript('doctor.ts', { ...environment, PORT: 'many' });
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain('PORT');
  });

  it.runIf(isSweep)('looks at a data directory whose database does not run', async () => {
    const alone = { SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '', SUPABASE_SECRET_KEY: '', DATABASE_URL: '' };
    const { code, findings } = await examine(alone);
    expect(code).toBe(0);
    expect(findings.find(({ about }) => about === 'Supabase')).toMatchObject({ state: 'note' });
  });
});

describe('the database of a connection string', () => {
  it('lacks a migration, or has one of a newer version', async () => {
    const version = '20991231000000';
    const owner = embedded.databaseUrl;
    const [newest] = await embedded.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version desc limit 1',
    );
    await embedded.execute(`grant usage on schema supabase_migrations to publisher;
      grant select on supabase_migrations.schema_migrations to publisher`);
    const about = async () => (await checkDatabase(owner)).find((finding) => finding.about === 'Migrations');
    expect(await about()).toMatchObject({ state: 'ok' });
    await embedded.query('insert into supabase_migrations.schema_migrations (version) values ($1)', [version]);
    expect(await about()).toMatchObject({ state: 'wrong', says: expect.stringContaining(version) });
    await embedded.query('delete from supabase_migrations.schema_migrations where version in ($1, $2)', [
      version,
      newest?.version,
    ]);
    expect(await about()).toMatchObject({ state: 'wrong', says: expect.stringContaining(newest?.version ?? 'none') });
    // One of before the migrations were squashed has none of those that are there now.
    await embedded.query('delete from supabase_migrations.schema_migrations');
    await embedded.query(`insert into supabase_migrations.schema_migrations (version) values ('20261206000441')`);
    expect(await about()).toMatchObject({ state: 'wrong', says: expect.stringContaining('in one file now') });
  });
});

describe('buckets', () => {
  let miniflare: Miniflare;
  let server: S3Server;
  beforeAll(async () => {
    miniflare = new Miniflare({ modules: true, script: 'export default {}', r2Buckets: { BUCKET: 'sites' } });
    server = await openS3Server(await storeInR2(miniflare));
  });
  beforeEach(() => {
    Object.assign(server, { refuse: () => null });
  });
  afterAll(async () => {
    await server?.close();
    await miniflare?.dispose();
  });

  const check = (address: string) => checkBuckets(expectOk(readBucketAddresses(address)));
  const isConditional = ({ headers }: S3Request) => 'if-match' in headers || 'if-none-match' in headers;
  const denied = { status: 403, code: 'AccessDenied' };
  /** Refuses what a policy without one right refuses. */
  const without = (is: (request: S3Request) => boolean) => (request: S3Request) => (is(request) ? denied : null);

  it('are well where everything that publishing does is possible, and have nothing in them afterwards', async () => {
    for (const mode of ['pointer', 'mirror'] as const) {
      expect(await check(server.address({ mode }))).toEqual([
        { about: expect.stringContaining('Bucket '), state: 'ok', says: expect.stringContaining('deleted from') },
      ]);
    }
    expect((await server.store.list('', null)).objects).toEqual([]);
  });

  it.each(
    takeSlice<[string, { secret?: string; region?: string }, S3Server['refuse'] | null, RegExp, RegExp]>(
      [
        [
          'a wrong secret',
          { secret: 'other' },
          null,
          /secret of the access key .* is wrong$/,
          /^Check it in PUBLISH_BUCKETS/,
        ],
        [
          'another region',
          { region: 'us-west-2' },
          null,
          /is in the region eu-central-1, not in us-west-2$/,
          /^Set region=eu-central-1/,
        ],
        ['no right to write', {}, without(({ method }) => method === 'PUT'), /may not write to/, /s3:PutObject/],
        [
          'no right to read',
          {},
          without(({ method, key }) => method === 'GET' && key !== ''),
          /may not read/,
          /s3:GetObject/,
        ],
        ['no right to list', {}, without(({ query }) => query.has('list-type')), /may not list/, /s3:ListBucket/],
        [
          'no right to delete',
          {},
          without(({ method }) => method === 'DELETE'),
          /may not delete from/,
          /s3:DeleteObject/,
        ],
        [
          'no right to write under a condition',
          {},
          without(isConditional),
          /may not write under a condition to/,
          /s3:GetObject and s3:PutObject, without conditions on if-match/,
        ],
        [
          'a service that refuses conditions',
          {},
          (request) => (isConditional(request) ? { status: 501, code: 'NotImplemented' } : null),
          /refuses conditional writes/,
          /^Use mode=mirror/,
        ],
        [
          'objects that are not there once they were written',
          {},
          ({ method, key }) => (method === 'GET' && key !== '' ? { status: 404, code: 'NoSuchKey' } : null),
          /does not have what was just written/,
          /\w/,
        ],
      ],
      3,
      0,
    ),
  )('are told with %s', async (_, settings, refuse, says, todo) => {
    if (refuse) server.refuse = refuse;
    const [first, ...others] = await check(server.address(settings));
    expect(others).toEqual([]);
    expect(first?.state).not.toBe('ok');
    expect(first?.says).toMatch(says);
    expect(first?.todo).toMatch(todo);
    expect(JSON.stringify(first)).not.toContain('secret+key');
  });

  it('are told of all rights that they lack, by the command and at the start', async () => {
    server.refuse = without(({ method, query }) => method === 'DELETE' || query.has('list-type'));
    const { code, wrong } = await examine({ PUBLISH_BUCKETS: server.address() });
    expect(code).toBe(1);
    expect(wrong.flatMap(({ about, todo }) => (about.startsWith('Bucket ') ? [todo] : []))).toEqual([
      expect.stringContaining('s3:ListBucket'),
      expect.stringContaining('s3:DeleteObject'),
    ]);
    const start = runScript('start.ts', { ...environment, PUBLISH_BUCKETS: server.address() });
    expect(await start.ended).toBe(1);
    expect(start.output()).toContain('s3:ListBucket');
    expect(start.output()).toContain('s3:DeleteObject');
  });
});
