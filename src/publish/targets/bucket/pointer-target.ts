import { ownValue } from '#domain/objects.ts';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type SiteId, siteIds } from '#domain/sites.ts';
import {
  type Entry,
  type Pointer,
  type BuildState,
  type Shard,
  objectParts,
  shardKey,
  hashToShard,
  writeShard,
} from '#edge/manifest.ts';
import { isHashed } from '#edge/file-headers.ts';
import { hashBytes } from '../../hash-bytes.ts';
import { makeTurns } from '#domain/in-turn.ts';
import type { FollowedCommit, FollowedLease, Follower, SentDirectory } from '../follower.ts';
import { filesOfBuild } from '../files-of-build.ts';
import { readPolicy } from '../read-policy.ts';
import { type Mark, type Priority, supersededCode } from '../target.ts';
import { forEachConcurrently } from './limit-concurrency.ts';
import { BucketFailure } from './bucket-failure.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { sweepBucket } from './sweep-bucket.ts';
import { PointerState, type SeenPointer } from './pointer-state.ts';

/** A publish of one page writes one shard: few hundred entries in it, and few shards to put for a small site. */
const countShards = (files: number) => (files > 4000 ? 256 : files > 400 ? 64 : 16);
/** A pointer that is overtaken again and again is one that somebody else damages. */
const maxAttempts = 20;
const keptStates = 32;
/** Workers that are known to have lost leases. */
const keptLost = 200;
/** Media that no publish takes along are live after so long. */
const flushMilliseconds = 500;
/** More files than this are looked up in a list of what is there before they are sent. */
const worthAList = 50;
/** A few more than are sent at once: the others are being read and compressed. */
const readConcurrency = 32;

/**
 * Publishes a site to a bucket: objects that never change, then the parts of the manifest that changed, under new names, then the
 * pointer, by one conditional write. Visitors see all of a publish or nothing of it, and a publisher that was overtaken applies its
 * changes to what the other one has made.
 */
export class PointerTarget implements Follower {
  readonly name: string;
  readonly #objects: BucketObjects;
  readonly #state: PointerState;
  readonly #inTurn = makeTurns();
  /** What becomes live with the next commit; null for a file that goes. */
  readonly #pending = new Map<string, Entry | null>();
  #isFlushing = false;
  #mark: Mark | null = null;

  constructor(objects: BucketObjects, site: SiteId) {
    this.name = objects.bucket.name;
    this.#objects = objects;
    this.#state = new PointerState(objects, site);
  }

