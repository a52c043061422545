import { Worker } from 'node:worker_threads';
import { describeError } from '#domain/describe-error.ts';

/** A file to be replaced at once: written to `temporary`, and renamed to `destination`, whose compressed copies go first. */
export type ReplaceRequest = {
  kind: 'replace';
  temporary: string;
  destination: string;
  hasCopies: boolean;
  bytes: Uint8Array<ArrayBuffer>;
};
/** A file to be written to `temporary`, and renamed later. */
export type StageRequest = { kind: 'stage'; temporary: string; bytes: Uint8Array<ArrayBuffer> };
/** Compressed copies to be renamed to beside `destination`, unless it is another file by now. */
export type CopiesRequest = { kind: 'copies'; temporary: string; destination: string; identity: string };
/** Where a file is live, whether it has compressed copies, and whether what it held is kept. */
export type PlacedFile = { destination: string; hasCopies: boolean; isKept: boolean };
/** Staged files to be renamed to their destinations together, and files that go with them. */
export type CommitRequest = {
  kind: 'commit';
  files: (PlacedFile & { file: string; temporary: string; hash: string })[];
  removals: (PlacedFile & { file: string })[];
  /** Where it is noted, with what is to be reported, until that was reported; without such a note, until all are renamed. */
  journal: string;
  note: string | null;
  /** The link that leads to the live build, and the one that it led to when the files were staged. */
  pointer: { link: string; build: string };
  /** Where texts that are replaced or removed stay by another name; null where they go. */
  archive: string | null;
};
/** A build to be made of staged files, by their names in it, and of links to what is live. */
export type PrepareRequest = {
  kind: 'prepare';
  live: string;
  next: string;
  files: { file: string; temporary: string; hash: string }[];
};
/** A prepared build to be named, and to become live. */
export type SwitchRequest = {
  kind: 'switch';
  live: string;
  next: string;
  /** Files that were prepared and are to be as they are live now. */
  dropped: string[];
  removals: string[];
  /** Files that this process has put live or removed since it was prepared. */
  changed: string[];
  build: string;
  /** The prepared link to it, which whoever takes over removes, and the one that it replaces. */
  link: string;
  pointer: string;
  /** A name for links to what is brought along after the switch, in a directory that is gone once the lease is lost. */
  lateLink: string;
};
/** What others have put live until a build was switched to, to be found in the one before, and then to be brought along. */
export type LateRequest = { kind: 'late'; next: string };
export type BringRequest = { kind: 'bring'; next: string; files: string[] };
/** Files to be compared with hashes. */
export type CompareRequest = { kind: 'compare'; files: { place: string; hash: string }[] };
export type PutRequest =
  | ReplaceRequest
  | StageRequest
  | CopiesRequest
  | CommitRequest
  | PrepareRequest
  | SwitchRequest
  | LateRequest
  | BringRequest
  | CompareRequest;

export type FileError = { message: string; code?: string | undefined };
/** The results of a commit: errors by the index of the file. */
export type Committed = {
  /** Milliseconds from the first rename to the last. */
  milliseconds: number;
  errors: { index: number; error: FileError }[];
  removalErrors: { index: number; error: FileError }[];
  /** Files that have other bytes than those that were staged when they are read back. */
  unseen: number[];
  /** Names under which the replaced and removed files still are: removing them takes long. */
  replaced: string[];
  /** Another build has become live meanwhile: whether it has the files is not known. */
  isSuperseded: boolean;
};
/** What could not become a part of a prepared build, as for a commit. */
export type PreparedBuild = Pick<Committed, 'errors' | 'unseen'>;
/** The hash of the bytes that are there afterwards; for copies their file's identity, or nothing. */
export type PutAnswer =
  | {
      ok: true;
      hash: string;
      committed?: Committed;
      prepared?: PreparedBuild;
      switched?: boolean;
      late?: string[];
      differing?: number[];
    }
  | ({ ok: false } & FileError);

