import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEndpoint } from '#domain/addresses/find-endpoint.ts';
import { endpoints } from '#domain/addresses/endpoints.ts';
import { codeBundleEntry } from '../../scripts/code-bundle.ts';
import { ageSession } from '../fixtures/aged-session.ts';
import { Visitor, type VisitorRequest } from '../fixtures/fork-served.ts';
import { isSweep, takeSlice } from '../fixtures/seeds.ts';
import type { ActionEntry, Desk } from './actions/entry.ts';
import { formerEditor, openDesk, settledSnapshot, snapshot } from './actions/open-desk.ts';

const modules = import.meta.glob<{ entry?: ActionEntry }>('./actions/*.ts', { eager: true });
const entries = Object.values(modules).flatMap(({ entry }) => (entry ? [entry] : []));

let desk: Desk;
let before: Awaited<ReturnType<typeof snapshot>>;
let disabled: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  desk = await openDesk();
  disabled = await formerEditor(desk, 'disabled');
  stranger = await formerEditor(desk, 'a stranger');
  before = await settledSnapshot(desk);
});

afterAll(() => desk?.served.stop());

async function call(visitor: Visitor, entry: ActionEntry, headers: Record<string, string> = {}): Promise<Response> {
  const input = await entry.valid(desk);
  return input instanceof FormData
    ? visitor.send(`/_actions/${entry.name}`, { method: 'POST', body: input, headers })
    : visitor.call(entry.name, input, headers);
}

function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(desk.served.origin);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

