import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyClient } from '#content/clients/client.ts';
import { totpAt } from '../../src/embedded/totp.ts';
import { addUser } from '../../scripts/add-user.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { isSweep } from '../fixtures/seeds.ts';

// What people are let in by who have a second factor, and what they are not let in by.

let served: Forked;
beforeAll(async () => {
  served = await forkServed({ TRUST_PROXY: 'loopback' });
});
afterAll(() => served?.stop());

const password = 'measure-everything-2026';
/** The code after the present one, which is taken as well: that with which the factor was set up is used up. */
const nextCode = (secret: string) => totpAt(secret, Date.now() + 30_000);

type Person = { email: string; userId: string };

let made = 0;
async function newPerson(role: 'editor' | 'admin' = 'editor'): Promise<Person> {
  const email = `two-steps-${(made += 1)}@ostrevo.example`;
  const connection = { url: served.supabaseUrl, secretKey: served.secretKey };
  const added = await addUser(connection, { email, password, role, name: email });
  if (!added.ok) throw new Error(added.failure.message);
  return { email, userId: added.value.userId };
}

async function withPassword(
  { email }: Person,
  next = '/admin/people',
): Promise<{ visitor: Visitor; response: Response }> {
  const visitor = new Visitor(served.origin);
  return { visitor, response: await visitor.signIn({ email, password }, '/login', next) };
}

/** Failures are counted by address as well: each of these calls comes from another one. */
let calls = 0;
const from = () => ({ 'x-forwarded-for': `198.51.${Math.floor((calls += 1) / 250)}.${calls % 250}` });

function post(visitor: Visitor, path: string, fields: Record<string, string>): Promise<Response> {
  return visitor.send(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
  });
}

const give = (visitor: Visitor, code: string, next = '/admin/people') => post(visitor, '/login/code', { code, next });

const field = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';

type Owner = Person & { visitor: Visitor; secret: string; codes: string[] };

/** Somebody who has set a second factor up. */
async function newOwner(role?: 'admin'): Promise<Owner> {
  const person = await newPerson(role);
  const { visitor } = await withPassword(person);
  const html = await (await post(visitor, '/login/second-factor', {})).text();
  const secret = field(html, 'secret');
  const code = totpAt(secret, Date.now());
  const done = await post(visitor, '/login/second-factor', { factor: field(html, 'factor'), secret, code });
  expect(done.status).toBe(200);
  const codes = (await done.text()).match(/[0-9a-z]{4}(-[0-9a-z]{4}){3}(?=<)/g) ?? [];
  return { ...person, visitor, secret, codes };
}

const mayWork = async (visitor: Visitor) => (await visitor.call('findOwnProfile', {})).status;

describe('setting it up', () => {
  it('shows key and picture, then ten recovery codes, and lets the session go on', async () => {
    const { visitor, secret, codes } = await newOwner();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(codes).toHaveLength(10);
    expect(await mayWork(visitor)).toBe(200);
    const again = await visitor.send('/login/second-factor?next=/de');
    expect([again.status, again.headers.get('location')]).toEqual([303, '/de']);
  });

  it('shows the same key again after a wrong code, and is not on before a right one', async () => {
    const person = await newPerson();
    const { visitor } = await withPassword(person);
    const html = await (await post(visitor, '/login/second-factor', {})).text();
    const fields = { factor: field(html, 'factor'), secret: field(html, 'secret') };
    const refused = await post(visitor, '/login/second-factor', { ...fields, code: '000000' });
    expect(refused.status).toBe(401);
    expect(field(await refused.text(), 'secret')).toBe(fields.secret);
    expect((await withPassword(person)).response.headers.get('location')).toBe('/admin/people');
  });

  it('takes no factor of somebody else', async () => {
    const other = await withPassword(await newPerson());
    const theirs = await (await post(other.visitor, '/login/second-factor', {})).text();
    const secret = field(theirs, 'secret');
    const { visitor } = await withPassword(await newPerson());
    const code = totpAt(secret, Date.now());
    const answer = await post(visitor, '/login/second-factor', { factor: field(theirs, 'factor'), secret, code });
    expect(answer.status).toBe(401);
  });

  it('is not for visitors', async () => {
    const answer = await new Visitor(served.origin).send('/login/second-factor?next=/de');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?next=%2Fde']);
  });
});

