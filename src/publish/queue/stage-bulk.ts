import type { SiteId } from '#domain/sites.ts';
import type { DrawingThread, DrawingThreads } from '#publish/draw/drawing-thread.ts';
import type { PeopleFirst } from '#publish/draw/people-first.ts';
import { type BulkProgress, bulkStart, nextProgress } from './bulk-progress.ts';
import type { Faults } from './faults.ts';
import type { PublishRun } from './publish-run.ts';
import type { Claim, ClaimOptions } from './queue-claims.ts';
import { type StartWorker, runWorkers } from './run-workers.ts';

/** Outputs drawn between two claims: small enough that a change waits little, large enough to read in bulk. */
const batchSize = 150;
/** With more to do than one batch, one worker draws while the database answers the other. */
const workersPerThread = 2;
/** For so long a run waits for changes that are still being received. */
const intakeMilliseconds = 30_000;

type BulkStagingOptions = {
  run: PublishRun;
  site: SiteId;
  faults: Faults;
  claim: (options: Omit<ClaimOptions, 'stagedBefore'>) => Promise<Claim>;
  /** Makes claims one after another: each holds the lock of the index, for which people's claims wait. */
  inTurn: <T>(claim: () => Promise<T>) => Promise<T>;
  /** Publishes what comes before changes of many outputs. */
  publishSooner: () => Promise<unknown>;
  isStopped: () => boolean;
  /** Null where all is drawn in this thread. */
  threads: DrawingThreads | null;
  peopleFirst: PeopleFirst;
};

/** Claims and stages the changes of many outputs of a site, by several workers, until nothing of them is left. */
export async function stageBulk(options: BulkStagingOptions): Promise<void> {
  await new BulkStaging(options).stageAll();
}

class BulkStaging {
  readonly #options: BulkStagingOptions;
  readonly #until = performance.now() + intakeMilliseconds;
  #progress: BulkProgress = bulkStart;
  /** Outputs that were claimed to be drawn. */
  #claimed = 0;
  /** The workers that are claiming or staging, and where each draws. */
  readonly #workers = new Map<symbol, DrawingThread | null>();
  #thread: DrawingThread | null = null;

  constructor(options: BulkStagingOptions) {
    this.#options = options;
  }

  async stageAll(): Promise<void> {
    try {
      await runWorkers((start) => this.#work(start, null));
    } finally {
      await this.#thread?.close();
    }
  }

  async #work(start: StartWorker, thread: DrawingThread | null): Promise<void> {
    const { run, isStopped } = this.#options;
    const own = Symbol('worker');
    this.#workers.set(own, thread);
    try {
      while (!isStopped() && !run.isFailing) {
        const claim = await this.#claimNext(own);
        if (!claim) return;
        if (claim.sooner) await this.#options.publishSooner();
        if (claim.isFull) this.#startOthers(start);
        if (claim.outputs.length > 0) await run.stage(claim, thread);
      }
    } finally {
      this.#workers.delete(own);
    }
  }

  /** Null where nothing is left for this worker. */
  async #claimNext(own: symbol): Promise<(Claim & { isFull: boolean }) | null> {
    const { site, faults, claim, inTurn } = this.#options;
    const { sites, isTrial } = faults.claimable([site]);
    if (sites.length === 0 || isTrial) return null;
    return inTurn(async () => {
      const progress = this.#progress;
      if (progress.phase === 'ended') return null;
      if (progress.phase === 'looking' && this.#workers.size > 1) {
        // Whoever stages last looks. It is known at once that this one does not.
        this.#workers.delete(own);
        return null;
      }
      const toSeq = progress.phase === 'receiving' ? null : progress.toSeq;
      const after = progress.phase === 'looking' ? null : progress.after;
      const claimed = await claim({ sites, limit: batchSize, of: 'bulk', toSeq, after });
      const isFull = claimed.outputs.length === batchSize;
      this.#claimed += claimed.outputs.filter(({ of_frame }) => !of_frame).length;
      const isLate = performance.now() > this.#until;
      this.#progress = nextProgress(progress, { claim: claimed, isFull, isLate, hasOthers: this.#workers.size > 1 });
      return { ...claimed, isFull };
    });
  }

  #startOthers(start: StartWorker): void {
    const { threads, peopleFirst } = this.#options;
    // It takes a while to begin.
    if (threads && this.#claimed >= threads.from) this.#thread ??= threads.open(peopleFirst);
    for (const thread of this.#thread ? [null, this.#thread] : [null]) {
      const working = [...this.#workers.values()].filter((each) => each === thread).length;
      for (let missing = workersPerThread - working; missing > 0; missing -= 1)
        start((others) => this.#work(others, thread));
    }
  }
}
