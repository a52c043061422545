/**
 * Lets tasks pass side by side, and closes for one that has to be alone.
 *
 * @example
 *   const gate = new Gate();
 *   await Promise.all([gate.pass(putOne), gate.pass(putAnother)]);
 *   await gate.close(switchRelease);
 */
export class Gate {
  readonly #passing = new Set<Promise<unknown>>();
  #closed: Promise<unknown> | null = null;

  async pass<T>(task: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    const passing = task();
    const settled = passing.catch(() => {});
    this.#passing.add(settled);
    try {
      return await passing;
    } finally {
      this.#passing.delete(settled);
    }
  }

  /** Waits for those that are passing; others wait until the task has ended. */
  async close<T>(task: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    try {
      await Promise.all(this.#passing);
      return await task();
    } finally {
      this.#closed = null;
      resolve();
    }
  }
}
