import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isText, smallestCompressed } from '#edge/content-type.ts';
import { objectKey, objectName, objectParts, objectsPrefix } from '#edge/manifest.ts';
import { brotliQuality } from '#publish/targets/compressed.ts';
import type { Priority } from '../target.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import type { S3Bucket } from './s3-bucket.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const hour = 60 * 60 * 1000;
/** An object that no manifest names is deleted after so long, by whichever publisher sweeps. */
const abandonedAfterMilliseconds = 24 * hour;
/** For so long after it was put, an object is relied on without being put again. */
const trustedMilliseconds = 12 * hour;

const immutable = {
  'content-type': 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The immutable objects of a bucket, for all its sites: the same content is one object. */
export class BucketObjects {
  readonly bucket: S3Bucket;
  /** By hash the name of an object, and when it was put. */
  readonly #known = new Map<string, { name: string; at: number }>();
  readonly #underWay = new Map<string, Promise<string>>();
  /** What people wait for is not behind thousands of files that nobody waits for. */
  readonly #requests = { now: limitConcurrency(16), later: limitConcurrency(24) };

  constructor(bucket: S3Bucket) {
    this.bucket = bucket;
  }

  /** The name of the object that has a content, if it was put lately. */
  findName(hash: string): string | null {
    const known = this.#known.get(hash);
    return known && this.bucket.now() - known.at < trustedMilliseconds ? known.name : null;
  }

  /** Puts a content, with what it is compressed to behind it, unless it is there. Answers with the name of its object. */
  async put(file: string, bytes: Uint8Array<ArrayBuffer>, hash: string, priority: Priority): Promise<string> {
    const known = this.findName(hash);
    if (known !== null) return known;
    const before = this.#underWay.get(hash);
    if (before) return before;
    const putting = this.#put(file, bytes, hash, priority);
    this.#underWay.set(hash, putting);
    try {
      return await putting;
    } finally {
      this.#underWay.delete(hash);
    }
  }

  /** Puts whatever else belongs to a site: a part of its manifest. */
  putText(key: string, text: string, priority: Priority): Promise<string | null> {
    return this.#requests[priority](() => this.bucket.put(key, encode(text), { 'content-type': 'application/json' }));
  }

  /** Learns what is there, so that sending many files goes on where it was interrupted. */
  async learn(): Promise<void> {
    for await (const { key, modified } of this.bucket.list(objectsPrefix)) {
      const name = key.slice(objectsPrefix.length);
      this.#known.set(objectParts(name).hash, { name, at: modified });
    }
  }

  /** Deletes objects that are named by none of these, and are old: what has just been put may be named in a moment. */
  async sweep(named: ReadonlySet<string>): Promise<number> {
    const abandoned: string[] = [];
    for await (const { key, modified } of this.bucket.list(objectsPrefix)) {
      if (named.has(key.slice(objectsPrefix.length)) || !this.isOld(modified)) continue;
      abandoned.push(key);
    }
    for (const key of abandoned) this.#known.delete(objectParts(key.slice(objectsPrefix.length)).hash);
    await this.bucket.remove(abandoned);
    return abandoned.length;
  }

  /** Whether something was put so long ago that no publisher is about to name it. */
  isOld(modified: number): boolean {
    return this.bucket.now() - modified > abandonedAfterMilliseconds;
  }

  async #put(file: string, bytes: Uint8Array<ArrayBuffer>, hash: string, priority: Priority): Promise<string> {
    const [compressed, brotli] = await compress(file, bytes);
    const name = objectName({ hash, size: bytes.length, gzip: compressed.length, br: brotli.length });
    const body = Buffer.concat([bytes, compressed, brotli]);
    await this.#requests[priority](() => this.bucket.put(objectKey(name), body, immutable));
    this.#known.set(hash, { name, at: this.bucket.now() });
    return name;
  }
}

async function compress(file: string, bytes: Uint8Array): Promise<[Uint8Array, Uint8Array]> {
  if (!isText(file) || bytes.length < smallestCompressed) return [new Uint8Array(), new Uint8Array()];
  return Promise.all([
    compressGzip(bytes, { level: 6 }),
    compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
