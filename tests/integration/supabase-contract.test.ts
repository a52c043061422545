import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ContractTarget,
  contractClient,
  contractPassword,
  openContractTarget,
} from '../fixtures/contract-target.ts';

// The product's requirements of a Supabase. The tests run on the embedded one, and on a hosted one that
// CONTRACT_SUPABASE_URL names.

let target: ContractTarget;
beforeAll(async () => {
  target = await openContractTarget();
});
afterAll(() => target.close());

const named = (name: string) => `${target.mark.replaceAll('-', '_')}_${name}`;
const tag = (slug: string, localized: object = { en: { name: 'T' } }) => ({
  slug: `${target.mark}-${slug}`,
  localized,
});
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;

describe('tables', () => {
  it('are read with filters, order, a range and an exact count', async () => {
    await target.operator
      .from('tags')
      .insert([tag('read-a'), tag('read-b'), tag('read-c')])
      .throwOnError();
    const { data, count, status } = await target.operator
      .from('tags')
      .select('slug', { count: 'exact' })
      .like('slug', `${target.mark}-read-%`)
      .order('slug', { ascending: false })
      .range(1, 1);
    expect({ data, count, status }).toEqual({ data: [{ slug: `${target.mark}-read-b` }], count: 3, status: 206 });
  });

  it('give JSON back as it was, and numbers, times and lists in their forms', async () => {
    const localized = { en: { name: 'a "quoted" \\ text\n', data: { list: [1, 'two', null, { three: true }] } } };
    const { data } = await target.operator.from('tags').insert(tag('json', localized)).select().single().throwOnError();
    expect(data).toMatchObject({ slug: `${target.mark}-json`, localized });
    expect(typeof data.id).toBe('number');
    expect(data.created_at).toMatch(isoTime);
    const { data: sites } = await target.operator.from('sites').select('locales').limit(1).throwOnError();
    for (const { locales } of sites) expect(Array.isArray(locales)).toBe(true);
  });

  it('take an upsert, and update and delete by filter', async () => {
    const row = tag('upsert');
    await target.operator.from('tags').upsert(row, { onConflict: 'slug' }).throwOnError();
    const changed = { ...row, localized: { en: { name: 'U' } } };
    const upserted = await target.operator.from('tags').upsert(changed, { onConflict: 'slug' }).select('localized');
    expect(upserted.data).toEqual([{ localized: changed.localized }]);
    const updated = await target.operator
      .from('tags')
      .update({ localized: row.localized })
      .eq('slug', row.slug)
      .select('slug');
    expect(updated.data).toEqual([{ slug: row.slug }]);
    expect((await target.operator.from('tags').delete().eq('slug', row.slug)).status).toBe(204);
    expect((await target.operator.from('tags').select('slug').eq('slug', row.slug)).data).toEqual([]);
  });

  it('refuse to change or delete every row', async () => {
    const refused = { status: 400, error: { code: '21000' } };
    expect(await target.operator.from('tags').delete()).toMatchObject(refused);
    expect(await target.operator.from('tags').update({ slug: 'x' })).toMatchObject(refused);
  });

  it.each<[string, () => PromiseLike<{ status: number; error: { code: string } | null }>, number, string]>([
    ['a duplicate', async () => target.operator.from('tags').insert([tag('twice'), tag('twice')]), 409, '23505'],
    [
      'a reference to nothing',
      async () =>
        target.operator
          .from('page_locales')
          .insert({ page_id: 0, locale: 'en', site_id: 'main', path: '/x', title: 'T', description: 'D' }),
      409,
      '23503',
    ],
    ['a check', async () => target.operator.from('tags').insert(tag('check', { en: {} })), 400, '23514'],
    ['a value of another kind', async () => target.operator.from('tags').select().eq('id', 'x'), 400, '22P02'],
    ['an unknown column', async () => target.operator.from('tags').select('nothing'), 400, '42703'],
    ['an unknown table', async () => target.operator.from('nothing').select(), 404, 'PGRST205'],
    ['another schema', async () => target.operator.schema('private').from('x').select(), 406, 'PGRST106'],
    [
      'one row where there is none',
      async () => target.operator.from('tags').select().eq('id', -1).single(),
      406,
      'PGRST116',
    ],
  ])('answer %s with its status and code', async (_, run, status, code) => {
    expect(await run()).toMatchObject({ status, error: { code } });
  });

  it('isolate the writes of concurrent requests when some fail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        target.operator
          .from('tags')
          .insert([tag(`many-${index}`), tag(`many-${index}-b`, index % 2 ? { en: {} } : undefined)]),
      ),
    );
    expect(answers.map(({ error }) => error?.code)).toEqual(
      answers.map((_, index) => (index % 2 ? '23514' : undefined)),
    );
    const { count } = await target.operator
      .from('tags')
      .select('*', { count: 'exact', head: true })
      .like('slug', `${target.mark}-many-%`);
    expect(count).toBe(20);
  });
});

