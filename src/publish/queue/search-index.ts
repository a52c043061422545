import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';

/** Records updated by one call: a concurrent save waits at most that long. */
const recordBatchSize = 5;

/** Updates a part of the search index from the published content; returns whether more is due. */
export function refreshSearch(calls: Calls, records = recordBatchSize): Promise<boolean> {
  return callFunction(calls, 'search_refresh', z.boolean(), { p_limit: records });
}

/** Whoever publishes often publishes again soon: until then the search index leaves the database alone for longer. */
const quietMilliseconds = 2000;
/** How many times as long as its last step the search index waits then. */
const restWhilePublishing = 20;

type FollowOptions = {
  /** Milliseconds after which the queue is looked at again. */
  maxMilliseconds: number;
  /** Waits while a publish is in progress; returns whether to continue. */
  whenFree: () => Promise<boolean>;
};

/**
 * Updates the search index after publishing. After a full build it works in small steps, with the database
 * idle for half of the time, and for nearly all of it while an editor publishes.
 */
export class SearchFollower {
  readonly #calls: Calls;
  #following = false;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Somebody publishes now. */
  makeRoom(): void {
    this.#publishedAt = performance.now();
  }

  /** Returns whether there is more to do, after a look at the queue. */
  async follow({ maxMilliseconds, whenFree }: FollowOptions): Promise<boolean> {
    // Each wake begins to look at the queue anew, and one of them is enough to follow.
    if (this.#following) return false;
    this.#following = true;
    try {
      const until = performance.now() + maxMilliseconds;
      while (await whenFree()) {
        const began = performance.now();
        const isMoreDue = await refreshSearch(this.#calls);
        if (!isMoreDue) return false;
        const ended = performance.now();
        const isQuiet = ended - this.#publishedAt > quietMilliseconds;
        await pause(Math.min((ended - began) * (isQuiet ? 1 : restWhilePublishing), maxMilliseconds));
        if (performance.now() > until) return true;
      }
      return false;
    } finally {
      this.#following = false;
    }
  }
}
