import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createKeyClient } from '#content/clients/client.ts';
import { tokenSeconds } from '#forms/tokens.ts';
import { type FormRooms, openFormRooms } from '../fixtures/form-rooms.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { solve, solved as solvedPuzzle } from '../fixtures/solved-puzzle.ts';

/** The endpoint of the server and the Edge Function: every test runs against both. */
const secret = 'what-the-tokens-of-this-test-are-signed-with';
const names = ['the endpoint', 'the Edge Function'] as const;

let directory: string;
let open: FormRooms;
let formIds: Record<(typeof names)[number], number>;

const choices = [
  { optionLabel: 'Order', optionValue: 'order' },
  { optionLabel: 'Other', optionValue: 'other' },
];
const fields = [
  { id: 'a', fieldType: 'Title', name: 'intro', label: 'Write to us' },
  {
    id: 'b',
    fieldType: 'TextInput',
    name: 'email',
    label: 'E-mail',
    isRequired: true,
    localized: { de: { label: 'E-Mail-Adresse' } },
  },
  { id: 'c', fieldType: 'SelectList', name: 'topic', label: 'Topic', options: choices },
  {
    id: 'd',
    fieldType: 'DatePicker',
    name: 'day',
    label: 'Needed by',
    isRequired: true,
    isConditional: true,
    conditionalName: 'topic',
    conditionalValue: 'order',
  },
  { id: 'e', fieldType: 'Slider', name: 'amount', label: 'Amount', minValue: 5, maxValue: 50 },
  { id: 'f', fieldType: 'Checkbox', name: 'agreed', label: 'Agreed' },
];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'submissions-'));
  open = await openFormRooms(directory, secret);
  const client = clientOf();
  const rows = z.array(z.object({ id: z.number() })).parse(
    await must(
      client
        .from('forms')
        .insert(names.map((title) => ({ title, content: fields, success_url: '/thanks' })))
        .select('id')
        .order('id'),
    ),
  );
  formIds = { 'the endpoint': rows[0]?.id ?? 0, 'the Edge Function': rows[1]?.id ?? 0 };
});

afterAll(async () => {
  await open?.stop();
  await rm(directory, { recursive: true, force: true });
});

const clientOf = () => createKeyClient(open.embedded.url, open.embedded.secretKey);

