import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteIds } from '#domain/sites.ts';
import { mediaHeaders } from '#edge/media-headers.ts';
import { type Ask, type FileServer, fileServers, startFileServer } from '../fixtures/file-servers.ts';
import { freePort } from '../../scripts/free-port.ts';

/** The configurations of `deploy` for file servers, with files of all kinds. */
const page = `<!doctype html>${'<p>A page.</p>'.repeat(200)}`;
const csp = "default-src 'self'";

let root: string;
let node: Server;
let nodePort: number;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'file-servers-'));
  for (const site of siteIds) {
    const build = path.join(root, 'sites', site, 'releases', 'r1');
    const files: Record<string, string | Buffer> = {
      'index.html': page,
      'index.html.br': brotliCompressSync(page),
      '_astro/app.A1.js': 'export {}',
      '_release.json': JSON.stringify({ csp }),
      ...(site === 'developer'
        ? {}
        : {
            'media/page.html': '<script>1</script>',
            'media/run.js': '1',
            'media/sheet.pdf': '%PDF',
            'media/data.bin': 'x',
          }),
      ...(site === 'developer'
        ? {}
        : { 'media/PAGE.HTML': 'x', 'media/x-320.avif': 'x', 'media/x-320.webp': 'x', 'media/drawing.svg': '<svg/>' }),
    };
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(build, file)), { recursive: true });
      await writeFile(path.join(build, file), content);
    }
    await symlink('releases/r1', path.join(root, 'sites', site, 'current'));
  }
  nodePort = await freePort();
  node = createServer((_, response) => response.setHeader('x-node', '1').end('node')).listen(nodePort, '127.0.0.1');
});
afterAll(async () => {
  node?.close();
  await rm(root, { recursive: true, force: true });
});

describe.each(fileServers().filter((name) => name !== 'varnish'))('the configuration for %s', (name) => {
  let ask: Ask;
  let server: FileServer;
  beforeAll(async () => {
    server = await startFileServer(name, {
      folder: path.join(root, name),
      sites: path.join(root, 'sites'),
      nodePort,
      csp,
    });
    ({ ask } = server);
  });
  afterAll(() => server?.stop());

  const uploads = [
    'page.html',
    'PAGE.HTML',
    'run.js',
    'sheet.pdf',
    'data.bin',
    'x-320.avif',
    'x-320.webp',
    'drawing.svg',
  ];

  it.each(uploads)('serves /media/%s as Node does, from the site and from the host for media', async (file) => {
    const expected = mediaHeaders(file);
    for (const host of ['www.example.com', 'media.example.com']) {
      const { status, headers } = await ask(`/media/${file}`, { host });
      expect(status, `from ${host}`).toBe(200);
      for (const header of [
        'content-security-policy',
        'content-disposition',
        'x-content-type-options',
        'cross-origin-resource-policy',
      ])
        expect(headers[header], `${header} from ${host}`).toBe(expected[header]);
      expect(headers['content-type']?.replace(/;.*/, ''), `from ${host}`).toBe(expected['content-type']);
      expect(headers['cache-control'], `from ${host}`).toBe('public, max-age=31536000, immutable');
    }
  });

  it('serves pages with their policy, compressed as the publisher left them', async () => {
    const { status, headers } = await ask('/', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe(csp);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['content-encoding']).toBe('br');
    expect(Number(headers['content-length'])).toBe(brotliCompressSync(page).length);
    expect(headers['vary']).toMatch(/accept-encoding/i);
    expect((await ask('/')).headers['content-encoding']).toBeUndefined();
  });

  it('gives nothing but media from the host for media, and keeps private files', async () => {
    for (const where of ['/', '/index.html', '/login', '/_release.json', '/_astro/app.A1.js'])
      expect((await ask(where, { host: 'media.example.com' })).status, `for ${where}`).toBe(404);
    for (const where of ['/_release.json', '/.staging/x']) expect((await ask(where)).status, `for ${where}`).toBe(404);
    expect((await ask('/?draft=true')).headers['x-node']).toBe('1');
    expect((await ask('/?build=12')).headers['x-node']).toBe('1');
    expect((await ask('/_preview')).headers['x-node']).toBe('1');
    expect((await ask('/nothing')).headers['x-node']).toBe('1');
  });
});
