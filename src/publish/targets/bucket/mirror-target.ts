import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { fileHeaders, isHashed } from '#edge/file-headers.ts';
import { filesOfBuild } from '../files-of-build.ts';
import type { FollowedCommit, Follower, SentDirectory } from '../follower.ts';
import type { Mark, Priority } from '../target.ts';
import { type ConcurrencyLimit, limitConcurrency, forEachConcurrently } from './limit-concurrency.ts';
import { BucketFailure } from './bucket-failure.ts';
import type { S3Bucket, Validity } from './s3-bucket.ts';

/** The build that a mirror has; written when all of it is there. */
const markerFile = '.release';
/** What the marker says while a build is being sent. */
const unfinished = '';
/** The last change of which database it may have. */
const logFile = '.log';
const markSchema = z.object({ database: z.string(), seq: z.number() });
/** Files that are read back after they were put: the ones that people wait for. */
const maxReadBack = 2;
/** A few more than are sent at once: the others are being read. */
const readConcurrency = 32;

type Content = Uint8Array<ArrayBuffer>;

/**
 * Publishes a site to a bucket with each file at its path, for where no code runs at the edge. Files are replaced one by one: those
 * whose names have their hash first, pages after them, and what goes at the end.
 */
export class MirrorTarget implements Follower {
  readonly name: string;
  readonly #bucket: S3Bucket;
  readonly #site: SiteId;
  readonly #limits: Record<Priority, ConcurrencyLimit> = { now: limitConcurrency(16), later: limitConcurrency(24) };
  /** By file the ETag of what is there. */
  #inventory: Promise<Map<string, string>> | null = null;
  /** What is to be noted with the next commit. */
  #mark: Mark | null = null;

  constructor(bucket: S3Bucket, site: SiteId) {
    this.name = bucket.name;
    this.#bucket = bucket;
    this.#site = site;
  }

  async currentBuild(): Promise<string | null> {
    const found = await this.#bucket.get(this.#keyOf(markerFile));
    return found && new TextDecoder().decode(found.bytes);
  }

  /** While it is under way the place says that it has no build: whoever finds one that has not come to its end sends all that differs. */
  async switchTo(build: string, { directory, isWanted, onProgress }: SentDirectory): Promise<boolean> {
    this.#inventory = null;
    if (!isWanted()) return false;
    await this.#tell(unfinished);
    const all = await filesOfBuild(directory);
    let done = 0;
    for (const files of [all.filter(isHashed), all.filter((file) => !isHashed(file))]) {
      await forEachConcurrently(readConcurrency, files, async (file) => {
        if (!isWanted()) return;
        await this.#put(file, new Uint8Array(await readFile(path.join(directory, file))), 'later');
        done += 1;
        onProgress?.(done, all.length);
      });
    }
    const own = new Set([...all, markerFile, logFile]);
    if (isWanted()) await this.#remove([...(await this.#files()).keys()].filter((file) => !own.has(file)));
    if (isWanted()) {
      await this.#noted();
      await this.#tell(build);
      if (isWanted()) return true;
    }
    // What was on its way when somebody took over may be there after what he has sent.
    await this.#tell(unfinished);
    return false;
  }

  /** Whoever sends files asks before each of them. */
  async takeOver(): Promise<void> {}

  note(mark: Mark): void {
    this.#mark = mark;
  }

  async mark(): Promise<Mark | null> {
    const found = await this.#bucket.get(this.#keyOf(logFile));
    if (!found) return null;
    const read = markSchema.safeParse(JSON.parse(new TextDecoder().decode(found.bytes)));
    return read.success ? read.data : null;
  }

