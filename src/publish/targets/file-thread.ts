import { Worker } from 'node:worker_threads';

/** A file to be replaced at once: written to `temporary`, and renamed to `destination`, whose compressed copies go first. */
export type ReplaceRequest = {
  temporary: string;
  destination: string;
  hasCopies: boolean;
  bytes: Uint8Array<ArrayBuffer>;
};
/** Compressed copies to be renamed to beside `destination`, unless it is another file by now. */
export type CopiesRequest = { temporary: string; destination: string; identity: string };
export type PutRequest = ReplaceRequest | CopiesRequest;
/** The hash of the bytes that are there afterwards; for copies their file's identity, or nothing. */
export type PutAnswer = { ok: true; hash: string } | { ok: false; message: string; code?: string | undefined };

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

  /** Transfers the bytes. Resolves when visitors get them, with the hash of the served content; throws if that fails. */
  async put(request: PutRequest): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<PutAnswer>();
    this.#collected.push({ request, resolve });
    const rest = this.#sentAt + togetherMilliseconds - performance.now();
    if (rest <= 0) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), rest);
    const answer = await promise;
    if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code });
    return answer.hash;
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
    worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => fail(`The thread that puts files live ended with code ${code}`));
    return worker;
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
