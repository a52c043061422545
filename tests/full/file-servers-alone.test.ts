import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { StaticFiles } from '#server/http/static-files.ts';
import { caddyRedirects } from '../../scripts/caddy-redirects.ts';
import { nginxRedirects } from '../../scripts/nginx-redirects.ts';
import { type FileServer, fileServers, startFileServer } from '../fixtures/file-servers.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

/** Published files that are served without Node: nginx and Caddy lead on as Node would. */

const parts = [
  'a',
  'b',
  'c',
  'page.php',
  'ü',
  'a b',
  'x+y',
  "it's",
  'a.b',
  '(1)',
  'a*',
  '$host',
  '100%25',
  'long-name',
];
const pairs = ['id=12', 'id=1', 'view=list', 'q=a+b', 'q=ü', 'print', 'q=100%25', 'r=a%26b', 'x=$host', 'p=(1)'];
const targets = [
  '/',
  '/a',
  '/new/place',
  '/new?from=old',
  '/new?from=old#top',
  '/new#top',
  '/$uri',
  'https://elsewhere.example',
  'https://elsewhere.example/x?y=1',
];

const some = (random: Random, all: readonly string[], most: number) =>
  Array.from({ length: random.integer(most + 1) }, () => random.pick(all));
/** As browsers send it; what is encoded already stays. */
const encode = (text: string) => encodeURI(text).replace(/%25(?=[0-9a-f]{2})/gi, '%');
const pathOf = (names: readonly string[]) => `/${names.map((name) => name.replaceAll('*', '%2A')).join('/')}`;

function someLine(random: Random): string {
  const isWildcard = random.chance(0.4);
  const names = some(random, parts, 3);
  const asked = random.chance(0.5) ? some(random, pairs, 3) : [];
  // One for everything would leave nothing that is not there.
  if (names.length === 0 && !(isWildcard && asked.length > 0)) names.push(random.pick(parts));
  const from = `${names.length === 0 ? '' : encode(pathOf(names))}${isWildcard ? '/*' : ''}`;
  const to = random.pick(targets);
  const [, place = '', rest = ''] = /^(https:\/\/[^/]+\/?[^?#]*|[^?#]*)(.*)$/.exec(to) ?? [];
  const end = isWildcard && random.chance(0.6) ? `${place.replace(/\/$/, '')}/:splat${rest}` : to;
  const query = asked.length === 0 ? '' : `?${encode(asked.join('&'))}`;
  return `${from}${query} ${end} ${random.pick(['301', '302', '410'])}`;
}

function someVisit(random: Random): string {
  const names = some(random, [...parts, 'nowhere'], 5);
  const spell = (text: string) => {
    const sent = encode(text);
    return random.chance(0.1) ? sent.replace(/^[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) : sent;
  };
  const query = some(random, [...pairs, 'utm=7', 'id', 'q=a%20b', 'id=%31%32', ''], 4);
  return `/${names.map(spell).join('/')}${query.length === 0 ? '' : `?${query.map(spell).join('&')}`}`;
}

const rulesOf = { nginx: nginxRedirects, caddy: caddyRedirects };
const servers = fileServers().filter((name) => name === 'nginx' || name === 'caddy');

describe.each(servers)('%s alone', (name) => {
  let root: string;
  let server: FileServer;
  let files: StaticFiles;
  const random = makeRandom(seed);

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'alone-'));
    const build = path.join(root, 'sites', 'main', 'releases', 'r1');
    const lines = [...Array.from({ length: 150 }, () => someLine(random)), '/braces/* /new/:splat?a=1 301'].join('\n');
    const content = {
      'index.html': 'Home',
      'a/index.html': 'A',
      'c/b/index.html': 'B',
      '404.html': 'None',
      _redirects: lines,
    };
    for (const [file, text] of Object.entries(content)) {
      await mkdir(path.dirname(path.join(build, file)), { recursive: true });
      await writeFile(path.join(build, file), text);
    }
    await symlink('releases/r1', path.join(root, 'sites', 'main', 'current'));
    files = new StaticFiles(path.join(root, 'sites'));
    const { at, below } = parseRedirects(lines);
    server = await startFileServer(name, {
      folder: path.join(root, name),
      sites: path.join(root, 'sites'),
      nodePort: 1,
      csp: "default-src 'self'",
      insteadOfNode: rulesOf[name]([...at.values(), ...below.values()].flat()),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(root, { recursive: true, force: true });
  });

  it(`leads on as Node does (seed ${seed})`, async () => {
    const different: string[] = [];
    const statuses = new Map<number, number>();
    for (let count = 0; count < getRepeats({ test: 1500, full: 6000 }); count += 1) {
      const visit = someVisit(random);
      const expected = await files.serve('main', new Request(`http://www.example.com${visit}`));
      const { status, headers } = await server.ask(visit);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const told = [expected.status, expected.headers.get('location')];
      // To nginx a dollar sign of a target begins a variable.
      const given = [status, headers.location?.replaceAll('%24', '$') ?? null];
      if (String(told) !== String(given)) different.push(`${visit}: ${told.join(' ')} ≠ ${given.join(' ')}`);
    }
    expect(different).toEqual([]);
    for (const status of [200, 301, 302, 404, 410])
      expect(statuses.get(status) ?? 0, `of ${status}`).toBeGreaterThan(5);
  });

  it('takes what a visitor sends for a text, whatever it looks like', async () => {
    const sent = '{env.PATH}$http_host{http.request.header.host}';
    const { status, headers } = await server.ask(`/braces/${sent}?b=${sent}`);
    expect([status, headers.location]).toEqual([301, `/new/${sent}?a=1&b=${sent}`]);
  });

  it.each([
    '/x//evil.example',
    '/a/%2fevil.example',
    '/a/%5cevil.example',
    '/page.php?a=1%0d%0aset-cookie:x=1',
    '/a/%0d%0ax',
  ])('says nothing of its own for %s', async (visit) => {
    const { headers } = await server.ask(visit);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.location ?? '/').not.toMatch(/^\/[/\\]/);
  });
});