/** Waking a sleeping thread takes longer than writing two files: files of this interval are written together. */
const togetherMilliseconds = 5;
/** In a bundle the thread's code is a chunk beside this one (src/astro/code-bundle-plugins.ts). */
const source = new URL(import.meta.url.endsWith('.ts') ? './put-files.ts' : './put-files.mjs', import.meta.url);

/**
 * Puts files live in a thread of its own, a few at a time. Writing, renaming, reading back and hashing a page take half as long
 * as rendering one, and so does each detour over the thread pool.
 */
export class FileThread {
  #worker: Worker | null = null;
  #collected: { request: PutRequest; resolve: (answer: PutAnswer) => void }[] = [];
  readonly #underWay: ((answer: PutAnswer) => void)[] = [];
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  /**
   * Transfers the bytes. Resolves when visitors get them, with the hash of the served content, or when they are staged; throws if
   * that fails.
   */
  async put(request: ReplaceRequest | StageRequest | CopiesRequest): Promise<string> {
    const answer = await this.#ask(request);
    return answer.hash;
  }

  /** Renames staged files together. What fails for one file is in the answer; throws when nothing could be done. */
  async commit(request: CommitRequest): Promise<Committed> {
    const { committed } = await this.#ask(request, true);
    if (!committed) throw new Error('The thread that puts files live did not say what it has done');
    return committed;
  }

  /** Throws when links are not possible; nothing was done then. */
  async prepare(request: PrepareRequest): Promise<PreparedBuild> {
    const { prepared } = await this.#ask(request, true);
    if (!prepared) throw new Error('The thread that puts files live did not say what it has prepared');
    return prepared;
  }

  /** Answers false, and nothing is switched, when another build is live by now, or the thread has ended since it was prepared. */
  async switch(request: SwitchRequest): Promise<boolean> {
    const { switched } = await this.#ask(request, true);
    return switched ?? false;
  }

  /** After a switch, the files of the build before that are not those that were brought along. */
  async late(next: string): Promise<string[]> {
    const { late } = await this.#ask({ kind: 'late', next }, true);
    return late ?? [];
  }

  /** Brings those along, unless they were published in the build once more. */
  async bring(next: string, files: string[]): Promise<void> {
    await this.#ask({ kind: 'bring', next, files }, true);
  }

  /** Those that are missing or have other bytes, by their numbers. */
  async compare(files: CompareRequest['files']): Promise<number[]> {
    const { differing } = await this.#ask({ kind: 'compare', files }, true);
    return differing ?? [];
  }

  /** Begins the thread, so that the first file need not wait for it. */
  start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(source);
    this.#worker = worker;
    worker.unref();
    worker.on('message', (answers: readonly PutAnswer[]) => this.#answer(answers));
    const fail = (message: string) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#answer(this.#underWay.map(() => ({ ok: false, message })));
    };
    worker.on('error', (error) => fail(describeError(error)));
    worker.on('exit', (code) => fail(`The thread that puts files live ended with code ${code}`));
    return worker;
  }

  async #ask(request: PutRequest, isAwaited = false): Promise<Extract<PutAnswer, { ok: true }>> {
    const { promise, resolve } = Promise.withResolvers<PutAnswer>();
    this.#collected.push({ request, resolve });
    const rest = isAwaited ? 0 : this.#sentAt + togetherMilliseconds - performance.now();
    if (rest <= 0) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), rest);
    const answer = await promise;
    if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code });
    return answer;
  }

  #send(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sentAt = performance.now();
    const sent = this.#collected.splice(0);
    const requests = sent.map(({ request }) => request);
    const worker = this.start();
    // The process stays until it is answered.
    worker.ref();
    this.#underWay.push(...sent.map(({ resolve }) => resolve));
    worker.postMessage(
      requests,
      requests.flatMap((request) => ('bytes' in request ? [request.bytes.buffer] : [])),
    );
  }

  #answer(answers: readonly PutAnswer[]): void {
    const resolvers = this.#underWay.splice(0, answers.length);
    answers.forEach((answer, index) => resolvers[index]?.(answer));
    if (this.#underWay.length === 0) this.#worker?.unref();
  }
}