let senders = 0;
/** A client address that was not used yet. */
const newSender = () => {
  senders += 1;
  return `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
};

describe.each(names)('%s', (name) => {
  const formId = () => formIds[name];
  const valid = () => ({ email: 'ann@test.example', topic: 'other', amount: '7' });

  const url = (query = 'version=1&locale=en', step = '', id = formId()) =>
    `${open.rooms.find((room) => room.name === name)?.base}/${id}${step}?${query}`;

  const solved = (id = formId(), now = new Date(), key = secret) => solvedPuzzle(key, id, now);

  type Call = { from?: string; query?: string; headers?: Record<string, string>; id?: number };

  const call = (body: string, { from = newSender(), query, headers = {}, id }: Call = {}) =>
    fetch(url(query, '', id), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: open.origin, 'x-forwarded-for': from, 'content-type': 'application/json', ...headers },
      body,
    });

  const submit = async (values: Record<string, unknown>, more: Record<string, unknown> = {}, options: Call = {}) => {
    const body = { values, key: randomUUID(), page: '/contact', ...more };
    const solution = 'solution' in more ? more['solution'] : await solved();
    return call(JSON.stringify({ ...body, solution }), options);
  };

  const send = (form: Record<string, string> | URLSearchParams, options: Call = {}) =>
    call(new URLSearchParams(form).toString(), {
      ...options,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
    });

  const stored = async () => {
    const { count, error } = await clientOf()
      .from('form_submissions')
      .select('*', { count: 'exact', head: true })
      .eq('form_id', formId());
    if (error) throw new Error(error.message);
    return count ?? 0;
  };

  const latest = async () =>
    must(
      clientOf()
        .from('form_submissions')
        .select('content, form_version, site_id, locale, page_path, emails')
        .eq('form_id', formId())
        .order('id', { ascending: false })
        .limit(1)
        .single(),
    );

  it('hands out a puzzle that a solution can be found for', async () => {
    const response = await fetch(url('version=1', '/challenge'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const solution = await solve(await response.json());
    expect((await submit(valid(), { solution })).status).toBe(200);
  });

  it('stores the answers with their origin, and leaves out hidden fields', async () => {
    const response = await submit(
      { ...valid(), agreed: true, day: '2026-01-01', unknown: 'x' },
      {},
      { query: 'version=1&locale=de' },
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: 'success', successUrl: '/thanks' });
    expect(await latest()).toEqual({
      content: { email: 'ann@test.example', topic: 'other', amount: 7, agreed: true },
      form_version: 1,
      site_id: 'main',
      locale: 'de',
      page_path: '/contact',
      emails: ['ann@test.example'],
    });
  });

  it('reports problems by field, in the language of the page, and stores nothing', async () => {
    const before = await stored();
    const response = await submit({ topic: 'order', amount: '3' }, {}, { query: 'version=1&locale=de' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      message: 'invalid',
      text: 'Bitte prüfen Sie die markierten Felder.',
      errors: {
        email: ['Dieses Feld ist ein Pflichtfeld'],
        day: ['Dieses Feld ist ein Pflichtfeld'],
        amount: ['Wählen Sie einen Wert im erlaubten Bereich'],
      },
    });
    expect(await stored()).toBe(before);
  });

  it('leads to own sites only', async () => {
    const asked = async (success: string) =>
      (await (await submit(valid(), {}, { query: new URLSearchParams({ version: '1', success }).toString() })).json())
        .successUrl;
    expect(await asked('/de/danke')).toBe('/de/danke');
    expect(await asked(`${open.origin}/thanks?form=1`)).toBe(`${open.origin}/thanks?form=1`);
    expect(await asked('https://evil.example/')).toBe('/thanks');
    expect(await asked('//evil.example')).toBe('/thanks');
  });

  it('refuses solutions that are replayed, expired, foreign, forged or missing', async () => {
    const before = await stored();
    const used = await solved();
    expect((await submit(valid(), { solution: used })).status).toBe(200);
    const late = new Date(Date.now() - (tokenSeconds + 5) * 1000);
    const { challenge } = JSON.parse(atob(await solved()));
    const forged = btoa(JSON.stringify({ challenge, solution: { counter: 999, derivedKey: 'ab'.repeat(32) } }));
    const refused = {
      replayed: used,
      expired: await solved(formId(), late),
      'for another form': await solved(formId() + 100),
      'of another installation': await solved(formId(), new Date(), 'another secret'),
      forged,
      nonsense: 'no solution',
      missing: '',
    };
    for (const [what, solution] of Object.entries(refused)) {
      const response = await submit({ ...valid(), email: 'b@test.example' }, { solution });
      expect(response.status, what).toBe(403);
      expect(await response.json(), what).toMatchObject({ message: 'captcha', text: expect.stringContaining('kept') });
    }
    expect(await stored()).toBe(before + 1);
  });

  it('stores one of a submission that is sent twice, at once and later, and both of two that differ', async () => {
    const before = await stored();
    const [key, from] = [randomUUID(), newSender()];
    const solution = await solved();
    const twice = await Promise.all([1, 2, 3].map(() => submit(valid(), { key, solution }, { from })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await submit(valid(), { key }, { from })).status).toBe(200);
    expect(await stored()).toBe(before + 1);
    expect((await submit({ ...valid(), email: 'other@test.example' }, { key }, { from })).status).toBe(200);
    expect(await stored()).toBe(before + 2);
  });

  it('thanks a bot that fills in the honeypot, and stores nothing', async () => {
    const before = await stored();
    const response = await submit({ ...valid(), _website: 'https://spam.example' });
    expect(await response.json()).toMatchObject({ message: 'success' });
    expect((await send({ ...valid(), _website: 'https://spam.example' })).status).toBe(303);
    expect(await stored()).toBe(before);
  });

  it('reads an answer by the form that the visitor saw', async () => {
    const client = clientOf();
    const changed = [
      ...fields.slice(1),
      { id: 'g', fieldType: 'TextInput', name: 'company', label: 'Company', isRequired: true },
    ];
    await must(client.from('forms').update({ content: changed }).eq('id', formId()));
    expect((await submit(valid())).status).toBe(200);
    expect(await latest()).toMatchObject({ form_version: 1 });
    const now = await submit(valid(), {}, { query: 'version=2&locale=en' });
    expect(await now.json()).toMatchObject({ errors: { company: ['This field is required'] } });
    await must(client.from('forms').update({ content: fields }).eq('id', formId()));
  });

  it('reports a deleted form to every client', async () => {
    const response = await submit(valid(), {}, { id: 987_654 });
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ message: 'gone', text: expect.any(String) });
    expect((await send(valid(), { id: 987_654 })).status).toBe(410);
    expect((await fetch(url('version=1', '/nothing'))).status).toBe(404);
    expect((await fetch(url())).status).toBe(405);
  });

  it('refuses other websites, files, and more than anybody writes', async () => {
    const before = await stored();
    expect((await submit(valid(), {}, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    const form = new FormData();
    form.set('email', new File(['x'], 'x.txt'));
    const files = await fetch(url(), {
      method: 'POST',
      headers: { origin: open.origin, 'x-forwarded-for': newSender() },
      body: form,
    });
    expect(files.status).toBe(415);
    expect((await call(JSON.stringify({ values: { email: 'x'.repeat(400_000) } }))).status).toBe(413);
    expect((await submit({ ...valid(), email: 'x'.repeat(501) })).status).toBe(422);
    expect(await stored()).toBe(before);
  });

  it('answers 200 malformed bodies without an internal error, and stores nothing', async () => {
    const before = await stored();
    const broken = [
      '',
      '{',
      '[]',
      'null',
      '5',
      '"x"',
      '{"values":[]}',
      '{"values":null}',
      '{"values":{"email":1}',
      '\u0000',
      '{"values":"x"}',
    ];
    const odd = [{ $ne: null }, [[]], [{}], 2 ** 60, -1.5, '\u0000', '\uD800', 'x'.repeat(2000), ['a', 'b'], true];
    const misfits = ['topic', 'day', 'amount', 'agreed'].flatMap((field) => odd.map((value) => ({ field, value })));
    const solution = await solved();
    const right = { ...valid(), topic: 'order', day: '2027-03-01' };
    const answerTo = async (body: string) => {
      const response = await call(body);
      return { status: response.status, ...(await response.json()) };
    };
    for (let index = 0; index < 100; index += 1) {
      const body = broken[index % broken.length] ?? '';
      expect(await answerTo(body), body).toMatchObject({ status: 400, message: 'malformed' });
    }
    for (let index = 0; index < 100; index += 1) {
      // Without the last: a box may well be ticked.
      const { field, value } = misfits[index % (misfits.length - 1)] ?? { field: 'topic', value: null };
      const body = JSON.stringify({ values: { ...right, [field]: value }, solution, key: 'k' });
      const answer = await answerTo(body);
      expect(answer.status, body.slice(0, 150)).toBe(422);
      expect(Object.keys(answer.errors), body.slice(0, 150)).toEqual([field]);
    }
    expect(await stored()).toBe(before);
  });

  it('stores exactly 500 of 500 that come at once', async () => {
    const before = await stored();
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => submit({ ...valid(), email: `${index}@test.example` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(500);
    expect(await stored()).toBe(before + 500);
  });

  it('stores no more than 20 of 1,000 from one address, and says when there may be more', async () => {
    const before = await stored();
    const from = newSender();
    const solutions = await Promise.all(Array.from({ length: 100 }, () => solved()));
    const answers: Response[] = [];
    for (let round = 0; round < 10; round += 1) {
      const sent = solutions.map((solution, index) =>
        submit({ ...valid(), email: `${round}-${index}@test.example` }, { solution }, { from }),
      );
      answers.push(...(await Promise.all(sent)));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    // All others for this reason, and for no other.
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(980);
    expect(await stored()).toBe(before + 20);
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submit(valid())).status).toBe(200);
  });

  describe('without a script', () => {
    const tokenIn = (html: string) => /name="_token" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

    it('shows the answers, stores them when they are confirmed, and redirects to the success URL', async () => {
      const before = await stored();
      const from = newSender();
      const query = 'version=1&locale=de';
      const shown = await send(valid(), { from, query, headers: { referer: `${open.origin}/de/kontakt` } });
      expect(shown.status).toBe(200);
      const html = await shown.text();
      expect(html).toContain('<html lang="de"');
      expect(html).toContain('E-Mail-Adresse');
      expect(html).toContain('ann@test.example');
      expect(html).toContain('page=%2Fde%2Fkontakt');
      expect(await stored()).toBe(before);
      const confirmed = { ...valid(), _token: tokenIn(html) };
      const done = await send(confirmed, { from, query: `${query}&page=/de/kontakt` });
      expect([done.status, done.headers.get('location')]).toEqual([303, '/thanks']);
      expect((await send(confirmed, { from, query })).status).toBe(303);
      expect(await stored()).toBe(before + 1);
      expect(await latest()).toMatchObject({ locale: 'de', page_path: '/de/kontakt' });
    });

    it('returns the form with the input and its problems', async () => {
      const response = await send({ email: '', topic: 'order', amount: '9' });
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(html).toContain('This field is required');
      expect(html).toMatch(/<option value="order" selected/);
      expect(html).toMatch(/<input[^>]*type="range"[^>]*value="9"/);
      expect(html).toMatch(/data-condition-name="topic"[^>]*data-shown/);
    });

    it('goes back to the form when something is to be changed', async () => {
      const html = await (await send({ ...valid(), _step: 'edit' })).text();
      expect(html).toMatch(/<input[^>]*name="email"[^>]*value="ann@test.example"/);
      expect(html).not.toContain('_token');
    });

    it('asks again for a confirmation that was used for something else, and takes five in ten minutes', async () => {
      const before = await stored();
      const from = newSender();
      const token = tokenIn(await (await send(valid(), { from })).text());
      expect((await send({ ...valid(), _token: token }, { from })).status).toBe(303);
      const again = await send({ ...valid(), email: 'c@test.example', _token: token }, { from });
      expect(again.status).toBe(403);
      expect(tokenIn(await again.text())).not.toBe(token);
      expect((await send({ ...valid(), _token: 'forged' }, { from })).status).toBe(403);
      for (let count = 0; count < 6; count += 1) {
        const next = tokenIn(await (await send(valid(), { from })).text());
        await send({ ...valid(), email: `${count}@test.example`, _token: next }, { from });
      }
      const limited = await send(
        { ...valid(), email: 'd@test.example', _token: tokenIn(await (await send(valid(), { from })).text()) },
        { from },
      );
      expect(limited.status).toBe(429);
      expect(await limited.text()).toContain('value="d@test.example"');
      expect(await stored()).toBe(before + 5 - 1);
    });

    it('thanks on a separate page without a success URL', async () => {
      const response = await fetch(url('version=1&locale=jp&page=/jp/contact', '/sent'));
      const html = await response.text();
      expect(html).toContain('ありがとうございます');
      expect(html).toContain('href="/jp/contact"');
    });
  });
});

describe('when the database stops in the middle', () => {
  const statuses = new Map<string, number[]>(names.map((name) => [name, []]));

  /** Sends one after the other until the first that is not stored. */
  async function sendUntilItFails(name: (typeof names)[number]): Promise<void> {
    const base = open.rooms.find((room) => room.name === name)?.base;
    for (let status = 200; status === 200;) {
      const values = { email: 'middle@test.example', topic: 'other' };
      const response = await fetch(`${base}/${formIds[name]}?version=1&locale=de`, {
        method: 'POST',
        headers: { origin: open.origin, 'x-forwarded-for': newSender(), 'content-type': 'application/json' },
        body: JSON.stringify({
          values,
          key: randomUUID(),
          solution: await solvedPuzzle(secret, formIds[name], new Date()),
        }),
      });
      ({ status } = response);
      statuses.get(name)?.push(status);
    }
  }

  beforeAll(async () => {
    const lanes = names.flatMap((name) => Array.from({ length: 5 }, () => sendUntilItFails(name)));
    await vi.waitUntil(() => [...statuses.values()].every(({ length }) => length >= 10), { timeout: 120_000 });
    await open.embedded.stop();
    await Promise.all(lanes);
  });

  it.each(names)('%s stores until then, and fails nobody in another way than by saying so', (name) => {
    const answered = statuses.get(name) ?? [];
    expect(answered.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(answered.filter((status) => status !== 200)).toEqual([503, 503, 503, 503, 503]);
  });

  it.each(names)(
    '%s is reported in the visitor\u2019s language, with the input and a button to try again',
    async (name) => {
      const base = open.rooms.find((room) => room.name === name)?.base;
      const post = (type: string, body: string) =>
        fetch(`${base}/${formIds[name]}?version=1&locale=de`, {
          method: 'POST',
          headers: { origin: open.origin, 'x-forwarded-for': newSender(), 'content-type': type },
          body,
        });
      const script = await post('application/json', JSON.stringify({ values: { email: 'lost@test.example' } }));
      expect(script.status).toBe(503);
      expect(await script.json()).toEqual({
        message: 'unavailable',
        text: expect.stringContaining('bleiben erhalten'),
      });
      const form = await post('application/x-www-form-urlencoded', 'email=lost%40test.example&topic=other');
      expect(form.status).toBe(503);
      const html = await form.text();
      expect(html).toContain('bleiben erhalten');
      expect(html).toContain('name="email" value="lost@test.example"');
      expect(html).toContain('Noch einmal versuchen');
    },
  );

  it('no submitted value was logged', () => {
    expect(open.output()).toContain('did not answer');
    expect(open.output()).not.toMatch(/@test\.example/);
  });
});
