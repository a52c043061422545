import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectOk } from '../../../scripts/run.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { waitForStep } from './even-time.ts';
import { nobody } from './account-to-ask.ts';
import { signIn } from './sign-in.ts';

vi.mock('./even-time.ts', () => ({ waitForStep: vi.fn(async () => {}) }));

const place = () => ({
  serviceClient: createKeyClient('http://database.test', 'a secret key'),
  config: expectOk(readConfig({})),
  supabase: { url: 'http://database.test', publishableKey: 'none' },
  deviceSecret: 'a secret of devices',
});
const email = 'somebody@test.example';
const user = { id: '7f3c1d5e-9a52-4c1b-8e0d-0f6f2b1c4e2a', aud: 'authenticated', email };
const session = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'once', user };
const staff = { role: 'editor', email, disabled_at: null, needs: null };

type Answers = { token: Response; staff: Response; isStaff?: boolean };
/** Whose passwords were checked. */
const checked: string[] = [];

/** A Supabase that answers with what is given, and lets everybody sign out. */
function answerWith(answers: Answers): void {
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(input);
    if (pathname.endsWith('/admin/users')) return Response.json(user);
    if (pathname.endsWith('/rest/v1/staff'))
      return Response.json(answers.isStaff === false ? [] : [{ user_id: user.id }]);
    if (pathname.endsWith('/token')) {
      const body = z.string().parse(init?.body);
      checked.push(z.object({ email: z.string() }).parse(JSON.parse(body)).email);
      return answers.token;
    }
    return pathname.endsWith('/read_own_staff') ? answers.staff : new Response(null, { status: 204 });
  });
}

function ask() {
  const body = new URLSearchParams({ email, password: 'a-password' });
  return signIn(new Request('http://localhost/login', { method: 'POST', body }), '192.0.2.1', place());
}

beforeEach(() => {
  vi.mocked(waitForStep).mockClear();
  checked.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

it.each<[string, Answers]>([
  [
    'a wrong password, or an account that does not exist',
    {
      token: Response.json({ code: 'invalid_credentials', message: 'no' }, { status: 400 }),
      staff: Response.json(null),
    },
  ],
  ['an account that is not on the staff', { token: Response.json(session), staff: Response.json(null) }],
])('answers %s at an even time', async (_, answers) => {
  answerWith(answers);
  expect(await ask()).toMatchObject({ ok: false, problem: 'refused' });
  expect(waitForStep).toHaveBeenCalledOnce();
});

it('lets nobody wait who is on the staff', async () => {
  answerWith({ token: Response.json(session), staff: Response.json(staff) });
  expect(await ask()).toMatchObject({ ok: true });
  expect(waitForStep).not.toHaveBeenCalled();
});

const refused = () => Response.json({ code: 'invalid_credentials', message: 'no' }, { status: 400 });

it.each([
  [true, email],
  [false, nobody],
])('checks one password whether the account is on the staff or not: %s', async (isStaff, account) => {
  answerWith({ token: refused(), staff: Response.json(null), isStaff });
  expect(await ask()).toMatchObject({ ok: false, problem: 'refused' });
  expect(checked).toEqual([account]);
});
