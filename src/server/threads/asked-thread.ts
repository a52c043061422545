import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { describeError } from '#domain/describe-error.ts';

/** A question to a thread, and its answer. */
export type ThreadRequest<Q> = { id: number; question: Q };
type ThreadAnswer<A> = { id: number } & ({ ok: true; answer: A } | { ok: false; fault: ThreadFault });
/** An error on its way to another thread, which loses the class of it. */
type ThreadFault = { message: string; unavailable: { call: string; code: string; reason: string } | null };

/**
 * A thread that answers questions, several at once. One that dies fails those that it was asked, and all later ones.
 *
 * @typeParam Q a question: plain data
 * @typeParam A its answer: plain data
 */
export class AskedThread<Q, A> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<A>>();
  #lastId = 0;
  #ended: Error | null = null;

  /** @param data what `src/server.ts` tells by which thread is to be begun */
  constructor(entry: URL, data: { role: string }) {
    this.#worker = new Worker(entry, { workerData: data, env: { ...process.env, NODE_ENV: 'production' } });
    this.#worker.on('message', (answer: ThreadAnswer<A>) => {
      const waiter = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.ok) waiter?.resolve(answer.answer);
      else waiter?.reject(toError(answer.fault));
    });
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', (code) => this.#fail(new Error(`A ${data.role} thread ended with code ${code}`)));
  }

  ask(question: Q): Promise<A> {
    if (this.#ended) return Promise.reject(this.#ended);
    const waiter = Promise.withResolvers<A>();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, waiter);
    this.#worker.postMessage({ id: this.#lastId, question } satisfies ThreadRequest<Q>);
    return waiter.promise;
  }

  /** Ends the thread. What it was still asked fails. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

/** The thread's side: what it answers to each request. */
export function answering<Q, A>(
  answer: (question: Q) => Promise<A>,
): (request: ThreadRequest<Q>) => Promise<ThreadAnswer<A>> {
  return async ({ id, question }) => {
    try {
      return { id, ok: true, answer: await answer(question) };
    } catch (error) {
      return { id, ok: false, fault: toFault(error) };
    }
  };
}

/** What another thread is told of an error. */
export function toFault(error: unknown): ThreadFault {
  const message = describeError(error);
  if (!(error instanceof DatabaseUnavailable)) return { message, unavailable: null };
  const { call, code, reason } = error;
  return { message, unavailable: { call, code, reason } };
}

/** The error of a fault, in the thread that it has reached. */
export function toError({ message, unavailable }: ThreadFault): Error {
  if (!unavailable) return new Error(message);
  return new DatabaseUnavailable(unavailable.call, unavailable.code, unavailable.reason);
}
