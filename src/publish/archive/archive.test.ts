import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '#publish/hash-of.ts';
import { switchTo } from '../../../tests/fixtures/switch-to.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import { dropPast } from './drop-past.ts';
import { filePast } from './file-past.ts';
import { listPast } from './list-past.ts';
import { incomingIn, placeOfPast } from '#publish/targets/past-place.ts';
import { readOldAsset, readPast } from './read-past.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const page = 'page/index.html';

let root: string;
const target = (keepsPast = true) => localDirectory(root, { keepsPast });
const past = async (text: string, file = page) => {
  const bytes = await readPast(root, file, hashOf(text));
  return bytes && new TextDecoder().decode(bytes);
};

async function build(name: string, files: Record<string, string>): Promise<void> {
  const writer = await target().createBuild(name);
  for (const [file, text] of Object.entries(files)) await writer.write(file, bytesOf(text));
  await switchTo(target(), name);
}

async function publish(
  files: Record<string, string>,
  removals: readonly string[] = [],
  keepsPast = true,
): Promise<void> {
  const writer = await target(keepsPast).openCurrent();
  if (!writer) throw new Error('There is no build');
  const staged = await Promise.all(
    Object.entries(files).map(([file, text]) => writer.stage(file, bytesOf(text), hashOf(text), 'now')),
  );
  const { errors } = await writer.commit(staged, removals, 'now');
  expect([...errors]).toEqual([]);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'past-'));
  await build('a', { [page]: 'one', 'media/1.webp': 'picture', '_astro/style.1.css': 'old style' });
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('what a site showed', () => {
  it('is there before and after it is filed, when it was replaced, removed, and replaced again', async () => {
    await publish({ [page]: 'two', 'new/index.html': 'new' });
    await publish({ [page]: 'three' });
    await publish({}, [page]);
    for (const text of ['one', 'two', 'three']) expect(await past(text)).toBe(text);
    await filePast(root);
    for (const text of ['one', 'two', 'three']) expect(await past(text)).toBe(text);
    expect(await readdir(incomingIn(root))).toEqual([]);
    expect(await past('never')).toBeNull();
    expect(await past('new', 'new/index.html')).toBe('new');
  });

  it('is kept of a publish of many pages as of one', async () => {
    const files = (text: string) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`many/${index}/index.html`, `${text} ${index}`]));
    await publish(files('before'));
    await publish(files('after'));
    for (const index of [0, 31, 59])
      expect(await past(`before ${index}`, `many/${index}/index.html`)).toBe(`before ${index}`);
  });

  it('is kept of builds that are not, once and without media', async () => {
    await build('b', { [page]: 'one', 'other/index.html': 'other', '_astro/style.2.css': 'new style' });
    await build('c', { [page]: 'three', '_astro/style.2.css': 'new style' });
    await target().prune(1);
    expect(await target().builds()).toEqual(['c']);
    expect(await past('other', 'other/index.html')).toBe('other');
    await filePast(root);
    expect(await past('one')).toBe('one');
    expect(await past('other', 'other/index.html')).toBe('other');
    expect(await readOldAsset(root, '_astro/style.1.css')).toEqual(bytesOf('old style'));
    const { files, bytes } = await listPast(root, { hashes: Date.now() + 1000, assets: 0 });
    expect({ files, bytes }).toEqual({ files: 3, bytes: 'one'.length + 'other'.length + 'old style'.length });
  });

  it('is gone where nothing is kept', async () => {
    await publish({ [page]: 'two' }, [], false);
    expect(await past('one')).toBeNull();
    expect(await readdir(root)).not.toContain('past');
  });

  it('is listed when it was filed before a moment, and dropped by its hash', async () => {
    await publish({ [page]: 'two' });
    await publish({ [page]: 'three' });
    await filePast(root);
    expect(await listPast(root, { hashes: 0, assets: 0 })).toMatchObject({ hashes: [], files: 2 });
    const { hashes } = await listPast(root, { hashes: Date.now() + 60_000, assets: 0 });
    expect(new Set(hashes)).toEqual(new Set([hashOf('one'), hashOf('two')]));
    await dropPast(root, { hashes: [hashOf('one'), '../../current/page'], assets: ['../../current/page/index.html'] });
    expect(await past('one')).toBeNull();
    expect(await past('two')).toBe('two');
    expect(await readFile(path.join(root, 'current', page), 'utf8')).toBe('three');
  });

  it('is never read as something else, nor from elsewhere', async () => {
    await writeFile(path.join(root, 'keys.json'), 'secret');
    const place = placeOfPast(root, hashOf('two'));
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, 'forged');
    expect(await past('two')).toBeNull();
    for (const hash of ['../../keys.json', '', hashOf('one').slice(1)])
      expect(await readPast(root, page, hash)).toBeNull();
    for (const file of ['_astro/../../keys.json', '_astro/..', 'keys.json', '_astro/', 'page/index.html'])
      expect(await readOldAsset(root, file)).toBeNull();
  });

  it('does not stand in the way of a commit when its place cannot be made', async () => {
    await writeFile(path.join(root, 'past'), 'a file where a folder should be');
    await publish({ [page]: 'two' });
    expect(await readFile(path.join(root, 'current', page), 'utf8')).toBe('two');
    expect(await past('one')).toBeNull();
  });
});
