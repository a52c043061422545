/** The names of what has passed since a moment. */
export type NotedNames = { names: ReadonlySet<string>; stop: () => void };

/**
 * Lets tasks pass side by side, and closes for one that has to be alone.
 *
 * @example
 *   const gate = new Gate();
 *   await Promise.all([gate.pass(['a.html'], putOne), gate.pass(['b.html'], putAnother)]);
 *   await gate.close(switchBuild);
 */
export class BuildLock {
  readonly #passing = new Map<Promise<unknown>, readonly string[]>();
  readonly #noted = new Set<Set<string>>();
  #closed: Promise<unknown> | null = null;

  /** @param names what the task changes */
  async withShared<T>(names: readonly string[], task: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    for (const noted of this.#noted) for (const name of names) noted.add(name);
    const passing = task();
    const settled = passing.catch(() => {});
    this.#passing.set(settled, names);
    try {
      return await passing;
    } finally {
      this.#passing.delete(settled);
    }
  }

  /** Notes the names of what is passing, and of all that passes until it is stopped. */
  note(): NotedNames {
    const names = new Set([...this.#passing.values()].flat());
    this.#noted.add(names);
    return { names, stop: () => void this.#noted.delete(names) };
  }

  /** Waits for those that are passing; others wait until the task has ended. */
  async withExclusive<T>(task: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    try {
      await Promise.all(this.#passing.keys());
      return await task();
    } finally {
      this.#closed = null;
      resolve();
    }
  }
}
