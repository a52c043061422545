import type { SiteId } from '#domain/sites.ts';
import type { ByteRange } from './byte-range.ts';
import {
  type Entry,
  type Pointer,
  type Shard,
  objectKey,
  objectParts,
  getObjectPart,
  pointerKey,
  readPointer,
  readShard,
  shardKey,
  hashToShard,
} from './manifest.ts';
import { type Redirects, noRedirects, parseRedirects } from './parse-redirects.ts';
import type { Body, PublishedFile, SiteFiles } from './site-files.ts';

/** A bucket as whoever serves from it reads it. */
export type ReadableBucket = {
  /** The text of an object and its ETag; null where there is none, and 'same' for one that still has the ETag. */
  text(key: string, etag?: string): Promise<{ text: string; etag: string } | 'same' | null>;
  part(key: string, range: ByteRange): Promise<Body | null>;
};

/** Shards and lists of redirects that are held in memory: a site of 20,000 pages has 256 shards of some 20 KB. */
const maxRemembered = 600;

/**
 * The published files in a bucket. The pointer of a site is asked for with each request, so nobody gets what is older than what somebody
 * has got before; all else never changes, and is remembered. While the bucket does not answer for the pointer, the last one counts.
 */
export function bucketFiles(bucket: ReadableBucket): (site: SiteId) => Promise<SiteFiles | null> {
  const pointers = new Map<SiteId, { pointer: Pointer; etag: string }>();
  const remembered = new Map<string, Promise<unknown>>();

  function remember<T>(key: string, read: () => Promise<T>): Promise<T> {
    // What was put under a key has the type of what is read by it.
    const known = remembered.get(key) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    remembered.set(key, reading);
    reading.catch(() => remembered.delete(key));
    for (const oldest of remembered.keys()) {
      if (remembered.size <= maxRemembered) break;
      remembered.delete(oldest);
    }
    return reading;
  }

  async function findPointer(site: SiteId): Promise<Pointer | null> {
    const known = pointers.get(site);
    let found;
    try {
      found = await bucket.text(pointerKey(site), known?.etag);
    } catch (error) {
      if (known) return known.pointer;
      throw error;
    }
    if (found === 'same') return known?.pointer ?? null;
    if (!found) return null;
    const pointer = readPointer(found.text);
    pointers.set(site, { pointer, etag: found.etag });
    return pointer;
  }

  async function text(key: string): Promise<string> {
    const found = await bucket.text(key);
    if (!found || found === 'same') throw new Error(`The bucket has lost ${key}`);
    return found.text;
  }

  async function readEntry(site: SiteId, { shards }: Pointer, file: string): Promise<Entry | null> {
    const number = hashToShard(file, shards.length);
    const state = shards[number] ?? '';
    if (state === '') return null;
    const key = shardKey(site, state, number);
    const shard: Shard = await remember(key, async () => readShard(await text(key)));
    return shard.get(file) ?? null;
  }

  return async (site) => {
    const pointer = await findPointer(site);
    if (!pointer) return null;
    return {
      async find(file) {
        const entry = await readEntry(site, pointer, file);
        return entry && published(bucket, entry);
      },
      policy: async () => pointer.csp,
      async redirects(): Promise<Redirects> {
        const entry = await readEntry(site, pointer, '_redirects');
        if (!entry) return noRedirects;
        return remember(objectKey(entry.object), async () => {
          const body = await published(bucket, entry).open();
          return parseRedirects(await new Response(body).text());
        });
      },
    };
  };
}

function published(bucket: ReadableBucket, { object, tags }: Entry): PublishedFile {
  const parts = objectParts(object);
  const key = objectKey(object);
  async function open(range: ByteRange): Promise<Body> {
    // No service answers for a range of nothing.
    if (range.length === 0) return new Uint8Array();
    const body = await bucket.part(key, range);
    if (!body) throw new Error(`The bucket has lost ${key}`);
    return body;
  }
  return {
    etag: `"${parts.hash}"`,
    size: parts.size,
    tags,
    open: (range) => open(range ?? getObjectPart(parts, 'file')),
    async encoded(encoding) {
      const range = getObjectPart(parts, encoding);
      return range.length === 0 ? null : { body: () => open(range), size: range.length };
    },
  };
}
