import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Place, places } from '#domain/addresses/places.ts';
import { endpoints, operations } from '#domain/addresses/endpoints.ts';
import { getKeys } from '#domain/objects.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import {
  type Answer,
  type Ask,
  type Asked,
  type FileServer,
  askAt,
  fileServers,
  startFileServer,
} from '../fixtures/file-servers.ts';
import { type Forked, forkServed } from '../fixtures/fork-served.ts';

/** Visitors' requests, answered by each server in front as Node answers them. */
type Visit = { path: string } & Asked;

let folder: string;
let served: Forked;
let node: Ask;
let nodePort: number;
let visits: Visit[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-servers-'));
  served = await forkServed({
    OUT_DIR: path.join(folder, 'sites'),
    SITE_HOSTS: 'main=www.example.com,developer=developer.example.com,automotive=auto.example.com',
    MEDIA_HOST: 'media.example.com',
    TRUST_PROXY: 'loopback',
  });
  nodePort = Number(new URL(served.origin).port);
  node = askAt(nodePort);
  const root = path.join(folder, 'sites', 'main', 'current');
  await served.runSql(`insert into public.redirects (site_id, from_path, to_path, status) values
    ('main', '/page.php?id=12&view=a b', '/products?from=old#top', 301), ('main', '/page.php', '/company', 302),
    ('main', '/helm/v3/*', '/docs/:splat', 301), ('main', '/helm/v3/x', null, 410), ('main', '/en/*', '/:splat', 301),
    ('main', '/products/*', '/products', 301), ('main', '/_layouts/*', 'https://elsewhere.example/:splat', 302),
    ('main', '/.well-known/caldav', '/company', 301)`);
  await vi.waitFor(
    async () => {
      if ((await node('/helm/v3/a')).status !== 301) throw new Error('The redirects are not live');
    },
    { timeout: 20_000, interval: 100 },
  );
  visits = [...(await visitsOf(root)), ...serverPaths.map((place) => ({ path: place, method: 'HEAD' }))];
  // A page that was published where the server answers itself must not be seen.
  for (const place of serverPaths) {
    await mkdir(path.join(root, place), { recursive: true });
    await writeFile(path.join(root, place, 'index.html'), 'A false page');
  }
});
afterAll(async () => {
  await served?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Every path that the server answers itself, with those below its directories. */
const serverPaths = [
  ...Object.values(operations).map(({ path: place }) => place),
  ...getKeys(places)
    .filter((name) => endpoints[name].by !== 'files')
    .flatMap((name): string[] => {
      const { at = [], below = [], isLocalized }: Place = places[name];
      const paths = [...at, ...below.map((directory) => `${directory}/7`)];
      return isLocalized ? [...paths, ...paths.map((place) => `/de${place}`)] : paths;
    }),
];

/** The addresses of a site with everything that visitors, robots and attackers make of them. */
async function visitsOf(root: string): Promise<Visit[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `/${path.relative(root, path.join(entry.parentPath, entry.name))}`)
    .filter((file) => !file.startsWith('/.staging'))
    .toSorted();
  const pages = files
    .filter((file) => file.endsWith('/index.html'))
    .map((file) => file.slice(0, -'/index.html'.length) || '/');
  const assets = files.filter((file) => !file.endsWith('/index.html'));
  const some = [...pages.slice(0, 30), ...assets.filter((_, at) => at % Math.ceil(assets.length / 30) === 0)].map(
    (place) => canonicalPath(place) ?? place,
  );
  const redirects = (await readFile(path.join(root, '_redirects'), 'utf8'))
    .split('\n')
    .flatMap((line) => line.split(' ')[0] || []);
  const [first = '/', second = '/'] = pages.filter((place) => place !== '/');
  const [asset = '/'] = assets.filter((file) => file.startsWith('/_astro/'));
  const gets = [
    ...some,
    ...some.slice(0, 10).map((place) => `${place}?utm_source=mail&x=%20y`),
    ...pages.slice(1, 12).flatMap((place) => [`${place}/`, `${place}/?a=1&b=2`, `${place}//`]),
    ...redirects.slice(0, 10).flatMap((place) => [place, `${place}?from=old`, `${place}/`]),
    '/page.php',
    '/page.php?id=12',
    '/page.php?x=1&view=a+b&id=12',
    '/page.php?id=12&view=a%20b',
    '/Page.php',
    '/helm/v3',
    '/helm/v3/',
    '/helm/v3/a%20b/%C3%BC?x',
    '/helm/v3/x',
    '/helm/v3/a//b',
    '/helm/v3/a%2Fb',
    '/helm',
    '/helm/v3//evil.example',
    '/helm/v3/%5Cevil.example',
    '/en',
    '/en/',
    '/en/products',
    '/en//evil.example',
    '/products/none/at/all',
    '/products/catalog/none',
    '/_layouts/15/start.aspx?a=b',
    '/.well-known/caldav',
    '/nothing',
    '/nothing/',
    '/nothing?x=1',
    '/de/nothing',
    '/kr/nothing',
    '/de/',
    '/jp',
    '/cn',
    '/fr',
    '/_redirects',
    '/_release.json',
    '/.staging/x',
    '/.well-known/x',
    '/_astro',
    '/_astro/',
    '/_astro/nothing.js',
    '/index.html',
    '/index',
    '/404.html',
    '/de/404.html',
    '/404',
    '/index.html.br',
    `${first}/index.html`,
    `${first}.html`,
    '/media',
    '/media/',
    '/media/nothing.webp',
    '/media/../index.html',
    '/media/%2e%2e/index.html',
    '/robots.txt',
    '/sitemap.xml',
    '/rss.xml',
    '/de/rss.xml',
    '/favicon.svg',
    '/favicon.ico',
    '/robots.txt/',
    first.toUpperCase(),
    `/${encodeURIComponent(first.slice(1))}`,
    `${first}%2f`,
    `${first}%20`,
    `${first}.`,
    `/%2e${first}`,
    `/.${first}`,
    `/x/..${first}`,
    `//${first.slice(1)}`,
    `${first}/%2e`,
    '/a%',
    '/%E0%A4%A',
    '/%00',
    '/a//b',
    '/;x',
    '/?draft=true',
    '/?release=12',
    '/_preview',
    `${first}?draft=true`,
    `${first}?x=1&draft=true`,
    `${first}?draft=false`,
    `${first}?Draft=true`,
    '/search',
    '/search?query=x',
    '/search?q=x',
    '/search?x=1',
    '/de/suche?query=x',
    '/_search?query=x',
    '/_search',
    '/login',
    '/de/login',
    '/login/reset',
    '/login/session',
    '/de/login/session',
    '/login/nothing',
    '/admin',
    '/admin/pages',
    '/editor/modules',
    '/forms/1',
    '/forms/1/challenge',
    '/_actions/findPage',
    '/_publish/wake',
    '/_publish/probe',
    '/_publish/x',
    '/_other',
  ].map((place) => ({ path: place }));
  const methods = [first, asset, '/nothing', '/', '/_search', '/login', '/media/nothing.webp', `${second}/`].flatMap(
    (place) =>
      ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PURGE'].map((method) => ({
        path: place,
        method,
      })),
  );
  const hosts = ['developer.example.com', 'auto.example.com', 'media.example.com', 'WWW.EXAMPLE.COM'].flatMap((host) =>
    ['/', first, '/nothing', '/robots.txt', '/media/nothing.webp', '/login'].map((place) => ({ path: place, host })),
  );
  return [...gets, ...methods, ...hosts];
}

