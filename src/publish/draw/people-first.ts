/** The longest that one page of many waits for people: their changes may themselves wait for what is being drawn. */
const maxMilliseconds = 100;

/**
 * Whether something is being published that people wait for: threads that draw what nobody waits for pause meanwhile, so that all
 * processors are free for it. Works across threads, by the memory that they share.
 */
export class PeopleFirst {
  /** What another thread makes its own `PeopleFirst` of. */
  readonly memory: SharedArrayBuffer;
  readonly #underWay: Int32Array<SharedArrayBuffer>;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#underWay = new Int32Array(memory);
  }

  /** Runs a task that people wait for. */
  async during<T>(task: () => Promise<T>): Promise<T> {
    Atomics.add(this.#underWay, 0, 1);
    try {
      return await task();
    } finally {
      Atomics.sub(this.#underWay, 0, 1);
      Atomics.notify(this.#underWay, 0);
    }
  }

  /** Blocks this thread, which has to be one that nobody waits for, while such a task runs, for a tenth of a second at most. */
  letPass(): void {
    const until = performance.now() + maxMilliseconds;
    for (;;) {
      const count = Atomics.load(this.#underWay, 0);
      const left = until - performance.now();
      if (count === 0 || left <= 0) return;
      Atomics.wait(this.#underWay, 0, count, left);
    }
  }
}