  async has(file: string): Promise<boolean> {
    return (await this.#files()).has(file);
  }

  /** Another publisher may have put it there since this one knew what is there: only that it is the same is believed. */
  async isSame(file: string, bytes: Content): Promise<boolean> {
    const known = await this.#files();
    const etag = hashMd5(bytes);
    if (known.get(file) === etag) return true;
    const found = await this.#bucket.getChanged(this.#keyOf(file), etag);
    const isSame = found === 'same' || (found !== null && hashMd5(found.bytes) === etag);
    if (isSame) known.set(file, etag);
    return isSame;
  }

  /** Nothing is seen of a file before its commit. */
  async stage(): Promise<void> {}

  now(): number {
    return this.#bucket.now();
  }

  /** Its requests are refused by now. What it has put here before is not what this process knows. */
  async revoke(): Promise<void> {
    this.forget();
  }

  forget(files?: readonly string[]): void {
    if (!files) {
      this.#inventory = null;
      return;
    }
    // One that cannot be listed is told to whoever asks for it.
    void this.#inventory?.then((known) => files.forEach((file) => known.delete(file))).catch(() => {});
  }

  async commit({ from, to, files, removals, priority, lease }: FollowedCommit): Promise<boolean> {
    const few = files.length <= maxReadBack;
    // It is there before the files are.
    await this.#noted(lease);
    await forEachConcurrently(readConcurrency, files, async ({ file, bytes }) => {
      const content = await bytes();
      // Another publisher may have put something else there since this one knew what is there.
      await this.#send(file, content, priority, lease);
      if (few) await this.#readBack(file, content);
    });
    await this.#remove(removals, lease);
    if (to !== from) await this.#tell(to, lease);
    return true;
  }

  /** Whoever writes has found it missing: another publisher may have removed what this one knows to be there. */
  write(file: string, bytes: Content): Promise<void> {
    return this.#send(file, bytes, 'now');
  }

  remove(file: string): Promise<void> {
    return this.#remove([file]);
  }

  /** It has one build; another one is sent from this machine. */
  async prune(): Promise<void> {}

  async tidy(directory: string): Promise<void> {
    this.#inventory = null;
    const known = await this.#files();
    const own = await filesOfBuild(directory);
    for (const file of own.filter((each) => isHashed(each) && !known.has(each))) {
      await this.#put(file, new Uint8Array(await readFile(path.join(directory, file))), 'later');
    }
    const there = new Set(own);
    await this.#remove([...known.keys()].filter((file) => file.startsWith('media/') && !there.has(file)));
  }

  #keyOf(file: string): string {
    return `${this.#site}/${file}`;
  }

  #files(): Promise<Map<string, string>> {
    const list = async () => {
      const files = new Map<string, string>();
      const start = this.#keyOf('');
      for await (const { key, etag } of this.#bucket.list(start)) files.set(key.slice(start.length), etag);
      return files;
    };
    this.#inventory ??= list().catch((error: unknown) => {
      this.#inventory = null;
      throw error;
    });
    return this.#inventory;
  }

  async #put(file: string, bytes: Content, priority: Priority): Promise<void> {
    const known = await this.#files();
    if (known.get(file) !== hashMd5(bytes)) await this.#send(file, bytes, priority);
  }

  async #send(file: string, bytes: Content, priority: Priority, validity?: Validity): Promise<void> {
    const known = await this.#files();
    const headers = fileHeaders(file);
    const put = () => this.#bucket.put(this.#keyOf(file), bytes, headers, undefined, validity);
    known.set(file, (await this.#limits[priority](put)) ?? '');
  }

  async #remove(gone: readonly string[], validity?: Validity): Promise<void> {
    if (gone.length === 0) return;
    const known = await this.#files();
    const keys = gone.map((file) => this.#keyOf(file));
    await this.#bucket.remove(keys, validity);
    for (const file of gone) known.delete(file);
  }

  /** Writes down what was noted, once. */
  async #noted(validity?: Validity): Promise<void> {
    const mark = this.#mark;
    if (!mark) return;
    const text = new TextEncoder().encode(JSON.stringify(mark));
    await this.#bucket.put(this.#keyOf(logFile), text, fileHeaders('log.json'), undefined, validity);
    if (this.#mark === mark) this.#mark = null;
  }

  async #tell(build: string, validity?: Validity): Promise<void> {
    const key = this.#keyOf(markerFile);
    await this.#bucket.put(key, new TextEncoder().encode(build), fileHeaders('release.txt'), undefined, validity);
  }

  async #readBack(file: string, bytes: Content): Promise<void> {
    const found = await this.#bucket.get(this.#keyOf(file));
    if (found && hashMd5(found.bytes) === hashMd5(bytes)) return;
    throw new BucketFailure(`The bucket ${this.name} has something else at ${file} than was put there`, true);
  }
}

/** As services tell it of what was put by one request. */
function hashMd5(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