describe('the password alone', () => {
  let owner: Owner;
  let half: Visitor;
  beforeAll(async () => {
    owner = await newOwner();
    ({ visitor: half } = await withPassword(owner));
  });

  it('leads to the code and back to where the person was going, without the toolbar', async () => {
    const { visitor, response } = await withPassword(owner, '/de/section-1/page-1?draft=true');
    expect(response.headers.get('location')).toBe(
      `/login/code?next=${encodeURIComponent('/de/section-1/page-1?draft=true')}`,
    );
    expect(visitor.cookies.has('signed_in')).toBe(false);
    expect(visitor.cookies.has('known_device')).toBe(false);
    const draft = await visitor.send('/section-1/page-1?draft=true');
    expect(draft.headers.get('location')).toMatch(/^\/login\/code\?next=/);
    expect((await visitor.send('/login/session')).status).toBe(401);
  });

  it('calls no action, and sees no screen of the administration', async () => {
    expect(await mayWork(half)).toBe(401);
    const screen = await half.send('/admin/people');
    expect([screen.status, screen.headers.get('location')]).toEqual([302, '/login/code?next=%2Fadmin%2Fpeople']);
  });

  it('reads nothing at the data API and changes no password, factor or session there', async () => {
    const client = createKeyClient(served.supabaseUrl, served.publishableKey);
    await client.auth.signInWithPassword({ email: owner.email, password });
    const levels = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(levels.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect((await client.from('pages').select('id')).data).toEqual([]);
    expect((await client.from('staff').select('email')).data).toEqual([]);
    expect((await client.auth.updateUser({ password: 'another-long-password' })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal');
    const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id ?? '';
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  });

  it('with a code that was given to Auth past the server opens nothing either, nor does taking the factor out', async () => {
    const other = await newOwner();
    const client = createKeyClient(served.supabaseUrl, served.publishableKey);
    await client.auth.signInWithPassword({ email: other.email, password });
    const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const code = nextCode(other.secret);
    const raised = await client.auth.mfa.challengeAndVerify({ factorId, code });
    expect(raised.error).toBeNull();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    expect((await client.from('pages').select('id')).data).toEqual([]);
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect((await client.from('pages').select('id')).data).toEqual([]);
  });

  it('can be left for another account', async () => {
    const { visitor } = await withPassword(owner);
    const left = await post(visitor, '/login/code', { leave: 'true', next: '/de' });
    expect(left.headers.get('location')).toBe('/login?next=%2Fde');
    expect(visitor.sessionCookies).toEqual([]);
  });
});

describe('a code of the app', () => {
  it('lets in once, where the person was going', async () => {
    const owner = await newOwner();
    const [first, second] = [await withPassword(owner), await withPassword(owner)];
    const code = nextCode(owner.secret);
    const answer = await give(first.visitor, code, 'https://evil.example');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(first.visitor.cookies.get('signed_in')).toBe('1');
    expect(await mayWork(first.visitor)).toBe(200);
    // Giving a code ends sessions that have given none.
    const third = await withPassword(owner);
    const replayed = await give(third.visitor, code);
    expect(replayed.status).toBe(401);
    expect(await replayed.text()).toContain('was used already');
    expect(await mayWork(third.visitor)).toBe(401);
    expect(await mayWork(second.visitor)).toBe(401);
  });

  it.runIf(isSweep)('lets in one of several who send it at the same time', async () => {
    const owner = await newOwner();
    const visitors = await Promise.all([1, 2, 3].map(async () => (await withPassword(owner)).visitor));
    const code = nextCode(owner.secret);
    await Promise.all(visitors.map((visitor) => give(visitor, code)));
    const allowed = await Promise.all(visitors.map(mayWork));
    expect(allowed.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('is guessed eight times and no more, from wherever', async () => {
    const owner = await newOwner();
    const { visitor } = await withPassword(owner);
    const statuses: number[] = [];
    for (let guess = 0; guess < 9; guess += 1) statuses.push((await give(visitor, `00000${guess}`)).status);
    expect(statuses).toEqual([...Array<number>(8).fill(401), 429]);
    const right = await give((await withPassword(owner)).visitor, nextCode(owner.secret));
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of somebody else is wrong', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { visitor } = await withPassword(owner);
    expect((await give(visitor, nextCode(other.secret))).status).toBe(401);
  });

  it.each(['', '12345', 'none', 'x'.repeat(5000)])('%j is none', async (code) => {
    const { visitor } = await withPassword(await newOwner());
    expect((await give(visitor, code)).status).toBe(400);
  });
});

describe('a recovery code', () => {
  it('lets in once, however it is typed', async () => {
    const owner = await newOwner();
    const { visitor } = await withPassword(owner);
    const code = owner.codes[0] ?? '';
    expect((await give(visitor, ` ${code.toUpperCase()} `)).status).toBe(303);
    expect(await mayWork(visitor)).toBe(200);
    const again = await withPassword(owner);
    expect((await give(again.visitor, code)).status).toBe(401);
    expect(await mayWork(again.visitor)).toBe(401);
  });

  it.runIf(isSweep)('lets in one of several who send it at the same time', async () => {
    const owner = await newOwner();
    const visitors = await Promise.all([1, 2, 3].map(async () => (await withPassword(owner)).visitor));
    const answers = await Promise.all(visitors.map((visitor) => give(visitor, owner.codes[1] ?? '')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401, 401]);
  });

  it('turns the second factor off as a code does, which ends the sessions that wait for one', async () => {
    const owner = await newOwner();
    const { visitor: waiting } = await withPassword(owner);
    const wrong = await owner.visitor.call('endSecondFactor', { code: '000000' }, from());
    expect(wrong.status).toBe(400);
    expect((await owner.visitor.call('endSecondFactor', { code: owner.codes[2] })).status).toBe(200);
    expect(await mayWork(owner.visitor)).toBe(200);
    expect(await mayWork(waiting)).toBe(401);
    expect((await withPassword(owner)).response.headers.get('location')).toBe('/admin/people');
  });

  it('is replaced by new ones', async () => {
    const owner = await newOwner();
    const renewed = await owner.visitor.call('renewRecoveryCodes', {});
    expect(renewed.status).toBe(200);
    const text = await renewed.text();
    expect(text.match(/[0-9a-z]{4}(-[0-9a-z]{4}){3}/g)).toHaveLength(10);
    expect(text).not.toContain(owner.codes[0]);
    expect((await give((await withPassword(owner)).visitor, owner.codes[0] ?? '')).status).toBe(401);
  });
});

describe('a password', () => {
  it('is changed by a session that has given the code, and by no other', async () => {
    const owner = await newOwner();
    const next = 'another-long-password';
    expect((await owner.visitor.call('changeOwnPassword', { current: password, next })).status).toBe(200);
    expect(await mayWork(owner.visitor)).toBe(200);
    const visitor = new Visitor(served.origin);
    await visitor.signIn({ email: owner.email, password: next });
    expect(await mayWork(visitor)).toBe(401);
  });
});

describe('administrators', () => {
  it('reset it for a colleague, who is signed out everywhere, and require it of everybody', async () => {
    const [admin, owner] = [await newOwner('admin'), await newOwner()];
    const { visitor: editor } = await withPassword(await newPerson());
    expect((await owner.visitor.call('resetSecondFactor', { id: admin.userId })).status).toBe(403);
    expect((await admin.visitor.call('resetSecondFactor', { id: owner.userId })).status).toBe(200);
    expect(await mayWork(owner.visitor)).toBe(401);
    expect((await withPassword(owner)).response.headers.get('location')).toBe('/admin/people');

    expect((await admin.visitor.call('requireSecondFactor', { of: 'everybody' })).status).toBe(200);
    try {
      expect(await mayWork(editor)).toBe(401);
      const screen = await editor.send('/admin/people');
      expect(screen.headers.get('location')).toBe('/login/second-factor?next=%2Fadmin%2Fpeople');
      expect((await editor.send('/login/code')).headers.get('location')).toMatch(/^\/login\/second-factor/);
    } finally {
      await admin.visitor.call('requireSecondFactor', { of: 'nobody' });
    }
    expect(await mayWork(editor)).toBe(200);
  });
});

describe('a session', () => {
  it('is ended by its person from another one, and by nobody else', async () => {
    const person = await newPerson();
    const [{ visitor: here }, { visitor: there }] = [await withPassword(person), await withPassword(person)];
    const listed = z.array(z.object({ id: z.string(), isThis: z.boolean() }));
    const body = await here.call('findOwnProfile', {}).then((response) => response.text());
    const { sessions } = z.object({ sessions: listed }).parse(parse(body));
    const id = sessions.find(({ isThis }) => !isThis)?.id;
    const stranger = await withPassword(await newPerson());
    expect((await stranger.visitor.call('endSession', { id })).status).toBe(404);
    expect(await mayWork(there)).toBe(200);
    expect((await here.call('endSession', { id })).status).toBe(200);
    expect(await mayWork(there)).toBe(401);
    expect(await mayWork(here)).toBe(200);
  });
});
