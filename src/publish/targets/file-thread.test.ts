import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileThread } from './file-thread.ts';

describe('the thread that puts files live', () => {
  let root: string;
  const request = (name: string, text: string) => ({
    kind: 'replace' as const,
    temporary: path.join(root, `${name}.staged`),
    destination: path.join(root, name),
    hasCopies: true,
    bytes: new TextEncoder().encode(text),
  });

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'file-thread-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('puts the files of one name in their order', async () => {
    const thread = new FileThread();
    const texts = Array.from({ length: 20 }, (_, index) => `version ${index}`);
    await Promise.all(texts.map((text) => thread.put(request('page.html', text))));
    expect(await readFile(path.join(root, 'page.html'), 'utf8')).toBe('version 19');
  });

  it('says so when it ends before a file is put, and begins anew with the next one', async () => {
    const thread = new FileThread();
    await thread.put(request('before.html', 'before'));
    const lost = expect(thread.put(request('lost.html', 'x'.repeat(8 << 20)))).rejects.toThrow(/ended with code/);
    await thread.start().terminate();
    await lost;
    await thread.put(request('after.html', 'after'));
    expect(await readFile(path.join(root, 'after.html'), 'utf8')).toBe('after');
  });
});
