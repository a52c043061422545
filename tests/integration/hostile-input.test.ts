import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '#edge/security-headers.ts';
import { Visitor } from '../fixtures/fork-served.ts';
import { takeSlice } from '../fixtures/seeds.ts';
import type { ActionEntry, Desk } from './actions/entry.ts';
import { openDesk } from './actions/open-desk.ts';

const modules = import.meta.glob<{ entry?: ActionEntry }>('./actions/*.ts', { eager: true });
const entries = Object.values(modules).flatMap(({ entry }) => (entry ? [entry] : []));

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.served.stop());

/** A request as it is written, which no client library would send. */
async function raw(lines: string): Promise<string> {
  const { hostname, port } = new URL(desk.served.origin);
  const socket = connect(Number(port), hostname);
  socket.end(lines.replace(/\n/g, '\r\n'));
  return text(socket);
}

const anyBody: readonly [what: string, init: { body: string; headers: Record<string, string> }][] = [
  ['no JSON', { body: '{', headers: { 'content-type': 'application/json' } }],
  ['another type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ['a wrong input', { body: '[]', headers: { 'content-type': 'application/json' } }],
  ['more than it takes', { body: 'x'.repeat(3_000_000), headers: { 'content-type': 'application/json' } }],
  ['a form', { body: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
];

describe.each(entries.filter(({ access }) => access === 'staff'))('$name', (entry) => {
  it.each(takeSlice(anyBody, 3, entries.indexOf(entry)))(
    'is 401 without a session, whatever is sent: %s',
    async (_, init) => {
      const response = await new Visitor(desk.served.origin).send(`/_actions/${entry.name}`, {
        method: 'POST',
        ...init,
      });
      expect(response.status).toBe(401);
    },
  );
});

it('is 401 without a session for an action that does not exist', async () => {
  const answer = await new Visitor(desk.served.origin).call('noSuchAction', {});
  expect(answer.status).toBe(401);
});

it('tells a page that was opened before an update, whose action has another name now, to reload', async () => {
  for (const name of ['publishLaunch', 'constructor']) {
    const response = await desk.editor.send(`/_actions/${name}`, {
      method: 'POST',
      body: '{"id":1}',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('Reload the page') });
  }
});

describe('an address', () => {
  const places = [
    '/',
    '/_search?query=%00',
    '/search?query=%00',
    '/login?next=%00',
    '/%00',
    '/media/%00',
    '/forms/1?page=%00',
  ];
  it.each([
    ...places,
    '/_actions/find%00',
    '/admin/forms/%00',
    '/?draft=true&x=%00',
    '/_search?query=%F0%9F'.padEnd(60, 'x'),
  ])('is answered, or is 400: %s', async (place) => {
    const { status } = await desk.editor.send(place);
    if (place.includes('%00') && !place.startsWith('/_actions/')) expect(status).toBe(400);
    else expect(status).toBeLessThan(500);
  });

  it('in absolute form with a user in it is 400', async () => {
    const { host } = new URL(desk.served.origin);
    for (const user of ['user', 'user:password', ':password']) {
      const answer = await raw(`GET http://${user}@${host}/ HTTP/1.1\nHost: ${host}\nConnection: close\n\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it('that finds half of a sign at the end of a query is answered', async () => {
    const query = encodeURIComponent(`${'x'.repeat(199)}💧`);
    expect((await desk.editor.send(`/search?query=${query}`)).status).toBeLessThan(500);
  });
});

it('a form with what nobody types is 400, and shown again', async () => {
  for (const [path, body] of [
    ['/login', 'email=%00&password=x'],
    ['/login', 'email=a%40b.example&password=%00'],
    ['/login/reset', 'email=a%00%40b.example'],
  ] as const) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await desk.editor.send(path, { method: 'POST', body, headers });
    expect(response.status, path).toBe(400);
  }
});

it('a body that is broken off leaves the server answering', async () => {
  const { host, hostname, port } = new URL(desk.served.origin);
  for (const path of ['/_actions/submitForm', '/login', `/forms/${desk.formId}`]) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":`,
    );
    await setTimeout(100);
    socket.destroy();
  }
  expect((await desk.editor.send('/')).status).toBe(200);
});

it.each([
  'true',
  'null',
  '"x"',
  '{VIP}',
  '{"a":1}',
  '[1]',
  '007',
  '1.50',
  ' x ',
  '1e5',
  'a,b',
  '(a)',
  'not_null',
  '\\',
  '💧',
])('a note that says %j can be changed again', async (note) => {
  const { data } = await desk.client
    .from('form_submissions')
    .insert({ form_title: 'Notes', locale: 'en', content: {}, delete_after: '2999-01-01T00:00:00Z' })
    .select('id')
    .single();
  const write = (before: string, notes: string) => desk.editor.call('noteSubmission', { id: data?.id, notes, before });
  expect((await write('', note)).status).toBe(200);
  expect((await write(note, 'another')).status).toBe(200);
  expect((await write(note, 'late')).status).toBe(409);
});

describe('every kind of answer', () => {
  const kinds: readonly [
    what: string,
    path: string,
    status: number,
    init?: { method?: string; body?: string; headers?: Record<string, string> },
  ][] = [
    ['a page', '/', 200],
    ['a page that is not there', '/nothing', 404],
    ['another spelling', '/section-1/page-1/', 308],
    ['a feed', '/rss.xml', 200],
    ['a sitemap', '/sitemap.xml', 200],
    ['robots.txt', '/robots.txt', 200],
    ['a picture of the site', '/favicon.svg', 200],
    ['an uploaded file that is not there', '/media/none.webp', 404],
    // The other sites of this server are empty.
    ['health', '/healthz', 503],
    ['a search', '/_search?query=sensor', 200],
    ['a search that is wrong', '/_search?page=x', 400],
    ['the sign-in page', '/login', 200],
    ['nobody', '/login/session', 401],
    ['a draft', '/section-1/page-1?draft=true', 302],
    ['the administration', '/admin/forms', 302],
    ['no form', '/forms/0', 404],
    ['a form that is gone', '/forms/999999/challenge', 200],
    ['an action', '/_actions/logout', 405],
    [
      'an action for staff',
      '/_actions/findImage',
      401,
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    ],
    ['a method', '/', 405, { method: 'PUT' }],
    ['another website', '/_actions/logout', 403, { method: 'POST', headers: { origin: 'https://evil.example' } }],
    ['an address', '/%00', 400],
  ];
  it.each(kinds)('has the headers: %s', async (_, path, status, init) => {
    const response = await new Visitor(desk.served.origin).send(path, init);
    expect(response.status).toBe(status);
    for (const name of Object.keys(securityHeaders)) expect(response.headers.get(name), name).not.toBeNull();
    const type = response.headers.get('content-type');
    if (type?.startsWith('text/')) expect(type).toMatch(/; charset=utf-8$/i);
  });

  it('has the headers: a draft, and the screens of editors', async () => {
    for (const path of ['/section-1/page-1?draft=true', '/admin/forms', '/editor/modules']) {
      const response = await desk.editor.send(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
      for (const name of Object.keys(securityHeaders))
        expect(response.headers.get(name), `${path} ${name}`).not.toBeNull();
    }
  });
});