/** Bodies that are no input of any action. */
const bodies: readonly [what: string, body: string][] = [
  ['nothing', ''],
  ['half an object', '{"pageId":'],
  ['half a string', '"pageId'],
  ['no JSON', 'hello'],
  ['a form in place of JSON', 'pageId=1&moduleId=1'],
  ['XML', '<pageId>1</pageId>'],
  ['null', 'null'],
  ['true', 'true'],
  ['a list', '[]'],
  ['a list of inputs', '[{"pageId":1}]'],
  ['a number', '5'],
  ['a number beyond numbers', '1e999'],
  ['a word', '"word"'],
  ['two values', '{} {}'],
  ['a comment', '{} // more'],
  ['a comma too many', '{"pageId":1,}'],
  ['an undefined value', '{"pageId":undefined}'],
  ['not a number', '{"pageId":NaN}'],
  ['a bracket for a brace', '{"pageId":1]'],
  ['a key without quotes', '{pageId:1}'],
  ['a number in hexadecimal', '{"pageId":0x1}'],
  ['a zero in front', '{"pageId":01}'],
  ['a line break in a string', '{"pageId":"\n"}'],
  ['half an escape', '{"pageId":"\\u12"}'],
  ['single quotes', "{'pageId':1}"],
  ['a control character', '{"pageId":"\u0001"}'],
  ['brackets without end', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['braces without end', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
];

/** Values that no field accepts. */
const misfits: readonly [what: string, value: unknown][] = [
  ['true', true],
  ['an object', { $ne: null }],
  ['a list of lists', [[]]],
  ['a fraction', 1.5],
  ['a number beyond integers', 2 ** 60],
  ['a negative number', -7],
];

/** Headers by which a browser says that a request does not come from one of our pages. */
const foreign: readonly [from: string, headers: Record<string, string>][] = [
  ['another website', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ['another website, by the browser\u2019s own word', { 'sec-fetch-site': 'cross-site' }],
  ['an unknown place', { origin: '' }],
  ['another port', { origin: 'http://localhost:1' }],
];

/** Bodies that say of themselves that they are no JSON. */
const otherTypes: readonly [type: string, body: string][] = [
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'pageId=1'],
  ['application/xml', '<a/>'],
  ['multipart/form-data; boundary=x', '--x'],
];

it('has an entry for every action, and none for another', async () => {
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  expect(entries.map(({ name }) => name).toSorted()).toEqual([...(await bundle.actionInputs()).keys()].toSorted());
});

const ofStaff = entries.filter(({ access }) => access === 'staff');

it('reads the whole body of a refused request, so that the browser gets the answer', async () => {
  const { hostname, port, host } = new URL(desk.served.origin);
  const size = 4_000_000;
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  socket.write(
    `POST /_actions/addImage HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://evil.example\r\nContent-Length: ${size}\r\n\r\n`,
  );
  // Longer than it takes to refuse it.
  for (let sent = 0; sent < size; sent += size / 4) {
    await setTimeout(150);
    socket.write(Buffer.alloc(size / 4));
  }
  socket.write(`GET /_actions/addImage HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect((await answer).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 405']);
});

describe.each(ofStaff)('$name', (entry) => {
  /** The gate is one for all actions: with each change some of them are asked for what no call can forget. */
  const isTurn = (apart: number, place: number) => isSweep || ofStaff.indexOf(entry) % apart === place;

  it('is 401 without a session', async () => {
    const response = await call(new Visitor(desk.served.origin), entry);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.runIf(isTurn(4, 0))('is 401 with a forged session', async () => {
    const visitor = new Visitor(desk.served.origin);
    for (const name of desk.editor.sessionCookies)
      visitor.cookies.set(name, 'base64-eyJhY2Nlc3NfdG9rZW4iOiJmb3JnZWQifQ');
    expect((await call(visitor, entry)).status).toBe(401);
  });

  it.runIf(isTurn(4, 1))(
    'is 401 with a session that has run out and cannot be renewed, and takes it out of the browser',
    async () => {
      const visitor = copyOf(desk.editor);
      ageSession(visitor.cookies, 'none-of-ours');
      const response = await call(visitor, entry);
      expect(response.status).toBe(401);
      expect(visitor.sessionCookies).toEqual([]);
    },
  );

  it.runIf(isTurn(4, 2))(
    'is 401 for an account that was disabled or taken off the staff, whose sessions have ended',
    async () => {
      for (const visitor of [disabled, stranger]) {
        const response = await call(copyOf(visitor), entry);
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
      }
    },
  );
});

/** What one gate in front of all actions refuses: with each change it is asked in the name of some of them. */
describe.each(takeSlice(entries, 6, 0))('$name', (entry) => {
  const turn = entries.indexOf(entry);

  it.each(takeSlice(foreign, 6, turn / 6))('is refused from %s', async (_, headers) => {
    expect((await call(desk.editor, entry, headers)).status).toBe(403);
  });

  it.runIf(isSweep || turn % 24 === 0)('is refused from our own host under another protocol', async () => {
    const origin = desk.served.origin.replace('http:', 'https:');
    expect((await call(desk.editor, entry, { origin })).status).toBe(403);
  });

  it('is 405 for anything but POST', async () => {
    for (const method of takeSlice(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'], 5, turn / 6)) {
      expect((await desk.editor.send(`/_actions/${entry.name}`, { method })).status).toBe(405);
    }
  });

  it('is refused for bytes that are no text, and for more than any input', async () => {
    const post = (init: VisitorRequest) => desk.editor.send(`/_actions/${entry.name}`, { method: 'POST', ...init });
    const headers = { 'content-type': 'application/json' };
    const broken = await post({ body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), headers });
    expect(broken.status).toBe(400);
    // With the length declared, and without.
    const { bodyLimit } = endpoints[findEndpoint(new URL(`/_actions/${entry.name}`, desk.served.origin), 'main')];
    const long = JSON.stringify({ search: 'x'.repeat(bodyLimit) });
    /** The server may close the connection while it is still receiving a refused body: then its answer is lost. */
    const heard = (init: VisitorRequest) =>
      post(init).then(
        ({ status }) => status,
        () => 413,
      );
    const ways = [
      { init: () => ({ body: long, headers }), refusals: [413] },
      { init: () => ({ body: new Blob([long]).stream(), duplex: 'half' as const, headers }), refusals: [413, 415] },
    ];
    for (const { init, refusals } of takeSlice(ways, 2, turn / 6)) expect(refusals).toContain(await heard(init()));
  });
});

describe.each(entries.filter(({ send }) => send === 'json'))('$name', (entry) => {
  const turn = entries.indexOf(entry);

  it.each(takeSlice(bodies, 28, turn))('is 400 for %s', async (_, body) => {
    expect((await desk.editor.call(entry.name, body)).status).toBe(400);
  });

  it.each(takeSlice(otherTypes, 16, turn))('is 415 for %s', async (type, body) => {
    const headers = { 'content-type': type };
    const response = await desk.editor.send(`/_actions/${entry.name}`, { method: 'POST', body, headers });
    expect(response.status).toBe(415);
  });

  it('names the field of every value that does not fit', async () => {
    const valid = await entry.valid(desk);
    if (valid instanceof FormData) throw new Error(`${entry.name} sends JSON`);
    for (const [place, key] of takeSlice([...Object.keys(valid).entries()], 4, turn)) {
      const some = takeSlice(misfits, 6, turn + place);
      const wrong = entry.optional?.includes(key) ? some : [...some, ['null', null] as const];
      for (const [what, value] of wrong) {
        if (value === true && typeof valid[key] === 'boolean') continue;
        const response = await desk.editor.call(entry.name, { ...valid, [key]: value });
        const label = `${key}: ${what}`;
        expect(response.status, label).toBe(400);
        const { fields } = await response.json();
        const named = Object.keys(fields ?? {});
        if (!entry.opaque?.includes(key))
          expect(
            named.map((field) => field.split('.')[0]),
            label,
          ).toContain(key);
      }
      if (entry.optional?.includes(key)) continue;
      const { [key]: _, ...rest } = valid;
      const response = await desk.editor.call(entry.name, rest);
      expect(response.status, `without ${key}`).toBe(400);
      expect(Object.keys((await response.json()).fields), `without ${key}`).toContain(key);
    }
  });
});

describe.each(entries.filter(({ send }) => send === 'form'))('$name', (entry) => {
  it.each([
    ['application/json', '{}'],
    ['text/plain', 'file'],
    ['multipart/form-data; boundary=x', '--x'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
    ['multipart/form-data', '--x--'],
    ['application/x-www-form-urlencoded', 'file=%00%ff'],
  ])('is refused for %s that is no form of it', async (type, body) => {
    const headers = { 'content-type': type };
    const { status } = await desk.editor.send(`/_actions/${entry.name}`, { method: 'POST', body, headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe.each(
  takeSlice(
    entries.filter(({ malformed }) => malformed),
    2,
    0,
  ),
)('$name', (entry) => {
  it('reports problems at their fields', async () => {
    for (const { what, input, fields } of (await entry.malformed?.(desk)) ?? []) {
      const response =
        input instanceof FormData
          ? await desk.editor.send(`/_actions/${entry.name}`, { method: 'POST', body: input })
          : await desk.editor.call(entry.name, input);
      expect(response.status, what).toBeGreaterThanOrEqual(400);
      expect(response.status, what).toBeLessThan(500);
      if (!fields) continue;
      const answer = await response.json();
      expect(Object.keys(answer.fields ?? {}), what).toEqual(expect.arrayContaining([...fields]));
    }
  });
});

it('has changed nothing by all that', async () => {
  expect(await snapshot(desk)).toEqual(before);
});

describe.each(
  takeSlice(
    entries.filter(({ stale }) => stale),
    3,
    0,
  ),
)('$name', (entry) => {
  it('is 409 for an outdated version, and changes nothing', async () => {
    const input = await entry.stale?.(desk);
    const now = await settledSnapshot(desk);
    const response = await desk.editor.call(entry.name, input);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'CONFLICT', failure: { code: 'conflict' } });
    expect(await snapshot(desk)).toEqual(now);
  });
});
