import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { expectData } from '#content/client.ts';
import type { QueueRoundsOptions } from './queue-rounds.ts';
import { Round } from './round.ts';

export type LaunchOptions = {
  /** When it is to be live, by the clock of the database; null for at once. */
  at: string | null;
  /** Writes its content; false where it cannot. */
  write: () => Promise<boolean>;
};

/** `held`: another publisher prepares a launch. Otherwise when the last file was live; null where nothing was written. */
export type LaunchOutcome = { isHeld: true } | { isHeld: false; liveAt: Date | null };

const batchSize = 320;
/** A publisher that is killed keeps others waiting for this long, and no longer. */
const holdSeconds = 20;
/** For so long a launch waits for what others are publishing, beyond its moment. */
const patience = { askAgain: 30, atMost: 10_000 };

const holdAnswer = z.object({ status: z.enum(['held', 'waiting', 'alone']) });

/**
 * Publishes launches: their content is written before the moment, drawn and staged, and put live at it on all sites. Meanwhile nobody
 * else reads content for files, so nothing of it is public before.
 */
export class LaunchRounds {
  readonly #options: QueueRoundsOptions;

  constructor(options: QueueRoundsOptions) {
    this.#options = options;
  }

  get worker(): string {
    return `${this.#options.worker} (launch)`;
  }

  async publish({ at, write }: LaunchOptions): Promise<LaunchOutcome> {
    if ((await this.#hold()) === 'held') return { isHeld: true };
    // Leases and holds are kept while files are drawn, however long that takes.
    const keeping = setInterval(() => void this.#hold().catch(() => {}), (holdSeconds * 1000) / 4);
    try {
      await this.#untilAlone(at);
      const liveAt = (await write()) ? await this.#publishAll(at) : null;
      return { isHeld: false, liveAt };
    } finally {
      clearInterval(keeping);
      const { database } = this.#options.parts.options;
      await expectData('publish_end_hold', database.rpc('publish_end_hold', { p_worker: this.worker }), z.unknown());
    }
  }

  async #hold(): Promise<z.output<typeof holdAnswer>['status']> {
    const { database } = this.#options.parts.options;
    const answer = database.rpc('publish_hold', { p_worker: this.worker, p_seconds: holdSeconds });
    return (await expectData('publish_hold', answer, holdAnswer)).status;
  }

  /** Settles when nobody is drawing what was read before; at the latest some seconds after the moment, when nothing is early any more. */
  async #untilAlone(at: string | null): Promise<void> {
    const until =
      performance.now() + Math.max(0, at === null ? 0 : this.#options.parts.claims.until(at)) + patience.atMost;
    while ((await this.#hold()) !== 'alone' && performance.now() < until) await pause(patience.askAgain);
  }

  /** Everything that waits, in one round of all sites. */
  async #publishAll(at: string | null): Promise<Date> {
    const { claims } = this.#options.parts;
    const round = new Round(this.#options.parts, this.worker, true);
    try {
      for (;;) {
        const sites = await this.#options.liveSites();
        const claim = await round.claim({ sites, limit: batchSize, of: 'all' });
        if (claim.outputs.length > 0) {
          this.#options.onWork();
          await round.stage(claim);
        } else if (!claim.goes_on) break;
      }
      if (round.isFailing) {
        await round.fail();
        throw new Error('the files of a release cannot be written');
      }
      return await round.commit(async () => {
        const wait = at === null ? 0 : claims.until(at);
        if (wait > 0) await pause(wait);
      });
    } catch (error) {
      await round.abandon();
      throw error;
    }
  }
}
