import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../hash-of.ts';
import { localDirectory } from './local-directory.ts';
import type { LiveWriter } from './target.ts';
import { isUnwritableName } from './unwritable.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the live release', () => {
  let root: string;
  let writer: LiveWriter;
  const live = (file: string) => readFile(path.join(root, 'current', file), 'utf8').catch(() => null);
  const open = async () => {
    const current = await localDirectory(root).openCurrent();
    if (!current) throw new Error('There is no release');
    return current;
  };
  const staged = async () => {
    const entries = await readdir(path.join(root, 'current', '.staging'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  };

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'local-directory-'));
    const target = localDirectory(root);
    await (await target.createRelease('a')).write('page/index.html', bytesOf('old'));
    await target.switchTo('a');
    writer = await open();
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('neither reads, writes nor removes outside of itself', async () => {
    await writeFile(path.join(root, 'keys.json'), 'secret');
    const outside = ['../../keys.json', 'media/../../../keys.json', '..', '/../../keys.json'];
    for (const file of outside) {
      const calls = [
        async () => writer.put(file, bytesOf('x')),
        async () => writer.write(file, bytesOf('x')),
        async () => writer.read(file),
        async () => writer.remove(file),
        async () => writer.has(file),
      ];
      for (const call of calls) await expect(call(), file).rejects.toThrow('outside of the release');
    }
    expect(await readFile(path.join(root, 'keys.json'), 'utf8')).toBe('secret');
  });

  it('says of a name that no file can have that it is the name', async () => {
    for (const file of [`${'湿'.repeat(90)}/index.html`, 'page/index.html/below/index.html']) {
      const error = await writer.put(file, bytesOf('x')).catch((fault: unknown) => fault);
      expect(isUnwritableName(error), file).toBe(true);
    }
    expect(await staged()).toEqual([]);
  });

  it('shows the new bytes once a file is put, and says which bytes they are', async () => {
    expect(await live('page/index.html')).toBe('old');
    expect(await writer.put('page/index.html', bytesOf('new'))).toBe(hashOf(bytesOf('new')));
    expect(await live('page/index.html')).toBe('new');
    expect(await staged()).toEqual([]);
  });

  it('leaves the bytes of a file that is written to whoever wrote it', async () => {
    const bytes = bytesOf('new');
    const written = writer.write('page/index.html', bytes);
    bytes.fill(0);
    await written;
    expect(await live('page/index.html')).toBe('new');
    expect(bytes).toHaveLength(3);
  });

  it('takes many files that are put side by side, also in directories that are not there yet', async () => {
    const files = Array.from({ length: 50 }, (_, index) => `section-${index % 7}/page-${index}/index.html`);
    const hashes = await Promise.all(files.map((file) => writer.put(file, bytesOf(file))));
    expect(hashes).toEqual(files.map((file) => hashOf(bytesOf(file))));
    expect(await Promise.all(files.map(live))).toEqual(files);
  });

  it('says which file could not be put, puts the others, and leaves nothing half-written', async () => {
    await writer.put('taken', bytesOf('a file'));
    const results = await Promise.allSettled(
      ['a.html', 'taken/index.html', 'b.html'].map((file) => writer.put(file, bytesOf(file))),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([await live('a.html'), await live('taken'), await live('b.html')]).toEqual(['a.html', 'a file', 'b.html']);
    expect(await staged()).toEqual([]);
  });

  it('forgets what a publisher that was killed had staged, once it cannot be at work any more', async () => {
    const directory = path.join(root, 'current', '.staging');
    const abandoned = path.join(directory, 'abandoned');
    const ofAnother = path.join(directory, 'of-another-publisher');
    await writeFile(abandoned, 'abandoned');
    await writeFile(ofAnother, 'of another publisher');
    const longAgo = new Date(Date.now() - 60 * 60 * 1000);
    await utimes(abandoned, longAgo, longAgo);
    await open();
    expect(await staged()).toEqual([ofAnother]);
  });
});
