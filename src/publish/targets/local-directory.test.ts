import { mkdtemp, readFile, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDirectory } from './local-directory.ts';
import type { LiveWriter } from './target.ts';

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

  it('shows a staged file when it is put, with the bytes that it was staged with', async () => {
    const bytes = bytesOf('new');
    const file = writer.stage('page/index.html', bytes);
    bytes.fill(0);
    expect(await live('page/index.html')).toBe('old');
    await file.put();
    expect(await live('page/index.html')).toBe('new');
    expect(await staged()).toEqual([]);
  });

  it('takes many files that are put side by side, also in directories that are not there yet', async () => {
    const files = Array.from({ length: 50 }, (_, index) => `section-${index % 7}/page-${index}/index.html`);
    await Promise.all(files.map((file) => writer.stage(file, bytesOf(file)).put()));
    expect(await Promise.all(files.map(live))).toEqual(files);
  });

  it('forgets what a publisher that was killed had staged, once it cannot be at work any more', async () => {
    writer.stage('a.html', bytesOf('abandoned'));
    const [abandoned = ''] = await staged();
    const longAgo = new Date(Date.now() - 60 * 60 * 1000);
    await utimes(abandoned, longAgo, longAgo);
    writer.stage('b.html', bytesOf('of another publisher'));
    await open();
    expect((await staged()).includes(abandoned)).toBe(false);
    expect(await staged()).toHaveLength(1);
  });
});
