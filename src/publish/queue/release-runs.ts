import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import type { QueueRunsOptions } from './queue-runs.ts';
import { PublishRun } from './publish-run.ts';

export type ReleaseOptions = {
  /** When it is to be live, by the clock of the database; null for at once. */
  at: string | null;
  /** Writes its content, and answers when it is committed: at its moment, never before. False where it cannot. */
  write: (worker: string) => Promise<boolean>;
  /** Files of it that were drawn before. */
  ahead?: DrawnAhead | null;
};

/** `held`: another publisher publishes a release. Otherwise when the last file was live; null where nothing was written. */
export type ReleaseOutcome = { isHeld: true } | { isHeld: false; liveAt: Date | null };

const batchSize = 320;
/** A publisher that is killed keeps others waiting for this long, and no longer. */
const holdSeconds = 8;
/** For so long a release waits for what others are publishing, beyond its moment. What they have staged it takes from them. */
const waitMilliseconds = { poll: 30, max: 3000 };

const holdAnswer = z.object({ status: z.enum(['held', 'waiting', 'alone']) });

/**
 * Publishes releases: their content is committed at the moment, and all that follows from it is put live on all sites together. Others
 * publish nothing from shortly before until then, since they would put it live in parts.
 */
export class ReleaseRuns {
  readonly #options: QueueRunsOptions;
  /** Keeps others from publishing; null while no release is under way. */
  #keeping: NodeJS.Timeout | null = null;
  #isWriting = false;

  constructor(options: QueueRunsOptions) {
    this.#options = options;
  }

  get worker(): string {
    return `${this.#options.worker} (release)`;
  }

  async publish({ at, write, ahead = null }: ReleaseOptions): Promise<ReleaseOutcome> {
    if (!(await this.#begin())) return { isHeld: true };
    // Leases and holds are kept while files are drawn, however long that takes.
    this.#keeping = setInterval(() => void this.#hold().catch(() => {}), (holdSeconds * 1000) / 4);
    try {
      await this.#untilAlone(at);
      this.#isWriting = at !== null;
      const isWritten = await write(this.worker);
      this.#isWriting = false;
      return { isHeld: false, liveAt: isWritten ? await this.#publishAll(ahead) : null };
    } finally {
      this.#isWriting = false;
      await this.#end();
    }
  }

  /** Gives up a release that waits for its moment: whoever looks next publishes it then. The database drops what it has of it. */
  async giveUp(): Promise<void> {
    if (this.#isWriting) await this.#end();
  }

  async #begin(): Promise<boolean> {
    if ((await this.#hold()) !== 'held') return true;
    // Of processes of this machine it is known when they have ended.
    await this.#options.parts.lost.settleEnded(this.worker);
    return (await this.#hold()) !== 'held';
  }

  async #end(): Promise<void> {
    if (this.#keeping) clearInterval(this.#keeping);
    this.#keeping = null;
    const { database } = this.#options.parts.options;
    await callFunction(database, 'publish_end_hold', z.unknown(), { p_worker: this.worker });
  }

  async #hold(): Promise<z.output<typeof holdAnswer>['status']> {
    const { database } = this.#options.parts.options;
    return (await callFunction(database, 'publish_hold', holdAnswer, { p_worker: this.worker, p_seconds: holdSeconds }))
      .status;
  }

  /** Settles when nobody is drawing what was read before; at the latest some seconds after the moment. */
  async #untilAlone(at: string | null): Promise<void> {
    const until =
      performance.now() + Math.max(0, at === null ? 0 : this.#options.parts.claims.until(at)) + waitMilliseconds.max;
    if ((await this.#hold()) === 'alone') return;
    await this.#options.parts.lost.settleEnded(this.worker);
    while ((await this.#hold()) !== 'alone' && performance.now() < until) await pause(waitMilliseconds.poll);
  }

  /** Everything that waits, in one run of all sites: what was interrupted is begun anew at once. */
  async #publishAll(ahead: DrawnAhead | null): Promise<Date> {
    for (;;) {
      const liveAt = await this.#publishRound(ahead);
      if (liveAt) return liveAt;
    }
  }

  async #publishRound(ahead: DrawnAhead | null): Promise<Date | null> {
    const run = new PublishRun(this.#options.parts, this.worker, true, ahead);
    try {
      for (;;) {
        const sites = await this.#options.liveSites();
        const claim = await run.claim({ sites, limit: batchSize, of: 'all' });
        if (claim.outputs.length > 0) {
          this.#options.onWork();
          await ahead?.compare(this.#options.parts.options.database, claim.watermark);
          await run.stage(claim);
        } else if (!claim.goes_on) break;
      }
      if (run.isFailing) {
        if (await run.fail()) return null;
        throw new Error('the files of a release cannot be written');
      }
      return await run.commit('side by side');
    } catch (error) {
      await run.abandon();
      throw error;
    }
  }
}
