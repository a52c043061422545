import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import { type BuildUpkeepOptions, BuildUpkeep } from '#publish/upkeep/build-upkeep.ts';
import { makeRandom } from '../fixtures/random.ts';
import { isSweep, seed } from '../fixtures/seeds.ts';

let root: string;
let current: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'compressed-'));
  current = path.join(root, 'current');
  await mkdir(path.join(root, 'releases', 'r1'), { recursive: true });
  await symlink('releases/r1', current);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The moments at which the publisher is killed. */
const random = makeRandom(seed);
const script = fileURLToPath(new URL('../fixtures/replace-and-compress.ts', import.meta.url));
const page = (text: string) => `<!doctype html>${`<p>${text}</p>`.repeat(100)}`;

function openUpkeep(options: Partial<BuildUpkeepOptions> = {}): BuildUpkeep {
  const nowhere = localDirectory(path.join(root, 'nowhere'));
  return new BuildUpkeep({
    publisher: { onReceipt: () => () => {}, tidyMedia: async () => ({ removed: [], missing: [] }) },
    targets: { ...makeTable(siteIds, () => nowhere), main: localDirectory(root) },
    stateDirectory: root,
    retentionMilliseconds: 0,
    log: { info() {}, warn() {}, error() {} },
    priority: 0,
    ...options,
  });
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(current, file)), { recursive: true });
  await writeFile(path.join(current, file), text);
}

/** Every compressed copy there is, with what it unfolds to. */
async function copies(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(path.join(root, 'releases', 'r1'), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || file.includes('.staging')) continue;
    const name = path.relative(path.join(root, 'releases', 'r1'), file);
    if (name.endsWith('.br')) found.set(name, brotliDecompressSync(await readFile(file)).toString());
    if (name.endsWith('.gz')) found.set(name, gunzipSync(await readFile(file)).toString());
  }
  return found;
}

it('compresses texts that are worth it, and nothing that was uploaded or is private', async () => {
  const text = page('text');
  for (const file of [
    'index.html',
    'a/index.html',
    '_astro/app.js',
    'media/x.svg',
    '_release.json',
    '.staging/x.html',
    'data.bin',
  ])
    await write(file, text);
  await write('short/index.html', 'short');
  const upkeep = openUpkeep();
  await upkeep.compressMissing();
  upkeep.stop();
  const expected = ['index.html', 'a/index.html', '_astro/app.js'].flatMap((file) => [`${file}.br`, `${file}.gz`]);
  expect([...(await copies()).keys()].toSorted()).toEqual(expected.toSorted());
  expect(new Set((await copies()).values())).toEqual(new Set([text]));
});

it('has no copy of what was there before: replaced, removed, changed by hand', async () => {
  for (const name of ['replaced', 'removed', 'by-hand', 'orphan', 'same'])
    await write(`${name}/index.html`, page(name));
  const upkeep = openUpkeep();
  await upkeep.compressMissing();
  expect((await copies()).size).toBe(10);
  const writer = await localDirectory(root).openCurrent();
  await writer?.put('replaced/index.html', new TextEncoder().encode(page('new')));
  await writer?.remove('removed/index.html');
  expect([...(await copies()).keys()].filter((name) => name.startsWith('re'))).toEqual([]);
  expect(await readdir(current)).not.toContain('removed');
  await write('by-hand/index.html', page('other'));
  await utimes(path.join(current, 'by-hand/index.html'), 1, 1);
  await rm(path.join(current, 'orphan/index.html'));
  await upkeep.compressMissing();
  upkeep.stop();
  const now = await copies();
  expect(now.get('replaced/index.html.br')).toBe(page('new'));
  expect(now.get('by-hand/index.html.gz')).toBe(page('other'));
  expect([...now.keys()].filter((name) => name.startsWith('orphan'))).toEqual([]);
  expect(now.size).toBe(6);
});

it.runIf(isSweep)(
  'never serves a copy of another version, whenever the publisher is killed',
  { timeout: 120_000 },
  async () => {
    let kills = 0;
    let seen = 0;
    for (let round = 0; round < 8; round += 1) {
      const child = fork(script, [root], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await new Promise((resolve) => child.once('message', resolve));
      // Once with some of them in place: on a busy machine all moments may come before the process of low priority has begun.
      if (round === 0) await expect.poll(copies, { timeout: 60_000 }).not.toEqual(new Map());
      await setTimeout(random.integer(300));
      child.kill('SIGKILL');
      await ended;
      // Its process of low priority ends with it, and puts nothing into place itself.
      kills += 1;
      for (const [name, text] of await copies()) {
        seen += 1;
        expect(text, name).toBe(await readFile(path.join(current, name.replace(/\.(br|gz)$/, '')), 'utf8'));
      }
    }
    expect(kills).toBe(8);
    expect(seen).toBeGreaterThan(0);
  },
);
