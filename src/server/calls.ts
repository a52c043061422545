import type { MessagePort } from 'node:worker_threads';

export type Call<Q> = { id: number; question: Q };
type Answer<A> = { id: number } & ({ ok: true; value: A } | { ok: false; message: string });

/** What is asked of another thread over a port, where an `answerer` answers: one kind of question for each port. */
export class Calls<Q, A> {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, PromiseWithResolvers<A>>();
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (answer: Answer<A>) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(new Error(answer.message));
    });
  }

  ask(question: Q): Promise<A> {
    const waiting = Promise.withResolvers<A>();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, waiting);
    this.#port.postMessage({ id: this.#lastId, question } satisfies Call<Q>);
    return waiting.promise;
  }

  /** Nobody will answer any more. */
  fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** What answers the calls that come in over a port. */
export function answerer<Q, A>(port: MessagePort, answer: (question: Q) => Promise<A>): (call: Call<Q>) => void {
  const say = (message: Answer<A>) => port.postMessage(message);
  return ({ id, question }) => {
    answer(question).then(
      (value) => say({ id, ok: true, value }),
      (error: unknown) => say({ id, ok: false, message: error instanceof Error ? error.message : String(error) }),
    );
  };
}
