import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isMediaPath } from '#domain/media-path.ts';
import { canonicalPath } from '#domain/routes.ts';
import { trimEnd } from '#domain/trim-end.ts';
import { type SiteId, siteIds, splitLocale, withLocale } from '#domain/sites.ts';
import { releaseFile, releaseSchema } from '#publish/build.ts';
import { parseRedirects } from '#publish/documents/redirects.ts';
import { outputFile } from '#publish/output.ts';
import { identityOf, isCopyOf } from '#publish/upkeep/compressed.ts';
import { mediaHeaders } from './media-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.csv': 'text/csv; charset=utf-8',
};
const compressible = new Set(['.html', '.css', '.js', '.mjs', '.json', '.xml', '.txt', '.csv', '.svg']);

type CachedFile = {
  /** Inode, size and time: a published file is replaced by a rename, so it has another inode. */
  identity: string;
  place: string;
  bytes: Buffer;
  etag: string;
  encoded: Map<'br' | 'gzip', Buffer>;
};

/** The limit of the memory cache in bytes; other files are read from disk. */
const cacheLimit = 64 * 1024 * 1024;

/**
 * Serves the published files of a site, as a CDN or a file server does in production. ETags are hashes of the content; HTML is
 * revalidated on every request, hashed files never.
 */
export class StaticFiles {
  readonly #root: string;
  readonly #bringMedia: (site: SiteId, file: string) => Promise<boolean>;
  readonly #cache = new Map<string, CachedFile>();
  #cached = 0;

  /** `bringMedia` brings a media file that is not there yet, and answers whether it has. */
  constructor(
    outDirectory: string,
    bringMedia: (site: SiteId, file: string) => Promise<boolean> = () => Promise.resolve(false),
  ) {
    this.#root = outDirectory;
    this.#bringMedia = bringMedia;
  }