const compared = [
  'location',
  'content-type',
  'cache-control',
  'content-security-policy',
  'content-disposition',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'allow',
] as const;

/** What counts of an answer. Of what is not there the status does: its page is that of whoever found it out. */
function gist({ status, headers, body }: Answer, { path: place, method }: Visit): Record<string, string> {
  // An address that cannot be read is no page, whether a server says so or passes it on.
  const isReadable = canonicalPath(place.replace(/\?.*$/, '')) !== null;
  if (status >= 400) return { status: String(!isReadable && status === 400 ? 404 : status) };
  const told: Record<string, string> = { status: String(status) };
  for (const name of status >= 300 ? (['location', 'cache-control'] as const) : compared) {
    // Both are names of the same.
    const value = String(headers[name] ?? '')
      .replaceAll('; ', ';')
      .replace(/^text\/xml/, 'application/xml')
      .replace(/^application\/javascript/, 'text/javascript')
      // JSON is UTF-8, whether it is said or not.
      .replace(/^application\/json;charset=utf-8$/i, 'application/json');
    told[name] = value.toLowerCase();
  }
  // A puzzle, an id of a request and a moment are others each time.
  const isOwn = status === 200 && method === undefined && !/json/.test(told['content-type'] ?? '');
  told['body'] = isOwn ? createHash('sha256').update(body).digest('hex').slice(0, 12) : '';
  return told;
}

