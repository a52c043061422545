import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticFiles } from './static-files.ts';

let root: string;
let files: StaticFiles;
const long = `<!doctype html>${'<p>A page.</p>'.repeat(100)}`;
const csp = "default-src 'self'";
/** Uploads by extension. */
const endings = (
  '.html .htm .xhtml .HTML .js .mjs .JS .css .json .xml .xsl .txt .csv .ics .wasm ' +
  '.webp .png .jpg .jpeg .gif .avif .svg .SVG .pdf .zip .mp4 .docx .swf .x .html. '
).split(' ');

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'static-files-'));
  const build = path.join(root, 'main', 'releases', 'r1');
  const content: Record<string, string> = {
    'index.html': long,
    '404.html': 'Nothing here',
    'de/404.html': 'Hier ist nichts',
    'products/index.html': 'Products',
    'über uns/index.html': 'About',
    'version 2.5/index.html': 'A page with a dot',
    '_astro/app.A1.js': 'export {}',
    'media/x-320.webp': 'picture',
    'media/drawing.svg': '<svg/>',
    'media/sheet.pdf': '%PDF-1.4',
    'media/page.html': '<script src="/media/run.js"></script>',
    'media/folder/index.html': '<script src="/media/run.js"></script>',
    ...Object.fromEntries(endings.map((ending) => [`media/run${ending}`, 'alert(1)'])),
    _redirects:
      '/old /products 301\n/away https://elsewhere.example/ 302\n/gone /404.html 410\n/odd //evil.example 301\n' +
      '/page.php?id=12 /products?from=old 301\n/kr/* /:splat 301\n/products/* /products 302\n/x/* /x/all/:splat 301\n/_astro/* / 301\n/media/* / 301\n',
    '_release.json': JSON.stringify({ release: 'r1', bundle: 'b', csp, assets: [] }),
    '.staging/half': 'half',
  };
  for (const [file, text] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(build, file)), { recursive: true });
    await writeFile(path.join(build, file), text);
  }
  await writeFile(path.join(root, 'secret.txt'), 'secret');
  await symlink('releases/r1', path.join(root, 'main', 'current'));
  files = new StaticFiles(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const get = (place: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.serve('main', new Request(`http://localhost${place}`, { headers, method }));

describe('published files', () => {
  it('are served with the headers of their kind', async () => {
    const page = await get('/products');
    expect(await page.text()).toBe('Products');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': csp,
      'x-content-type-options': 'nosniff',
    });
    const script = await get('/_astro/app.A1.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('run nothing when they were uploaded', async () => {
    expect((await get('/media/drawing.svg')).headers.get('content-security-policy')).toContain('sandbox');
    const sheet = await get('/media/sheet.pdf');
    expect([sheet.headers.get('content-type'), sheet.headers.get('content-security-policy')]).toEqual([
      'application/pdf',
      null,
    ]);
  });

  it('are a picture, a PDF, or something to save, whatever they are called', async () => {
    const inPlace = /^(image\/(webp|png|jpeg|gif|avif|svg\+xml)|application\/pdf)$/;
    const places = [...endings.map((ending) => `/media/run${ending}`), '/media/page.html', '/media/folder/index.html'];
    for (const place of [...places, ...places.map((each) => each.replace('media', '%6dedi%61'))]) {
      const { status, headers } = await get(place);
      const type = headers.get('content-type') ?? '';
      expect(status, place).toBe(200);
      expect(headers.get('x-content-type-options'), place).toBe('nosniff');
      expect(type, place).not.toMatch(/html|script|css|xml$(?<!svg\+xml)|json|text/);
      if (!inPlace.test(type)) expect(headers.get('content-disposition'), place).toBe('attachment');
      if (type !== 'application/pdf') expect(headers.get('content-security-policy'), place).toContain('sandbox');
    }
  });

  it('are nothing but what was uploaded below /media, in any case', async () => {
    for (const place of [
      '/media',
      '/media/folder',
      '/media/run',
      '/MEDIA/page.html',
      '/Media/run.js',
      '/media/.x',
      '/media/',
    ]) {
      expect((await get(place)).headers.get('content-type'), place).not.toBe('text/javascript; charset=utf-8');
      if (place !== '/media/run') expect((await get(place)).status, place).not.toBe(200);
    }
  });

  it('are served from a host of their own, which has nothing else', async () => {
    const ask = (place: string) => files.serveMedia(new Request(`http://media.example${place}`));
    expect((await ask('/media/x-320.webp'))?.headers.get('content-type')).toBe('image/webp');
    for (const place of [
      '/',
      '/products',
      '/_astro/app.A1.js',
      '/_release.json',
      '/media/../products',
      '/media/none.webp',
    ])
      expect(await ask(place), place).toBeNull();
  });

  it('are found under encoded paths, in any normal form, and under paths with a dot', async () => {
    expect((await get('/%C3%BCber%20uns')).status).toBe(200);
    expect((await get('/u%CC%88ber%20uns')).status).toBe(200);
    expect((await get('/version%202.5')).status).toBe(200);
  });

  it('have one address: a slash at the end leads to it, query and all', async () => {
    const answer = await get('/products/?a=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/products?a=1']);
  });

  it('are not sent again to who has them', async () => {
    const etag = (await get('/products')).headers.get('etag') ?? '';
    expect((await get('/products', { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    expect((await get('/products', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('are compressed for who can read that', async () => {
    const answer = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(long);
    expect((await get('/products', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
  });

  it('have no body when only the head is asked for', async () => {
    const answer = await get('/products', {}, 'HEAD');
    expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['8', '']);
  });

  it('are new as soon as they are replaced', async () => {
    const file = path.join(root, 'main', 'current', 'products', 'index.html');
    await writeFile(`${file}.next`, 'Renewed!');
    await rename(`${file}.next`, file);
    expect(await (await get('/products')).text()).toBe('Renewed!');
    await writeFile(`${file}.next`, 'Products');
    await rename(`${file}.next`, file);
  });
});

describe('what is not there', () => {
  it('is a 404 in the language of the path', async () => {
    const german = await get('/de/nichts');
    expect([german.status, await german.text()]).toEqual([404, 'Hier ist nichts']);
    expect(await (await get('/en/products')).text()).toBe('Nothing here');
  });

  it('is a plain 404 on a site that was never published', async () => {
    const answer = await files.serve('developer', new Request('http://developer.localhost/'));
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found\n']);
    expect([await files.isPublished('main'), await files.isPublished('developer')]).toEqual([true, false]);
  });

  it('redirects as the site says, with the query', async () => {
    const answerOf = async (place: string) => {
      const answer = await get(place);
      return [answer.status, answer.headers.get('location')];
    };
    expect(await answerOf('/old?a=1')).toEqual([301, '/products?a=1']);
    expect(await answerOf('/away')).toEqual([302, 'https://elsewhere.example/']);
    expect(await answerOf('/gone')).toEqual([410, null]);
    expect(await answerOf('/odd')).toEqual([301, '/evil.example']);
    expect(await answerOf('/page.php?utm=7&id=12')).toEqual([301, '/products?from=old&utm=7']);
    expect(await answerOf('/page.php')).toEqual([404, null]);
    expect(await answerOf('/kr/a%20b?c')).toEqual([301, '/a%20b?c']);
    expect(await answerOf('/products')).toEqual([200, null]);
    expect(await answerOf('/products/old')).toEqual([302, '/products']);
    expect(await answerOf('/x/y/')).toEqual([308, '/x/y']);
    expect(await answerOf('/x/y')).toEqual([301, '/x/all/y']);
    expect(await answerOf('/x/all/y')).toEqual([404, null]);
    for (const place of ['/media/none.webp', '/_astro/none.js']) expect(await answerOf(place)).toEqual([404, null]);
  });

  it('keeps to itself what the publisher writes for itself', async () => {
    for (const place of ['/_redirects', '/_release.json', '/.staging/half', '/%5Fredirects']) {
      expect((await get(place)).status).toBe(404);
    }
  });

  it('never leaves the site, whatever the path', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '%2e%2e',
        '..%2f',
        '%5c..',
        '%00',
        'secret.txt',
        'main',
        'releases',
        'media',
        '_astro',
        '%',
      ),
      fc.string({ maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 7 }), async (parts) => {
        const url = `http://localhost/${parts.join('/')}`;
        if (!URL.canParse(url)) return;
        const answer = await files.serve('main', new Request(url));
        expect(answer.status).toBeLessThan(500);
        expect(await answer.text()).not.toContain('secret');
      }),
      { numRuns: 200 },
    );
  });
});
