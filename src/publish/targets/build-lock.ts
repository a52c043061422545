/** The names of what has held the lock since a moment. */
type NotedNames = { names: ReadonlySet<string>; stop: () => void };

/**
 * A lock of the build that is live, in this process: tasks share it, and one that has to be alone holds it exclusively.
 *
 * @example
 *   const lock = new BuildLock();
 *   await Promise.all([lock.withShared(['a.html'], putOne), lock.withShared(['b.html'], putAnother)]);
 *   await lock.withExclusive(switchRelease);
 */
export class BuildLock {
  readonly #sharing = new Map<Promise<unknown>, readonly string[]>();
  readonly #noted = new Set<Set<string>>();
  #exclusive: Promise<unknown> | null = null;

  /** @param names what the task changes */
  async withShared<T>(names: readonly string[], task: () => Promise<T>): Promise<T> {
    while (this.#exclusive) await this.#exclusive;
    for (const noted of this.#noted) for (const name of names) noted.add(name);
    const running = task();
    const settled = running.catch(() => {});
    this.#sharing.set(settled, names);
    try {
      return await running;
    } finally {
      this.#sharing.delete(settled);
    }
  }

  /** Notes the names of what holds the lock, and of all that takes it until it is stopped. */
  note(): NotedNames {
    const names = new Set([...this.#sharing.values()].flat());
    this.#noted.add(names);
    return { names, stop: () => void this.#noted.delete(names) };
  }

  /** Waits for those that share it; others wait until the task has ended. */
  async withExclusive<T>(task: () => Promise<T>): Promise<T> {
    while (this.#exclusive) await this.#exclusive;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exclusive = promise;
    try {
      await Promise.all(this.#sharing.keys());
      return await task();
    } finally {
      this.#exclusive = null;
      resolve();
    }
  }
}
