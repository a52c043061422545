import type { SiteId } from '#domain/sites.ts';
import {
  type Pointer,
  type BuildState,
  type Shard,
  pointerKey,
  readPointer,
  readShard,
  shardKey,
} from '#edge/manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { BucketFailure } from './bucket-failure.ts';

/** The pointer of a site as it was read or written last, and the parts of manifests that it leads to. */
export type SeenPointer = { pointer: Pointer; etag: string };

/** Reads and writes the pointer of a site and its manifest. */
export class PointerState {
  readonly #objects: BucketObjects;
  readonly site: SiteId;
  #seen: SeenPointer | null = null;
  readonly #shards = new Map<string, Promise<Shard>>();

  constructor(objects: BucketObjects, site: SiteId) {
    this.#objects = objects;
    this.site = site;
  }

  /** The last one that was seen. */
  get seen(): SeenPointer | null {
    return this.#seen;
  }

  /** The next look is one at what is live. */
  forget(): void {
    this.#seen = null;
  }

  /** Asks for the pointer that is live now; null before the first one. */
  async look(): Promise<SeenPointer | null> {
    const { bucket } = this.#objects;
    const found = await bucket.get(pointerKey(this.site));
    if (!found) return (this.#seen = null);
    try {
      this.#seen = { pointer: readPointer(new TextDecoder().decode(found.bytes)), etag: found.etag };
    } catch (error) {
      throw new BucketFailure(
        `The bucket ${bucket.name} answers with something else than the pointer of ${this.site}`,
        true,
        {
          cause: error,
        },
      );
    }
    return this.#seen;
  }

  /** Replaces the pointer by one write, if it is still the one that was seen. Answers whether it is live. */
  async write(pointer: Pointer): Promise<boolean> {
    const { bucket } = this.#objects;
    const condition = this.#seen ? { 'if-match': this.#seen.etag } : { 'if-none-match': '*' as const };
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    await bucket.put(pointerKey(this.site), new TextEncoder().encode(JSON.stringify(pointer)), headers, condition);
    // It is read back: an answer may have been lost, another publisher may have gone on from it, and some services know no conditions.
    const seen = await this.look();
    return seen !== null && [...seen.pointer.history, seen.pointer.state].includes(pointer.state);
  }

  /** The entries of a shard, which never change. */
  shard(state: string, shard: number): Promise<Shard> {
    if (state === '') return Promise.resolve(new Map());
    const key = shardKey(this.site, state, shard);
    const known = this.#shards.get(key);
    if (known) return known;
    const reading = this.#read(key);
    this.#shards.set(key, reading);
    // A failure is not cached.
    reading.catch(() => this.#shards.delete(key));
    return reading;
  }

  /** All entries of a build. */
  async entries({ shards }: Pick<BuildState, 'shards'>): Promise<Shard> {
    const read = await Promise.all(shards.map((state, shard) => this.shard(state, shard)));
    return new Map(read.flatMap((entries) => [...entries]));
  }

  /** Remembers a shard that was just written. */
  keep(state: string, shard: number, entries: Shard): void {
    this.#shards.set(shardKey(this.site, state, shard), Promise.resolve(entries));
  }

  /** Forgets the shards that these builds do not have. */
  forgetOthers(builds: readonly Pick<BuildState, 'shards'>[]): void {
    const named = this.keys(builds);
    for (const key of this.#shards.keys()) if (!named.has(key)) this.#shards.delete(key);
  }

  /** The keys of the shards of builds. */
  keys(builds: readonly Pick<BuildState, 'shards'>[]): Set<string> {
    return new Set(
      builds.flatMap(({ shards }) =>
        shards.flatMap((state, shard) => (state === '' ? [] : [shardKey(this.site, state, shard)])),
      ),
    );
  }

  async #read(key: string): Promise<Shard> {
    const { bucket } = this.#objects;
    const found = await bucket.get(key);
    if (!found) throw new BucketFailure(`The bucket ${bucket.name} has lost ${key}`, true);
    return readShard(new TextDecoder().decode(found.bytes));
  }
}