const names = fileServers();

describe.each(names)('%s', (name) => {
  let server: FileServer;
  beforeAll(async () => {
    const { csp } = JSON.parse(await readFile(path.join(folder, 'sites/main/current/_release.json'), 'utf8'));
    server = await startFileServer(name, {
      folder: path.join(folder, name),
      sites: path.join(folder, 'sites'),
      nodePort,
      csp,
    });
  });
  afterAll(() => server?.stop());

  it('answers what visitors ask as Node does', async () => {
    expect(visits.length).toBeGreaterThan(200);
    const different: string[] = [];
    // Varnish takes it itself.
    for (const visit of visits.filter(({ method }) => name !== 'varnish' || method !== 'PURGE')) {
      const [expected, given] = await Promise.all([node(visit.path, visit), server.ask(visit.path, visit)]);
      const [own, other] = [gist(expected, visit), gist(given, visit)];
      const differing = Object.keys(own).filter((key) => own[key] !== other[key]);
      if (differing.length > 0) {
        const words = differing.map((key) => `${key}: ${own[key]?.slice(0, 60)} → ${other[key]?.slice(0, 60)}`);
        different.push(`${visit.method ?? 'GET'} ${visit.host ?? ''}${visit.path}: ${words.join('; ')}`);
      }
    }
    expect(different).toEqual([]);
  });

  it('answers 304 to who has it, and compressed to who takes it', async () => {
    const wrong: string[] = [];
    const asked = visits.filter(({ method, host }) => !method && !host).map(({ path: place }) => place);
    for (const place of asked.slice(0, 40)) {
      const { status, headers } = await server.ask(place);
      if (status !== 200) continue;
      const known = await server.ask(place, { headers: { 'if-none-match': headers.etag ?? '' } });
      const other = await server.ask(place, { headers: { 'if-none-match': '"another"' } });
      if (known.status !== 304 || other.status !== 200) wrong.push(`${place}: ${known.status}, ${other.status}`);
      const packed = await server.ask(place, { headers: { 'accept-encoding': 'gzip' } });
      const isText = /^text|javascript|json|xml/.test(headers['content-type'] ?? '');
      const isLong = Number(headers['content-length']) > 2000;
      if (isText && isLong && packed.headers['content-encoding'] !== 'gzip') wrong.push(`${place} is not compressed`);
    }
    expect(wrong).toEqual([]);
  });

  it.skipIf(name === 'varnish')('serves the sites while Node is down', async () => {
    await served.stop();
    for (const { path: place } of visits.slice(0, 20)) {
      expect((await server.ask(place)).status, `for ${place}`).toBe(200);
    }
    served = await forkServed({
      OUT_DIR: path.join(folder, 'sites'),
      PORT: String(nodePort),
      SITE_HOSTS: 'main=www.example.com,developer=developer.example.com,automotive=auto.example.com',
      MEDIA_HOST: 'media.example.com',
      TRUST_PROXY: 'loopback',
    });
  });
});
