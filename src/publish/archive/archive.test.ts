import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashBytes } from '#publish/hash-bytes.ts';
import { switchTo } from '../../../tests/fixtures/switch-to.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import { dropArchived } from './drop-archived.ts';
import { archiveFiles } from './archive-files.ts';
import { listArchive } from './list-archive.ts';
import { incomingIn, toArchivePath } from '#publish/targets/archive-paths.ts';
import { readOldAsset, readArchived } from './read-archived.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const page = 'page/index.html';

let root: string;
const target = (keepsArchive = true) => localDirectory(root, { keepsArchive });
const archived = async (text: string, file = page) => {
  const bytes = await readArchived(root, file, hashBytes(text));
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
  keepsArchive = true,
): Promise<void> {
  const writer = await target(keepsArchive).openCurrent();
  if (!writer) throw new Error('There is no build');
  const staged = await Promise.all(
    Object.entries(files).map(([file, text]) => writer.stage(file, bytesOf(text), hashBytes(text), 'now')),
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
    for (const text of ['one', 'two', 'three']) expect(await archived(text)).toBe(text);
    await archiveFiles(root);
    for (const text of ['one', 'two', 'three']) expect(await archived(text)).toBe(text);
    expect(await readdir(incomingIn(root))).toEqual([]);
    expect(await archived('never')).toBeNull();
    expect(await archived('new', 'new/index.html')).toBe('new');
  });

  it('is kept of a publish of many pages as of one', async () => {
    const files = (text: string) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`many/${index}/index.html`, `${text} ${index}`]));
    await publish(files('before'));
    await publish(files('after'));
    for (const index of [0, 31, 59])
      expect(await archived(`before ${index}`, `many/${index}/index.html`)).toBe(`before ${index}`);
  });

  it('is kept of builds that are not, once and without media', async () => {
    await build('b', { [page]: 'one', 'other/index.html': 'other', '_astro/style.2.css': 'new style' });
    await build('c', { [page]: 'three', '_astro/style.2.css': 'new style' });
    await target().prune(1);
    expect(await target().builds()).toEqual(['c']);
    expect(await archived('other', 'other/index.html')).toBe('other');
    await archiveFiles(root);
    expect(await archived('one')).toBe('one');
    expect(await archived('other', 'other/index.html')).toBe('other');
    expect(await readOldAsset(root, '_astro/style.1.css')).toEqual(bytesOf('old style'));
    const { files, bytes } = await listArchive(root, { hashes: Date.now() + 1000, assets: 0 });
    expect({ files, bytes }).toEqual({ files: 3, bytes: 'one'.length + 'other'.length + 'old style'.length });
  });

  it('is gone where nothing is kept', async () => {
    await publish({ [page]: 'two' }, [], false);
    expect(await archived('one')).toBeNull();
    expect(await readdir(root)).not.toContain('past');
  });

  it('is listed when it was filed before a moment, and dropped by its hash', async () => {
    await publish({ [page]: 'two' });
    await publish({ [page]: 'three' });
    await archiveFiles(root);
    expect(await listArchive(root, { hashes: 0, assets: 0 })).toMatchObject({ hashes: [], files: 2 });
    const { hashes } = await listArchive(root, { hashes: Date.now() + 60_000, assets: 0 });
    expect(new Set(hashes)).toEqual(new Set([hashBytes('one'), hashBytes('two')]));
    await dropArchived(root, {
      hashes: [hashBytes('one'), '../../current/page'],
      assets: ['../../current/page/index.html'],
    });
    expect(await archived('one')).toBeNull();
    expect(await archived('two')).toBe('two');
    expect(await readFile(path.join(root, 'current', page), 'utf8')).toBe('three');
  });

  it('is never read as something else, nor from elsewhere', async () => {
    await writeFile(path.join(root, 'keys.json'), 'secret');
    const place = toArchivePath(root, hashBytes('two'));
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, 'forged');
    expect(await archived('two')).toBeNull();
    for (const hash of ['../../keys.json', '', hashBytes('one').slice(1)])
      expect(await readArchived(root, page, hash)).toBeNull();
    for (const file of ['_astro/../../keys.json', '_astro/..', 'keys.json', '_astro/', 'page/index.html'])
      expect(await readOldAsset(root, file)).toBeNull();
  });

  it('does not stand in the way of a commit when its place cannot be made', async () => {
    await writeFile(path.join(root, 'past'), 'a file where a folder should be');
    await publish({ [page]: 'two' });
    expect(await readFile(path.join(root, 'current', page), 'utf8')).toBe('two');
    expect(await archived('one')).toBeNull();
  });
});
