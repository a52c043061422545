import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type SiteId, siteIds } from '#domain/sites.ts';
import type { Encoding } from '#edge/accepted-encoding.ts';
import { answerPublished, answerPublishedMedia } from '#edge/answer-published.ts';
import { type Redirects, noRedirects, parseRedirects } from '#edge/parse-redirects.ts';
import type { PublishedFile, SiteFiles } from '#edge/site-files.ts';
import { buildSchema } from '#publish/build/build.ts';
import { buildFile } from '#publish/targets/read-policy.ts';
import { identifyFile, isCopyOf } from '#publish/targets/compressed.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type CachedFile = {
  /** Inode, size and time: a published file is replaced by a rename, so it has another inode. */
  identity: string;
  place: string;
  bytes: Buffer<ArrayBuffer>;
  etag: string;
  encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
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

  serve(site: SiteId, request: Request): Promise<Response> {
    return answerPublished(this.getFiles(site), site, request);
  }

  /** The uploaded file that any of the sites has published; null when there is none. */
  serveMedia(request: Request): Promise<Response | null> {
    return answerPublishedMedia(
      siteIds.map((site) => ({ site, files: this.getFiles(site) })),
      request,
    );
  }

  /** Whether a site has been published at all. */
  async isPublished(site: SiteId): Promise<boolean> {
    return (await this.#read(site, 'index.html')) !== null;
  }

  /** The files of a site as they are at each moment. */
  getFiles(site: SiteId): SiteFiles {
    return {
      find: async (file) => {
        const found = await this.#read(site, file);
        return found && publishedFile(found);
      },
      policy: () => this.#policy(site),
      redirects: () => this.#redirects(site),
      bringMedia: (name) => this.#bringMedia(site, name),
    };
  }

  async #read(site: SiteId, file: string): Promise<CachedFile | null> {
    const root = path.join(this.#root, site, 'current');
    const place = path.join(root, file);
    if (!place.startsWith(root + path.sep)) return null;
    const found = readStat(place);
    if (!found) return null;
    const identity = identifyFile(found);
    const known = this.#cache.get(place);
    if (known?.identity === identity) {
      // The least recently used come first.
      this.#cache.delete(place);
      this.#cache.set(place, known);
      return known;
    }
    let bytes: Buffer<ArrayBuffer>;
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
    const file = await this.#read(site, buildFile);
    return file && parsePolicy(file);
  }

  async #redirects(site: SiteId): Promise<Redirects> {
    const file = await this.#read(site, '_redirects');
    return file ? parseRedirectsOnce(file) : noRedirects;
  }
}

/**
 * Asked for each request: a look at a name that the system has in memory, which takes a tenth of what handing it to another thread
 * does. What may wait for the disk, the reading, is handed over.
 */
function readStat(place: string): Stats | null {
  try {
    return statSync(place, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** What is parsed of a file, as long as the file is in memory: each page is answered with the policy. */
function parsedOnce<T>(parse: (text: string) => T): (file: CachedFile) => T {
  const known = new WeakMap<CachedFile, { parsed: T }>();
  return (file) => {
    const entry = known.get(file) ?? { parsed: parse(file.bytes.toString('utf8')) };
    known.set(file, entry);
    return entry.parsed;
  };
}

const parsePolicy = parsedOnce((text) => {
  const parsed = buildSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data.csp : null;
});
const parseRedirectsOnce = parsedOnce<Redirects>(parseRedirects);

function publishedFile(found: CachedFile): PublishedFile {
  const { bytes, etag } = found;
  return {
    etag,
    size: bytes.length,
    tags: [],
    open: async (range) => (range ? bytes.subarray(range.offset, range.offset + range.length) : bytes),
    encoded: async (encoding) => {
      const body = await encode(found, encoding);
      return { body: async () => body, size: body.length };
    },
  };
}

/** All that ask for a file at the same time wait for one compression of it. */
function encode(found: CachedFile, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = found.encoded.get(encoding);
  if (known) return known;
  const encoded = readCopy(found, encoding).then((copy) => copy ?? compress(found.bytes, encoding));
  found.encoded.set(encoding, encoded);
  encoded.catch(() => found.encoded.delete(encoding));
  return encoded;
}

function compress(bytes: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  switch (encoding) {
    case 'br':
      return compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    case 'gzip':
      return compressGzip(bytes, { level: 6 });
  }
}

/** The compressed copy that the publisher has put beside a file; null while there is none of this version. */
async function readCopy({ place, identity }: CachedFile, encoding: Encoding): Promise<Buffer<ArrayBuffer> | null> {
  try {
    const copy = `${place}${encoding === 'br' ? '.br' : '.gz'}`;
    // Most often there is none yet.
    const made = readStat(copy);
    const own = readStat(place);
    if (!made || !own || identifyFile(own) !== identity || !isCopyOf(made, own)) return null;
    const bytes = await readFile(copy);
    // Neither has been replaced while it was read.
    const [ownAfter, madeAfter] = [readStat(place), readStat(copy)];
    const isSame =
      ownAfter && madeAfter && identifyFile(ownAfter) === identity && identifyFile(madeAfter) === identifyFile(made);
    return isSame ? bytes : null;
  } catch {
    return null;
  }
}
