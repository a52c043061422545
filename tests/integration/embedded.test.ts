import { fork } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';

const password = 'measure-everything-2026';
const client = ({ url }: Embedded, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

describe('a temporary embedded Supabase', () => {
  let embedded: Embedded;
  let visitor: SupabaseClient;
  let editor: SupabaseClient;
  let operator: SupabaseClient;

  beforeAll(async () => {
    embedded = await startEmbedded({ dataDir: null });
    await embedded.execute(`
      create function public.who_am_i(p_note text default null, p_list bigint[] default '{}') returns jsonb
        language sql volatile set search_path = ''
        as $$ select jsonb_build_object('role', current_user, 'sub', auth.uid(), 'note', p_note, 'list', p_list) $$;
      create function public.three() returns setof bigint language sql stable set search_path = ''
        as $$ select generate_series(1, 3) $$;
      create function public.refuse() returns void language plpgsql set search_path = ''
        as $$ begin raise exception 'no' using errcode = 'P0001', detail = 'because', hint = 'ask'; end $$;
      create function public.silent() returns void language sql set search_path = '' as $$ select $$;
    `);
    visitor = client(embedded, embedded.publishableKey);
    operator = client(embedded, embedded.secretKey);
    editor = client(embedded, embedded.publishableKey);
    const { data, error } = await operator.auth.admin.createUser({
      email: 'editor@test.example',
      password,
      email_confirm: true,
    });
    expect(error).toBeNull();
    await operator.from('staff').insert({ user_id: data.user?.id, email: 'editor@test.example' }).throwOnError();
    expect((await editor.auth.signInWithPassword({ email: 'editor@test.example', password })).error).toBeNull();
  });
  afterAll(() => embedded.stop());

  it('gives every concurrent request its own role', async () => {
    const callers = [visitor, editor, operator];
    const roles = ['anon', 'authenticated', 'service_role'];
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const caller = callers[index % 3] ?? visitor;
        // Every other request takes the long way through the library.
        const call = caller.rpc('who_am_i', { p_note: `${index}` });
        const { data } = await (index % 2 ? call : call.maybeSingle());
        return z.object({ role: z.string(), note: z.string() }).parse(data);
      }),
    );
    expect(answers.map(({ role }) => role)).toEqual(answers.map((_, index) => roles[index % 3]));
    expect(answers.map(({ note }) => note)).toEqual(answers.map((_, index) => `${index}`));
  });

  it('isolates the writes of concurrent requests when some fail', async () => {
    const insert = (index: number) =>
      operator.from('tags').insert([
        { slug: `tag-${index}`, localized: { en: { name: 'T' } } },
        { slug: `tag-${index}-b`, localized: index % 2 ? { en: {} } : { en: { name: 'T' } } },
      ]);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => insert(index)));
    expect(answers.map(({ error }) => error?.code)).toEqual(
      answers.map((_, index) => (index % 2 ? '23514' : undefined)),
    );
    expect((await operator.from('tags').select('slug')).data).toHaveLength(20);
  });

  it('calls functions as PostgREST does', async () => {
    const text = `it's "quoted" \\ ünï 湿度\n`;
    const long = await editor.rpc('who_am_i', { p_note: text, p_list: [1, 2] }).maybeSingle();
    const short = await editor.rpc('who_am_i', { p_note: text, p_list: [1, 2] });
    expect(short.data).toEqual(long.data);
    expect(short.data).toMatchObject({ role: 'authenticated', note: text, list: [1, 2] });
    expect((await editor.rpc('who_am_i')).data).toMatchObject({ note: null, list: [] });
    expect((await editor.rpc('three')).data).toEqual([1, 2, 3]);
    expect((await editor.rpc('silent')).status).toBe(204);
    const refused = await editor.rpc('refuse');
    expect(refused).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'no', details: 'because', hint: 'ask' },
    });
    expect((await editor.rpc('nothing')).error?.code).toBe('PGRST202');
    expect((await editor.rpc('who_am_i', { p_unknown: 1 })).error?.code).toBe('PGRST202');
    expect((await operator.rpc('who_am_i')).data).toMatchObject({ role: 'service_role', sub: null });
  });

  it('refuses wrong keys and forged tokens', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${embedded.url}/rest/v1/rpc/who_am_i`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    const { data } = await editor.auth.getSession();
    const token = data.session?.access_token ?? '';
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = z.looseObject({}).parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const admin = encode({ ...claims, role: 'service_role' });
    const apikey = embedded.publishableKey;
    expect((await call({ apikey, authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await call({})).status).toBe(401);
    expect((await call({ apikey: 'sb_secret_wrong' })).status).toBe(401);
    expect((await call({ apikey, authorization: `Bearer ${head}.${admin}.${signature}` })).status).toBe(401);
    const unsigned = await call({ apikey, authorization: `Bearer ${encode({ alg: 'none' })}.${admin}.` });
    expect(unsigned.status).toBe(401);
    expect((await call({ authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('lets visitors neither sign up nor add accounts, in any way', async () => {
    const email = 'stranger@test.example';
    expect((await visitor.auth.signUp({ email, password })).error?.code).toBe('signup_disabled');
    expect((await visitor.auth.signInWithOtp({ email })).error?.code).toBe('signup_disabled');
    expect((await visitor.auth.admin.createUser({ email, password })).error?.code).toBe('not_admin');
    expect((await editor.auth.admin.createUser({ email, password })).error?.code).toBe('not_admin');
    expect((await visitor.auth.signInAnonymously()).error).not.toBeNull();
    expect(await embedded.query('select email from auth.users')).toEqual([{ email: 'editor@test.example' }]);
  });

  it('stores files for the server, and serves them to staff and nobody else', async () => {
    const bytes = Buffer.from([1, 2, 3]);
    const media = editor.storage.from('media');
    const written = operator.storage.from('media');
    expect((await written.upload('images/a.webp', bytes, { contentType: 'image/webp' })).error).toBeNull();
    expect((await media.upload('images/b.webp', bytes, { contentType: 'image/webp' })).error).not.toBeNull();
    const { data } = await media.download('images/a.webp');
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    expect(data?.type).toBe('image/webp');
    expect((await visitor.storage.from('media').download('images/a.webp')).error).not.toBeNull();
    expect((await visitor.storage.from('media').upload('images/b.webp', bytes)).error).not.toBeNull();
    expect((await written.upload('../../escape.webp', bytes)).error).not.toBeNull();
  });

  it('leaves warnings of Node that are errors what they are', async () => {
    const warned = new Promise((resolve) => void process.once('warning', resolve));
    process.emitWarning(new Error('A warning of a test'));
    expect(await warned).toMatchObject({ message: 'A warning of a test' });
  });

  it('answers with arrays of enumerations as arrays and with times as PostgREST writes them', async () => {
    const site = {
      id: 'test',
      locales: ['en', 'de'],
      localized: { en: { title: 'T', description: 'D' }, de: { title: 'T', description: 'D' } },
    };
    const { data } = await operator.from('sites').insert(site).select('locales, created_at').single().throwOnError();
    expect(data.locales).toEqual(['en', 'de']);
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });
});

describe('an embedded Supabase in a directory', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-test-'));
    await prepareDirectory(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('persists data and keys, refuses a second process, and survives being killed', async () => {
    const first = await startEmbedded({ dataDir: folder });
    await client(first, first.secretKey)
      .from('tags')
      .insert({ slug: 'kept', localized: { en: { name: 'K' } } })
      .throwOnError();
    await expect(startEmbedded({ dataDir: folder })).rejects.toThrow(/is in use at http.*\(process \d+\)/);
    expect((await stat(join(folder, 'keys.json'))).mode & 0o077).toBe(0);
    await first.stop();

    const child = fork(fileURLToPath(new URL('../fixtures/insert-forever.ts', import.meta.url)), [folder]);
    const inserted = await new Promise<number>((resolve, reject) => {
      child.on('message', (count) => (Number(count) >= 40 ? resolve(Number(count)) : undefined));
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`The process ended with ${code}`)));
    });
    child.removeAllListeners('exit');
    await new Promise((resolve) => {
      child.on('exit', resolve);
      child.kill('SIGKILL');
    });

    const second = await startEmbedded({ dataDir: folder });
    expect(second.secretKey).toBe(first.secretKey);
    expect(second.applied).toEqual([]);
    const { data } = await client(second, second.secretKey).from('tags').select('slug').throwOnError();
    expect(data.some(({ slug }) => slug === 'kept')).toBe(true);
    expect(data.length).toBeGreaterThan(inserted);
    await second.stop();
    await expect(stat(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('names a port that is in use', async () => {
    const one = await startEmbedded({ dataDir: null });
    const port = Number(new URL(one.url).port);
    await expect(startEmbedded({ dataDir: null, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    await one.stop();
  });
});
