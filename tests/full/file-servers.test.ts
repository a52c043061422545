import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type Server, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaHeaders } from '#server/http/media-headers.ts';
import { freePort } from '../fixtures/free-port.ts';

/** The examples of docs/deploying.md, as they are written there, run by the file servers that this machine has. */
const has = (command: string) =>
  spawnSync(command, ['-v']).error === undefined || spawnSync(command, ['version']).error === undefined;
const page = `<!doctype html>${'<p>A page.</p>'.repeat(200)}`;
const csp = "default-src 'self'";

type Answer = { status: number; headers: IncomingHttpHeaders };
type Ask = (path: string, host?: string, headers?: Record<string, string>) => Promise<Answer>;

let root: string;
let node: Server;
let nodePort: number;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'file-servers-'));
  for (const site of ['main', 'developer', 'automotive']) {
    const release = path.join(root, 'sites', site, 'releases', 'r1');
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
      await mkdir(path.dirname(path.join(release, file)), { recursive: true });
      await writeFile(path.join(release, file), content);
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

/** The code blocks of the guide in a language, below a heading. */
async function examples(heading: string, language: string): Promise<string[]> {
  const guide = await readFile(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
  const [, section = ''] = guide.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/\n###? /);
  return [...own.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, 'g'))].map(([, code = '']) => code);
}

function askAt(port: number): Ask {
  return (where, host = 'www.example.com', headers = {}) =>
    new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path: where, headers: { ...headers, host } }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      });
      asking.on('error', reject).end();
    });
}

async function untilAnswering(ask: Ask): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await ask('/').then(
        () => true,
        () => false,
      )
    )
      return;
    await setTimeout(50);
  }
  throw new Error('The file server does not answer');
}

async function startNginx(): Promise<{ ask: Ask; child: ChildProcess }> {
  const [main = '', types = '', site = ''] = await examples('nginx', 'nginx');
  const port = await freePort();
  const folder = path.join(root, 'nginx');
  await mkdir(folder, { recursive: true });
  const hasBrotli = spawnSync('ls', ['/usr/lib/nginx/modules/ngx_http_brotli_static_module.so']).status === 0;
  const adapt = (text: string) =>
    text
      .replaceAll('/etc/nginx/', `${folder}/`)
      .replaceAll('/srv/ostrevo/sites', path.join(root, 'sites'))
      .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replaceAll(/^\s*ssl_.*$/gm, '')
      .replaceAll('127.0.0.1:4321', `127.0.0.1:${nodePort}`)
      .replaceAll(/^brotli_static.*$/gm, hasBrotli ? '$&' : '');
  await writeFile(path.join(folder, 'ostrevo-policy.conf'), `map "" $ostrevo_page_policy { default "${csp}"; }`);
  await writeFile(path.join(folder, 'ostrevo-media-types.conf'), adapt(types));
  await writeFile(path.join(folder, 'ostrevo-site.conf'), adapt(site));
  const modules = hasBrotli ? 'load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;' : '';
  const config = `${modules}
daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { include /etc/nginx/mime.types; access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
${adapt(main)} }`;
  await writeFile(path.join(folder, 'nginx.conf'), config.replace(/^user .*$/m, ''));
  const child = spawn(
    'nginx',
    ['-c', path.join(folder, 'nginx.conf'), '-g', process.getuid?.() === 0 ? 'user root;' : ''],
    { stdio: 'inherit' },
  );
  const ask = askAt(port);
  await untilAnswering(ask);
  return { ask, child };
}

async function startCaddy(): Promise<{ ask: Ask; child: ChildProcess }> {
  const [caddyfile = ''] = await examples('Caddy', 'caddy');
  const port = await freePort();
  const policy = path.join(root, 'caddy-policy');
  await writeFile(policy, `header @html Content-Security-Policy "${csp}"`);
  const adapted = caddyfile
    .replaceAll('/etc/caddy/ostrevo-policy', policy)
    .replaceAll('/srv/ostrevo/sites', path.join(root, 'sites'))
    .replaceAll('127.0.0.1:4321', `127.0.0.1:${nodePort}`)
    .replaceAll(/^(\w+\.example\.com) \{/gm, `http://$1:${port} {`);
  await writeFile(path.join(root, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${adapted}`);
  const child = spawn('caddy', ['run', '--config', path.join(root, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: root, XDG_DATA_HOME: root, XDG_CONFIG_HOME: root },
  });
  const ask = askAt(port);
  await untilAnswering(ask);
  return { ask, child };
}

const servers = [
  { name: 'nginx', start: startNginx },
  { name: 'caddy', start: startCaddy },
] as const;

describe.each(servers.filter(({ name }) => has(name)))('the example for $name', ({ start }) => {
  let ask: Ask;
  let child: ChildProcess;
  beforeAll(async () => {
    ({ ask, child } = await start());
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGTERM');
    await ended;
  });

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
      const { status, headers } = await ask(`/media/${file}`, host);
      expect(status, `from ${host}`).toBe(200);
      for (const name of [
        'content-security-policy',
        'content-disposition',
        'x-content-type-options',
        'cross-origin-resource-policy',
      ])
        expect(headers[name], `${name} from ${host}`).toBe(expected[name]);
      expect(headers['content-type']?.replace(/;.*/, ''), `from ${host}`).toBe(expected['content-type']);
      expect(headers['cache-control'], `from ${host}`).toBe('public, max-age=31536000, immutable');
    }
  });

  it('serves pages with their policy, compressed as the publisher left them', async () => {
    const { status, headers } = await ask('/', undefined, { 'accept-encoding': 'br, gzip' });
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
      expect((await ask(where, 'media.example.com')).status, `for ${where}`).toBe(404);
    for (const where of ['/_release.json', '/.staging/x']) expect((await ask(where)).status, `for ${where}`).toBe(404);
    expect((await ask('/?draft=true')).headers['x-node']).toBe('1');
    expect((await ask('/nothing')).headers['x-node']).toBe('1');
  });
});