describe('roles', () => {
  it('are those of the key and the token, also of concurrent requests', async () => {
    const callers: [SupabaseClient, string][] = [
      [target.visitor, 'anon'],
      [target.editor, 'authenticated'],
      [target.operator, 'service_role'],
    ];
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const [caller, role] = callers[index % 3] ?? [target.visitor, 'anon'];
        const call = caller.rpc(named('who'), { p_note: `${index}` });
        const { data } = await (index % 2 ? call : call.maybeSingle());
        expect(data).toMatchObject({ role, note: `${index}` });
      }),
    );
  });

  it('see what row level security lets them, and write nothing but as the server', async () => {
    const row = tag('rights');
    expect(await target.visitor.from('tags').insert(row)).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await target.stranger.from('tags').insert(row)).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await target.editor.from('tags').insert(row)).toMatchObject({ status: 403, error: { code: '42501' } });
    expect((await target.operator.from('tags').insert(row)).status).toBe(201);
    expect((await target.stranger.from('staff').select('email')).data).toEqual([]);
    expect((await target.editor.from('tags').select('slug').eq('slug', row.slug)).data).toEqual([{ slug: row.slug }]);
    expect((await target.stranger.from('tags').select('slug').eq('slug', row.slug)).data).toEqual([]);
    expect((await target.editor.from('tags').delete().eq('slug', row.slug)).error).toMatchObject({ code: '42501' });
    expect((await target.operator.from('tags').select('slug').eq('slug', row.slug)).data).toHaveLength(1);
  });

  it('need a key that is right and a token that was signed', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${target.url}/rest/v1/rpc/${named('who')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      }).then(({ status }) => status);
    const { data } = await target.editor.auth.getSession();
    const token = data.session?.access_token ?? '';
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = z.looseObject({}).parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`;
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    const apikey = target.publishableKey;
    expect(await call({ apikey, authorization: `Bearer ${token}` })).toBe(200);
    expect(await call({})).toBe(401);
    expect(await call({ apikey: 'sb_secret_wrong' })).toBe(401);
    expect(await call({ apikey, authorization: `Bearer ${forged}` })).toBe(401);
    expect(await call({ apikey, authorization: `Bearer ${unsigned}` })).toBe(401);
    const table = await fetch(`${target.url}/rest/v1/tags`, { headers: { apikey, authorization: `Bearer ${forged}` } });
    expect(table.status).toBe(401);
  });
});

describe('functions', () => {
  it.each<[string, unknown, string]>([
    ['an object', { a: [1, 'x', null] }, 'object'],
    ['a list', [1, { b: 'c' }], 'array'],
    ['a text', 'a "quoted" \\ text\nünï 湿度', 'string'],
    ['a number', 1.5, 'number'],
    ['a truth value', true, 'boolean'],
  ])('take %s as JSON, in calls that are plain and in others', async (_, value, kind) => {
    const plain = await target.editor.rpc(named('echo'), { p_json: value, p_list: [1, 2] });
    const other = await target.editor.rpc(named('echo'), { p_json: value, p_list: [1, 2] }).maybeSingle();
    expect(plain.data).toMatchObject({ json: value, kind, list: [1, 2] });
    expect(other.data).toEqual(plain.data);
    expect((await target.editor.rpc(named('rows'), { p_json: value })).data).toEqual(
      [1, 2, 3].map((n) => ({ n, kind })),
    );
  });

  it('answer with times as PostgreSQL writes them in JSON, nothing as 204, and rows with filters', async () => {
    const { data } = await target.editor.rpc(named('echo'), { p_json: null, p_time: '2026-11-21T13:49:39.5+01:00' });
    expect(data).toMatchObject({ time: expect.stringMatching(isoTime) });
    expect((await target.editor.rpc(named('nothing'))).status).toBe(204);
    expect((await target.editor.rpc(named('rows')).gt('n', 1).order('n', { ascending: false })).data).toMatchObject([
      { n: 3 },
      { n: 2 },
    ]);
  });

  it('pass on raised errors, and report functions that cannot be called', async () => {
    const raised = { code: 'P0001', message: 'no', details: 'because', hint: 'ask' };
    expect(await target.editor.rpc(named('refuse'))).toMatchObject({ status: 400, error: raised });
    expect(await target.editor.rpc(named('refuse')).select()).toMatchObject({ status: 400, error: raised });
    expect(await target.editor.rpc(named('conflict'))).toMatchObject({ status: 409, error: { message: 'taken' } });
    expect(await target.editor.rpc(named('no_such'))).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
    expect(await target.editor.rpc(named('who'), { p_unknown: 1 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    });
    expect(await target.visitor.rpc('publish_pending')).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await target.stranger.rpc('publish_pending')).toMatchObject({ status: 403, error: { code: '42501' } });
  });
});

describe('limits of a statement', () => {
  it('are 3 seconds for visitors and 8 for others, unless a function sets its own', async () => {
    const ended = { status: 500, error: { code: '57014' } };
    const sleep = (client: SupabaseClient, name: string, seconds: number) =>
      client.rpc(named(name), { p_seconds: seconds });
    const [visitor, long, editor, operator, own, ownLong, within] = await Promise.all([
      sleep(target.visitor, 'sleep', 4),
      sleep(target.visitor, 'sleep', 4).maybeSingle(),
      sleep(target.editor, 'sleep', 9),
      sleep(target.operator, 'sleep', 9),
      sleep(target.operator, 'sleep_longer', 9),
      sleep(target.operator, 'sleep_longer', 9).maybeSingle(),
      sleep(target.editor, 'sleep', 3.5),
    ]);
    for (const answer of [visitor, long, editor, operator]) expect(answer).toMatchObject(ended);
    expect([own.data, ownLong.data, within.data]).toEqual(['slept', 'slept', 'slept']);
  });
});

describe('accounts', () => {
  const fresh = () => contractClient(target, target.publishableKey);
  const address = (kind: string) => `${target.mark}-${kind}@contract.example`;

  it('sign in with the right password, in any spelling of the address, and with no other', async () => {
    const right = await fresh().auth.signInWithPassword({
      email: address('editor').toUpperCase(),
      password: contractPassword,
    });
    expect(right.data.user?.email).toBe(address('editor'));
    for (const email of [address('editor'), address('nobody')]) {
      const wrong = await fresh().auth.signInWithPassword({ email, password: 'something-else-2026' });
      expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    }
  });

  it('renew a session once, and end it everywhere', async () => {
    const client = fresh();
    const signed = await client.auth.signInWithPassword({ email: address('editor'), password: contractPassword });
    const first = signed.data.session?.refresh_token ?? '';
    const renewed = await client.auth.refreshSession();
    expect(renewed.error).toBeNull();
    expect(renewed.data.session?.refresh_token).not.toBe(first);
    expect((await client.auth.getUser()).data.user?.email).toBe(address('editor'));
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull();
    const gone = await fresh().auth.refreshSession({ refresh_token: renewed.data.session?.refresh_token ?? '' });
    expect(gone.error?.status).toBe(400);
    await target.editor.auth.signInWithPassword({ email: address('editor'), password: contractPassword });
  });

  it('are created with the secret key, once for an address', async () => {
    const email = address('made');
    const password = contractPassword;
    expect((await target.operator.auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull();
    const again = await target.operator.auth.admin.createUser({ email, password, email_confirm: true });
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
    const { data: list } = await target.operator.auth.admin.listUsers({ page: 1, perPage: 200 });
    expect(list.users.map((user) => user.email)).toContain(email);
    const short = await target.operator.auth.admin.createUser({
      email: address('short'),
      password: 'short',
      email_confirm: true,
    });
    expect(short.error).toMatchObject({ status: 422, code: 'weak_password' });
  });

  it('are not made by visitors or editors in any way', async () => {
    const email = address('uninvited');
    const refused = { status: 422, code: 'signup_disabled' };
    expect((await target.visitor.auth.signUp({ email, password: contractPassword })).error).toMatchObject(refused);
    expect((await target.visitor.auth.signInWithOtp({ email })).error?.status).toBe(422);
    expect((await target.visitor.auth.signInAnonymously()).error?.status).toBe(422);
    const made = await target.editor.auth.admin.createUser({ email, password: contractPassword });
    expect(made.error).toMatchObject({ status: 403, code: 'not_admin' });
    const { error } = await fresh().auth.signInWithPassword({ email, password: contractPassword });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('get a new password by a link that works once', async () => {
    const email = address('made');
    const { data } = await target.operator.auth.admin.generateLink({ type: 'recovery', email });
    const hash = data.properties?.hashed_token ?? '';
    const client = fresh();
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash: hash })).data.user?.email).toBe(email);
    const same = await client.auth.updateUser({ password: contractPassword });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    const next = 'another-password-2026';
    expect((await client.auth.updateUser({ password: next })).error).toBeNull();
    expect((await fresh().auth.verifyOtp({ type: 'recovery', token_hash: hash })).error?.code).toBe('otp_expired');
    expect((await fresh().auth.signInWithPassword({ email, password: contractPassword })).error).not.toBeNull();
    expect((await fresh().auth.signInWithPassword({ email, password: next })).error).toBeNull();
    const unknown = await target.operator.auth.admin.generateLink({ type: 'recovery', email: address('nobody') });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
    const link = await target.visitor.auth.admin.generateLink({ type: 'recovery', email });
    expect(link.error).toMatchObject({ status: 403, code: 'not_admin' });
  });
});

describe('stored files', () => {
  const bytes = Buffer.from([1, 2, 3]);
  const file = () => `images/${target.mark}.webp`;

  it('are written by the server, read back with their type, and replaced only when asked to', async () => {
    const media = target.operator.storage.from('media');
    const options = { contentType: 'image/webp', cacheControl: '60' };
    expect((await media.upload(file(), bytes, options)).error).toBeNull();
    expect((await media.upload(file(), bytes, options)).error).not.toBeNull();
    expect((await media.upload(file(), Buffer.from([4]), { ...options, upsert: true })).error).toBeNull();
    const { data } = await target.operator.storage.from('media').download(file());
    expect([data?.type, Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([
      'image/webp',
      Buffer.from([4]),
    ]);
    expect((await target.operator.storage.from('media').info(file())).data).not.toBeNull();
    expect((await target.operator.storage.from('media').info(`${file()}.none`)).data).toBeNull();
    expect((await target.operator.storage.getBucket('media')).data).toMatchObject({ id: 'media', public: false });
  });

  it('are read by staff and closed to others, and names do not lead out of the bucket', async () => {
    expect((await target.editor.storage.from('media').download(file())).error).toBeNull();
    for (const client of [target.visitor, target.stranger]) {
      expect((await client.storage.from('media').download(file())).error).not.toBeNull();
    }
    for (const client of [target.visitor, target.stranger, target.editor]) {
      expect((await client.storage.from('media').upload(`images/${target.mark}-b.webp`, bytes)).error).not.toBeNull();
    }
    expect((await target.operator.storage.from('media').upload('../../escape.webp', bytes)).error).not.toBeNull();
  });

  it('are gone when they are removed', async () => {
    const media = target.operator.storage.from('media');
    expect((await media.remove([file()])).error).toBeNull();
    expect((await media.download(file())).error).not.toBeNull();
  });
});
