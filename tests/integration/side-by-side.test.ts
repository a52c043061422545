import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { startEmbedded } from '#embedded/start-embedded.ts';
import { addUser } from '../../scripts/add-user.ts';
import { expectOk } from '../../scripts/run.ts';
import { Visitor } from '../fixtures/fork-served.ts';
import { freePort } from '../../scripts/free-port.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { prepareDirectory } from '../fixtures/prepared-directory.ts';
import { type Started, runScript, stopScript } from '../fixtures/run-script.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** Copies of the product on one machine, in one clone: each with its own database, files and port. */
const editor = {
  email: 'editor@ostrevo.example',
  password: 'measure-everything-2026',
  name: 'Eva',
  role: 'editor',
} as const;

type Copy = { environment: { DATA_DIR: string; OUT_DIR: string; PORT: string }; origin: string; title: string };

let directory: string;
let left: Copy;
let right: Copy;
const started: Started[] = [];

/** A small site with unique texts, in a data directory that no process has open. */
async function prepare(name: string, seed: number): Promise<Copy> {
  const DATA_DIR = path.join(directory, name, 'data');
  await prepareDirectory(DATA_DIR);
  const embedded = await startEmbedded({ dataDir: DATA_DIR });
  const client = createKeyClient(embedded.url, embedded.secretKey);
  await generateSite(client, { pages: 1, locales: ['en'], products: 1, articles: 1, seed });
  expectOk(await addUser(embedded, editor));
  const [home] = await embedded.query<{ title: string }>(
    "select title from page_locales where site_id = 'main' and path = '/'",
  );
  await embedded.stop();
  const port = await freePort();
  const environment = { DATA_DIR, OUT_DIR: path.join(directory, name, 'sites'), PORT: String(port) };
  return { environment, origin: `http://localhost:${port}`, title: home?.title ?? '' };
}

function start(environment: Copy['environment']): Started {
  const copy = runScript('start.ts', environment);
  started.push(copy);
  return copy;
}

async function untilServed({ origin }: Copy, copy: Started): Promise<void> {
  await vi.waitFor(
    async () => {
      if (copy.child.exitCode === null) expect((await fetch(origin)).status).toBe(200);
    },
    { timeout: 90_000, interval: 100 },
  );
  expect(copy.child.exitCode, copy.output()).toBeNull();
}

const titleOf = async ({ origin }: Copy) => /<title>([^<]*)/.exec(await (await fetch(origin)).text())?.[1];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'side-by-side-'));
  left = await prepare('left', 1);
  right = await prepare('right', 2);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(stopScript));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe('two copies side by side', () => {
  it.runIf(isSweep)(
    'each serve their own site, know their own editors, and end alone',
    { timeout: 200_000 },
    async () => {
      const copies = [start(left.environment), start(right.environment)] as const;
      await Promise.all([untilServed(left, copies[0]), untilServed(right, copies[1])]);
      expect(left.title).not.toBe(right.title);
      expect(await titleOf(left)).toContain(left.title);
      expect(await titleOf(right)).toContain(right.title);

      // One browser: cookies for localhost are sent to both.
      const visitor = new Visitor(left.origin);
      expect((await visitor.signIn(editor)).status).toBe(303);
      const other = new Visitor(right.origin);
      for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
      expect((await visitor.send('/?draft=true')).status).toBe(200);
      expect((await other.send('/?draft=true')).headers.get('location')).toContain('/login');
      expect((await other.signIn(editor)).status).toBe(303);
      for (const [name, value] of other.cookies) visitor.cookies.set(name, value);
      expect((await visitor.send('/?draft=true')).status).toBe(200);

      expect(await stopScript(copies[0])).toBe(0);
      expect(await titleOf(right)).toContain(right.title);
      expect((await other.send('/?draft=true')).status).toBe(200);
      expect(await stopScript(copies[1])).toBe(0);
    },
  );

  it.runIf(isSweep)(
    'of one data directory: the first serves, and the other says in one line what to do',
    { timeout: 200_000 },
    async () => {
      const running = start(left.environment);
      await untilServed(left, running);
      const second = start({ ...right.environment, DATA_DIR: left.environment.DATA_DIR });
      expect(await second.ended).toBe(1);
      expect(second.output().trim()).toMatch(
        /^The data directory \S+ is in use at http:\S+\. Stop the other copy, or start with another DATA_DIR and PORT\.$/,
      );
      expect(await titleOf(left)).toContain(left.title);
      expect(await stopScript(running)).toBe(0);
    },
  );

  it.runIf(isSweep)(
    'that begin at the same moment with one data directory: one of them serves',
    { timeout: 200_000 },
    async () => {
      const places = [left, { ...right, environment: { ...right.environment, DATA_DIR: left.environment.DATA_DIR } }];
      const copies = places.map(({ environment }) => start(environment));
      const first = await Promise.race(copies.map(async ({ ended }, index) => ({ code: await ended, index })));
      expect(first.code).toBe(1);
      expect(copies[first.index]?.output().trim()).toMatch(
        /^The data directory \S+ is in use [^\n]+ another DATA_DIR and PORT[^\n]*$/,
      );
      const rest = 1 - first.index;
      const [copy, place] = [copies[rest], places[rest]];
      if (!copy || !place) throw new Error('There are two copies');
      await untilServed(place, copy);
      expect(await titleOf(place)).toContain(left.title);
      expect(await stopScript(copy)).toBe(0);
    },
  );
});
