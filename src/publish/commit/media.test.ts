import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/client.ts';
import { MediaStore } from './media.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';

describe('media that pages name', () => {
  let root: string;
  let server: Server;
  let store: MediaStore;
  let asked: string[];
  let url: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'media-'));
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('answered with the secret key');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('The server has no port');
    await mkdir(path.join(root, 'data', 'media-cache'), { recursive: true });
    await writeFile(path.join(root, 'data', 'keys.json'), 'secret');
    url = `http://127.0.0.1:${address.port}`;
    const client = createKeyClient(url, 'key');
    store = new MediaStore(client, path.join(root, 'data', 'media-cache'));
  });
  afterEach(async () => {
    server.close();
    await rm(root, { recursive: true, force: true });
  });

  it('are brought from Storage and from nowhere else', async () => {
    const target = localDirectory(path.join(root, 'site'));
    const writer = await target.createBuild('a');
    const strange = [
      '../keys.json',
      'x/../../keys.json',
      '%2e%2e/%2e%2e/rest/v1/staff?select=*',
      'a?b',
      '../keys.webp-og-main.jpg',
    ];
    expect(await store.ensure(writer, [...strange, 'documents/a b.pdf'])).toEqual(strange);
    expect(asked).toEqual(['/storage/v1/object/media/documents/a%20b.pdf']);
    const published = await readdir(path.join(root, 'site'), { recursive: true, withFileTypes: true });
    const files = published.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files).toEqual(['a b.pdf']);
    expect(await readFile(path.join(root, 'data', 'keys.json'), 'utf8')).toBe('secret');
  });

  it('are taken over from the build before, which has them by the same names', async () => {
    const target = localDirectory(path.join(root, 'site'));
    await (await target.createBuild('a')).write('media/4f2c-640.webp', new TextEncoder().encode('picture'));
    const client = createKeyClient('http://127.0.0.1:1', 'key');
    const next = new MediaStore(client, path.join(root, 'data', 'media-cache'), { before: 'a' });
    const writer = await target.createBuild('b');
    expect(await next.ensure(writer, ['4f2c-640.webp', 'gone.webp'])).toEqual(['gone.webp']);
    expect(await writer.read('media/4f2c-640.webp')).toEqual(Buffer.from('picture'));
  });

  it('that cannot have a file are missing, and the others are brought', async () => {
    const writer = await localDirectory(path.join(root, 'site')).createBuild('a');
    expect(await store.ensure(writer, ['a.pdf', 'a.pdf/b.pdf', 'c.pdf'])).toEqual(['a.pdf/b.pdf']);
  });

  it('are brought again when another publisher has taken them out meanwhile', async () => {
    const writer = await localDirectory(path.join(root, 'site')).createBuild('a');
    let now = Date.now();
    const client = createKeyClient(url, 'key');
    const [own, other] = [{ now: () => now }, {}].map(
      (options) => new MediaStore(client, path.join(root, 'data', 'media-cache'), options),
    );
    const takeOut = () => other?.remove(writer, 'a.pdf', Date.now() + 1);
    await own?.ensure(writer, ['a.pdf']);
    await takeOut();
    now += 61_000;
    await own?.ensure(writer, ['a.pdf']);
    expect(await writer.has('media/a.pdf')).toBe(true);
    await takeOut();
    // As when files are compared with what pages show.
    await own?.bringBack(writer, ['a.pdf']);
    expect(await writer.has('media/a.pdf')).toBe(true);
  });
});
