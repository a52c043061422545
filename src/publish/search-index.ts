import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { expectData } from '#content/client.ts';
import type { Calls } from '#content/database.ts';

/** Records written anew by one call: a page of an editor who publishes meanwhile waits for no more than that. */
const recordsAtOnce = 5;

/** Brings some of the search index in line with content and with what is live; answers whether more of it is due. */
export function refreshSearch(calls: Calls, records = recordsAtOnce): Promise<boolean> {
  return expectData('search_refresh', calls.rpc('search_refresh', { p_limit: records }), z.boolean());
}

/** Whoever publishes often publishes again soon: until then the search index leaves the database alone for longer. */
const quietMilliseconds = 2000;
/** How many times as long as its last step the search index waits then. */
const restWhilePublishing = 20;

export type FollowOptions = {
  /** Milliseconds after which the queue is looked at again. */
  atMost: number;
  /** Waits until nobody publishes; answers whether to go on. */
  whenFree: () => Promise<boolean>;
};

/**
 * Lets the search index follow what is published. After a full build there is much to do: it is done in small steps, with the
 * database free for half of the time, and for nearly all of it while somebody publishes.
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

  /** Answers whether there is more to do, after a look at the queue. */
  async follow({ atMost, whenFree }: FollowOptions): Promise<boolean> {
    // Each wake begins to look at the queue anew, and one of them is enough to follow.
    if (this.#following) return false;
    this.#following = true;
    try {
      const until = performance.now() + atMost;
      while (await whenFree()) {
        const began = performance.now();
        const isMoreDue = await refreshSearch(this.#calls);
        if (!isMoreDue) return false;
        const ended = performance.now();
        const isQuiet = ended - this.#publishedAt > quietMilliseconds;
        await pause(Math.min((ended - began) * (isQuiet ? 1 : restWhilePublishing), atMost));
        if (performance.now() > until) return true;
      }
      return false;
    } finally {
      this.#following = false;
    }
  }
}