  async serve(site: SiteId, request: Request): Promise<Response> {
    const url = new URL(request.url);
    const canonical = canonicalPath(url.pathname);
    const split = canonical && splitLocale(site, canonical);
    if (!canonical || !split) return this.#notFound(site, url.pathname, request);
    if (canonical !== url.pathname && canonical === trimEnd(url.pathname, '/')) {
      return redirect(`${canonical}${url.search}`, 308);
    }
    // Before any other rule: an upload is never served as anything else, whatever its name.
    if (isMedia(canonical))
      return (await this.#media(site, canonical, request)) ?? this.#notFound(site, canonical, request);
    const isPrivate =
      /\.(br|gz)$/i.test(canonical) ||
      canonical.split('/').some((segment) => segment.startsWith('.') || segment.startsWith('_'));
    const isAsset = /^\/_astro\/.+/.test(canonical);
    if (!isPrivate || isAsset) {
      const file =
        isAsset || /\.[a-z0-9]{2,5}$/i.test(canonical) ? decodeURIComponent(canonical.slice(1)) : outputFile(canonical);
      const found = await this.#read(site, file);
      if (found) return this.#respond(site, file, found, request, 200);
      const page = file === outputFile(canonical) ? null : await this.#read(site, outputFile(canonical));
      if (page) return this.#respond(site, outputFile(canonical), page, request, 200);
    }
    const target = (await this.#redirects(site)).get(canonical);
    if (target) {
      if (target.status === 410) return this.#notFound(site, canonical, request, 410);
      return redirect(`${target.to}${url.search}`, target.status);
    }
    return this.#notFound(site, canonical, request);
  }

  /** The uploaded file that any of the sites has published; null when there is none. */
  async serveMedia(request: Request): Promise<Response | null> {
    const canonical = canonicalPath(new URL(request.url).pathname);
    if (canonical === null || !isMedia(canonical)) return null;
    for (const site of siteIds) {
      const found = await this.#media(site, canonical, request);
      if (found) return found;
    }
    return null;
  }

  async #media(site: SiteId, canonical: string, request: Request): Promise<Response | null> {
    const file = decodeURIComponent(canonical.slice(1));
    const name = file.slice('media/'.length);
    if (!file.startsWith('media/') || !isMediaPath(name)) return null;
    let found = await this.#read(site, file);
    if (!found && (await this.#bringMedia(site, name))) found = await this.#read(site, file);
    return found && this.#respond(site, file, found, request, 200);
  }

  /** Whether a site has been published at all. */
  async isPublished(site: SiteId): Promise<boolean> {
    return (await this.#read(site, 'index.html')) !== null;
  }

  async #notFound(site: SiteId, pathname: string, request: Request, status = 404): Promise<Response> {
    const locale = splitLocale(site, pathname)?.locale ?? 'en';
    const file = withLocale(locale, '/404.html').slice(1);
    const page = await this.#read(site, file);
    if (!page) return new Response('Not found\n', { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    return this.#respond(site, file, page, request, status);
  }

  async #respond(site: SiteId, file: string, found: CachedFile, request: Request, status: number): Promise<Response> {
    const extension = path.extname(file);
    const isUploaded = file.startsWith('media/');
    const isImmutable = file.startsWith('_astro/') || isUploaded;
    const headers = new Headers({
      'content-type': types[extension] ?? 'application/octet-stream',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      etag: found.etag,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'Accept-Encoding',
      ...(isUploaded ? mediaHeaders(file) : {}),
    });
    if (extension === '.html' && !isUploaded) {
      const policy = await this.#policy(site);
      if (policy) headers.set('content-security-policy', policy);
    }
    const known = request.headers.get('if-none-match');
    if (status === 200 && known && isKnown(known, found.etag)) {
      return new Response(null, { status: 304, headers });
    }
    let body = found.bytes;
    if (compressible.has(extension) && body.length > 800) {
      const accepted = request.headers.get('accept-encoding') ?? '';
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
      if (encoding) {
        body = await this.#encode(found, encoding);
        headers.set('content-encoding', encoding);
      }
    }
    headers.set('content-length', String(body.length));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
  }

  async #encode(found: CachedFile, encoding: 'br' | 'gzip'): Promise<Buffer> {
    const known = found.encoded.get(encoding);
    if (known) return known;
    const encoded =
      (await copyOf(found, encoding)) ??
      (encoding === 'br'
        ? await compressBrotli(found.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : await compressGzip(found.bytes, { level: 6 }));
    found.encoded.set(encoding, encoded);
    return encoded;
  }

  async #read(site: SiteId, file: string): Promise<CachedFile | null> {
    const root = path.join(this.#root, site, 'current');
    const place = path.join(root, file);
    if (!place.startsWith(root + path.sep)) return null;
    let identity: string;
    try {
      identity = identityOf(await stat(place));
    } catch {
      return null;
    }
    const known = this.#cache.get(place);
    if (known?.identity === identity) {
      // The least recently used come first.
      this.#cache.delete(place);
      this.#cache.set(place, known);
      return known;
    }
    let bytes: Buffer;
    try {
      bytes = await readFile(place);
    } catch {
      return null;
    }
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    const fresh: CachedFile = { identity, place, bytes, etag, encoded: new Map() };
    this.#remember(place, fresh);
    return fresh;
  }

  #remember(place: string, file: CachedFile): void {
    const before = this.#cache.get(place);
    if (before) {
      this.#cached -= before.bytes.length;
      this.#cache.delete(place);
    }
    this.#cache.set(place, file);
    this.#cached += file.bytes.length;
    for (const [oldest, { bytes }] of this.#cache) {
      if (this.#cached <= cacheLimit) break;
      this.#cache.delete(oldest);
      this.#cached -= bytes.length;
    }
  }

  async #policy(site: SiteId): Promise<string | null> {
    const file = await this.#read(site, releaseFile);
    if (!file) return null;
    const parsed = releaseSchema.safeParse(JSON.parse(file.bytes.toString('utf8')));
    return parsed.success ? parsed.data.csp : null;
  }

  async #redirects(site: SiteId): Promise<ReturnType<typeof parseRedirects>> {
    const file = await this.#read(site, '_redirects');
    return file ? parseRedirects(file.bytes.toString('utf8')) : new Map();
  }
}

/** Whether a path is one of uploaded files, in any case: a disk may make no difference between the two. */
function isMedia(canonical: string): boolean {
  return /^\/media\/./i.test(canonical);
}

/** The compressed copy that the publisher has put beside a file; null while there is none of this version. */
async function copyOf({ place, identity }: CachedFile, encoding: 'br' | 'gzip'): Promise<Buffer | null> {
  try {
    const copy = `${place}${encoding === 'br' ? '.br' : '.gz'}`;
    const [own, made] = await Promise.all([stat(place), stat(copy)]);
    if (identityOf(own) !== identity || !isCopyOf(made, own)) return null;
    const bytes = await readFile(copy);
    // Neither has been replaced while it was read.
    const [ownAfter, madeAfter] = await Promise.all([stat(place), stat(copy)]);
    return identityOf(ownAfter) === identity && identityOf(madeAfter) === identityOf(made) ? bytes : null;
  } catch {
    return null;
  }
}

/** Whether `If-None-Match` names an ETag; `*` names every one there is. */
function isKnown(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function redirect(location: string, status: number): Response {
  // A location that begins with two slashes would lead to another host.
  return new Response(null, {
    status,
    headers: { location: location.replace(/^\/[/\\]+/, '/'), 'cache-control': 'public, max-age=0, must-revalidate' },
  });
}
