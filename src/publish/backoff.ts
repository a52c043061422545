/** A thing that failed: how often, since when and why, and when it may be tried again (milliseconds of `Date.now`). */
type Failing = { attempts: number; since: number; reason: string; until: number };

/** The pauses before an attempt: short enough that everything recovers by itself, long enough that a machine can rest. */
const first = 1000;
const longest = 30_000;

/**
 * What fails and is tried again by itself, after pauses that double: 1, 2, 4 … 30 seconds.
 *
 * @example
 *   const backoff = new Backoff();
 *   backoff.fail('main', 'the disk is full'); // { attempts: 1, … }
 *   backoff.isResting('main'); // true, for a second
 */
export class Backoff {
  readonly #failing = new Map<string, Failing>();

  /** Notes a failure. One during the pause belongs to the attempt before it, as when several files of a switch fail. */
  fail(key: string, reason: string, now = Date.now()): Failing {
    const before = this.#failing.get(key);
    if (before && before.until > now) {
      const failing = { ...before, reason };
      this.#failing.set(key, failing);
      return failing;
    }
    const attempts = (before?.attempts ?? 0) + 1;
    const until = now + Math.min(first * 2 ** (attempts - 1), longest);
    const failing = { attempts, since: before?.since ?? now, reason, until };
    this.#failing.set(key, failing);
    return failing;
  }

  /** Whether there was anything that failed. */
  succeed(key: string): boolean {
    return this.#failing.delete(key);
  }

  get(key: string): Failing | null {
    return this.#failing.get(key) ?? null;
  }

  isResting(key: string, now = Date.now()): boolean {
    return (this.#failing.get(key)?.until ?? 0) > now;
  }

  /** What has failed longest. */
  oldest(): Failing | null {
    return [...this.#failing.values()].toSorted((a, b) => a.since - b.since)[0] ?? null;
  }

  /**
   * When to look for what may be tried again; null when there is nothing. What may be already is looked for until it was, since
   * the last look may have come a moment too early for it.
   */
  next(now = Date.now()): number | null {
    const untils: number[] = [];
    for (const [key, { until }] of this.#failing) {
      if (until > now) untils.push(until);
      else if (until > now - longest) untils.push(now + first);
      // Nobody has tried it again: it is gone, or others have done it.
      else if (until < now - 10 * longest) this.#failing.delete(key);
    }
    return untils.length > 0 ? Math.min(...untils) : null;
  }
}