  async currentBuild(): Promise<string | null> {
    return (await this.#state.look())?.pointer.release ?? null;
  }

  /** Whoever takes over replaces the pointer: what is written on the condition that it is as it was seen before fails then, and asks again. */
  switchTo(release: string, { isWanted, ...directory }: SentDirectory): Promise<boolean> {
    const sent = { objects: this.#objects, state: this.#state, release, ...directory };
    return this.#repeat(async () => {
      const seen = await this.#state.look();
      if (!isWanted()) return false;
      const next = await pointerTo(sent, seen?.pointer ?? null);
      if (!isWanted()) return false;
      if (!(await this.#state.write({ ...next, mark: this.#mark ?? next.mark }))) return null;
      this.#pending.clear();
      return true;
    });
  }

  async takeOver(): Promise<void> {
    await this.#repeat(async () => {
      const seen = await this.#state.look();
      return !seen || (await this.#state.write(following(seen.pointer))) || null;
    });
  }

  note(mark: Mark): void {
    this.#mark = mark;
  }

  async mark(): Promise<Mark | null> {
    return (await this.#state.look())?.pointer.mark ?? null;
  }

  async has(file: string): Promise<boolean> {
    return (await this.#entryOf(file)) !== null;
  }

  /** Another publisher may have moved the pointer since this one saw it: only that it is the same is believed. */
  async isSame(file: string, bytes: Uint8Array): Promise<boolean> {
    const hash = hashBytes(bytes);
    const hasHash = (entry: Entry | null) => entry !== null && objectParts(entry.object).hash === hash;
    if (hasHash(await this.#entryOf(file))) return true;
    await this.#state.look();
    return hasHash(await this.#entryOf(file));
  }

  async stage(file: string, bytes: Uint8Array<ArrayBuffer>, hash: string, priority: Priority): Promise<void> {
    await this.#objects.put(file, bytes, hash, priority);
  }

  now(): number {
    return this.#objects.bucket.now();
  }

  async revoke({ worker, number }: { worker: string; number: number }): Promise<void> {
    await this.#repeat(async () => {
      const seen = await this.#state.look();
      if (!seen || (ownValue(seen.pointer.lost, worker) ?? 0) >= number) return true;
      const lost = new Map([...Object.entries(seen.pointer.lost ?? {}), [worker, number]]);
      const latest = [...lost].toSorted(([, one], [, other]) => one - other).slice(-keptLost);
      return (await this.#state.write({ ...following(seen.pointer), lost: Object.fromEntries(latest) })) || null;
    });
  }

  forget(files?: readonly string[]): void {
    if (files?.length !== 0) this.#state.forget();
  }

  async commit({ from, to, files, removals, priority, lease }: FollowedCommit): Promise<boolean> {
    const put = files.map(async ({ file, hash, tags, bytes }): Promise<[string, Entry]> => {
      const object = this.#objects.findName(hash) ?? (await this.#objects.put(file, await bytes(), hash, priority));
      return [file, { object, tags: tags ?? (await this.#entryOf(file))?.tags ?? [] }];
    });
    const changes = new Map<string, Entry | null>([
      ...removals.map((file): [string, null] => [file, null]),
      ...(await Promise.all(put)),
    ]);
    return this.#change({ from, to, changes, priority, lease });
  }

  async write(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#later(file, { object: await this.#objects.put(file, bytes, hashBytes(bytes), 'now'), tags: [] });
  }

  async remove(file: string): Promise<void> {
    this.#later(file, null);
  }

  async prune(keep: number): Promise<void> {
    await this.#repeat(async () => {
      const seen = await this.#looked();
      if (!seen || seen.pointer.kept.length < keep) return true;
      const kept = seen.pointer.kept.slice(0, keep - 1);
      return (await this.#state.write({ ...following(seen.pointer), kept })) || null;
    });
  }

  async tidy(directory: string): Promise<void> {
    const seen = await this.#state.look();
    if (!seen) return;
    const live = await this.#state.entries(seen.pointer);
    const own = new Set((await filesOfBuild(directory)).filter(isHashed));
    for (const file of live.keys()) if (file.startsWith('media/') && !own.has(file)) this.#pending.set(file, null);
    for (const file of own) {
      if (live.has(file)) continue;
      const bytes = new Uint8Array(await readFile(path.join(directory, file)));
      this.#pending.set(file, { object: await this.#objects.put(file, bytes, hashBytes(bytes), 'later'), tags: [] });
    }
    if (this.#pending.size > 0) await this.#flush();
    // Objects are of all sites: they are swept once.
    if (this.#state.site === siteIds.at(-1)) await sweepBucket(this.#objects);
  }

  async #looked(): Promise<SeenPointer | null> {
    return this.#state.seen ?? (await this.#state.look());
  }

  async #entryOf(file: string): Promise<Entry | null> {
    const waiting = this.#pending.get(file);
    if (waiting !== undefined) return waiting;
    const seen = await this.#looked();
    if (!seen) return null;
    const { shards } = seen.pointer;
    const shard = hashToShard(file, shards.length);
    return (await this.#state.shard(shards[shard] ?? '', shard)).get(file) ?? null;
  }

  /** Applies changes to what is live, as often as others are faster. False when another build than that is live. */
  #change({ from, to, changes, priority, lease }: PointerChange): Promise<boolean> {
    let isFresh = false;
    return this.#repeat(async () => {
      const known = isFresh ? null : this.#state.seen;
      const seen = known ?? (await this.#state.look());
      if (!seen || (from !== null && seen.pointer.release !== from)) return false;
      if (lease && (ownValue(seen.pointer.lost, lease.worker) ?? 0) > lease.number) throw superseded(lease.worker);
      const taken = new Map([...this.#pending, ...changes]);
      const release = to ?? seen.pointer.release;
      const next = await withChanges(
        { state: this.#state, objects: this.#objects, priority },
        seen.pointer,
        taken,
        release,
      );
      if (next && !(await this.#state.write({ ...next, mark: getLater(next.mark, this.#mark) }))) return null;
      // That nothing differs is said of what is live now, not of what was when it was read last.
      if (!next && known) {
        isFresh = true;
        return null;
      }
      for (const [file, entry] of taken) if (this.#pending.get(file) === entry) this.#pending.delete(file);
      if (next) this.#state.forgetOthers([next, ...next.kept]);
      return true;
    });
  }

  #flush(): Promise<boolean> {
    return this.#change({ from: null, to: null, changes: new Map(), priority: 'later' });
  }

  #later(file: string, entry: Entry | null): void {
    this.#pending.set(file, entry);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    void setTimeout(flushMilliseconds, null, { ref: false })
      .then(() => (this.#pending.size > 0 ? this.#flush() : true))
      // It is live with the next commit, or when the bucket is tidied.
      .catch(() => {})
      .finally(() => {
        this.#isFlushing = false;
      });
  }

  /** One after another, and each again while its answer is null: another publisher was faster. */
  #repeat<T>(task: () => Promise<T | null>): Promise<T> {
    return this.#inTurn(async () => {
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const answer = await task();
        if (answer !== null) return answer;
      }
      throw new BucketFailure(`The pointer of ${this.#state.site} in ${this.name} is replaced again and again`, true);
    });
  }
}

type PointerChange = {
  from: string | null;
  to: string | null;
  changes: ReadonlyMap<string, Entry | null>;
  priority: Priority;
  lease?: FollowedLease | undefined;
};

function superseded(worker: string): Error {
  return Object.assign(new Error(`The lease of ${worker} is lost`), { code: supersededCode });
}

/** The one of another database is left to whoever builds the site from that. */
function getLater(before: Mark | null, own: Mark | null): Mark | null {
  if (!before || !own) return before ?? own;
  return before.database === own.database && before.seq < own.seq ? own : before;
}

/** A pointer that comes after another one, and has all of it. */
function following(before: Pointer | null): Pointer {
  const state = `${Date.now().toString(36)}-${randomBytes(5).toString('hex')}`;
  const history = before ? [...before.history, before.state].slice(-keptStates) : [];
  const empty = { release: '', csp: null, shards: [], kept: [], mark: null };
  return { ...(before ?? empty), format: 1, state, history };
}

/** The pointer with changes, whose shards have been put; null when all is as it was. */
async function withChanges(
  { state, objects, priority }: { state: PointerState; objects: BucketObjects; priority: Priority },
  before: Pointer,
  changes: ReadonlyMap<string, Entry | null>,
  release: string,
): Promise<Pointer | null> {
  const next = following(before);
  const shards = [...before.shards];
  const changed = Map.groupBy(changes.keys(), (file) => hashToShard(file, shards.length));
  const putting = [...changed].map(async ([shard, files]) => {
    const own = await state.shard(shards[shard] ?? '', shard);
    const entries = new Map(own);
    for (const file of files) {
      const entry = changes.get(file);
      if (entry) entries.set(file, entry);
      else entries.delete(file);
    }
    const text = writeShard(entries);
    if (text === writeShard(own)) return;
    await objects.putText(shardKey(state.site, next.state, shard), text, priority);
    state.keep(next.state, shard, entries);
    shards[shard] = next.state;
  });
  await Promise.all(putting);
  if (release === before.release && shards.every((each, shard) => each === before.shards[shard])) return null;
  const kept = release === before.release ? before.kept : [pickState(before), ...before.kept];
  return { ...next, release, shards, kept };
}

function pickState({ release, csp, shards }: BuildState): BuildState {
  return { release, csp, shards };
}

type SentBuild = Omit<SentDirectory, 'isWanted'> & {
  objects: BucketObjects;
  state: PointerState;
  release: string;
};

/** The pointer to a build: one that the bucket has kept, or the files of a directory, of which what is not there is sent. */
async function pointerTo(sent: SentBuild, before: Pointer | null): Promise<Pointer> {
  const { state, objects, release, directory } = sent;
  const others = before ? [pickState(before), ...before.kept].filter((each) => each.release !== release) : [];
  const kept = before?.kept.find((each) => each.release === release);
  if (kept) return { ...following(before), ...kept, kept: others };
  const entries = await sendFiles(sent, before);
  const next = following(before);
  const count = countShards(entries.size);
  const own = before?.shards.length === count ? before.shards : [];
  const parts = Map.groupBy(entries.keys(), (file) => hashToShard(file, count));
  const shards = await Promise.all(
    Array.from({ length: count }, async (_, shard) => {
      const part: Shard = new Map(
        (parts.get(shard) ?? []).flatMap((file) => {
          const entry = entries.get(file);
          return entry ? [[file, entry] as const] : [];
        }),
      );
      if (part.size === 0) return '';
      const text = writeShard(part);
      const there = own[shard] ?? '';
      if (writeShard(await state.shard(there, shard)) === text) return there;
      await objects.putText(shardKey(state.site, next.state, shard), text, 'later');
      state.keep(next.state, shard, part);
      return next.state;
    }),
  );
  return { ...next, release, csp: await readPolicy(directory), shards, kept: others };
}

/** Sends the files of a build of this machine that the bucket does not have. */
async function sendFiles(
  { objects, state, directory, tagsOf, onProgress }: SentBuild,
  before: Pointer | null,
): Promise<Map<string, Entry>> {
  const files = await filesOfBuild(directory);
  // Of all kept builds: what one of them names is there.
  const named = new Map<string, string>();
  for (const each of before ? [...before.kept, before] : []) {
    for (const { object } of (await state.entries(each)).values()) named.set(objectParts(object).hash, object);
  }
  const entries = new Map<string, Entry>();
  let done = 0;
  if (files.length - named.size > worthAList) await objects.learn();
  await forEachConcurrently(readConcurrency, files, async (file) => {
    const bytes = new Uint8Array(await readFile(path.join(directory, file)));
    const hash = hashBytes(bytes);
    const object = named.get(hash) ?? (await objects.put(file, bytes, hash, 'later'));
    entries.set(file, { object, tags: tagsOf(file) });
    done += 1;
    onProgress?.(done, files.length);
  });
  return entries;
}
