import { setTimeout as pause } from 'node:timers/promises';
import type { SiteId } from '#domain/sites.ts';
import type { DrawingThread } from '#publish/draw/drawing-thread.ts';
import type { Faults } from './faults.ts';
import { asPublish } from '#publish/log.ts';
import { makeTurns } from '#domain/in-turn.ts';
import type { Claim, ClaimOptions, QueueClaims } from './queue-claims.ts';
import { PeopleFirst } from '#publish/draw/people-first.ts';
import { PublishRun, type RunParts } from './publish-run.ts';

export type QueueRunsOptions = {
  worker: string;
  parts: RunParts;
  /** Sites that have a build to write to. */
  liveSites: () => Promise<SiteId[]>;
  /** Called when there is something to publish. */
  onWork: () => void;
  /** Called when a run is live and on record. */
  onRun: () => void;
  isStopped: () => boolean;
};

/** Outputs rendered between two claims: small enough that a change waits little, large enough to read in bulk. */
const bulkBatchSize = 150;
/** Enough for all that a change reaches that is not one of many outputs, so that one publisher puts all of it live. */
const smallBatchSize = 320;
/** With more to do than one batch, one worker renders while the database answers the other. */
const workersPerThread = 2;
/** A run ends by then, whatever follows. */
const smallRunMilliseconds = 2000;
/** For so long a run of many outputs waits for changes that are still being received. */
const intakeMilliseconds = 30_000;
/** How often a run of many outputs goes on with what has changed since it was staged. */
const maxExtensions = 2;
/**
 * How often to ask whether another publisher has published what a person waits for, and for how long; and for how long a run of many
 * outputs lets people's changes pass before it claims more. Milliseconds.
 */
const waitMilliseconds = { poll: 20, max: 20_000, bulk: 50 };

/** What the claims of a run have told. */
type ClaimSummary = {
  watermark: number;
  goesOn: boolean;
  withOthers: number | null;
  oldest: number | null;
  bulkSites: string[];
};

/** Publishes what waits in the queue in runs: what people wait for, few outputs, and many. */
export class QueueRuns {
  readonly #options: QueueRunsOptions;
  readonly #claims: QueueClaims;
  readonly #faults: Faults;
  readonly #peopleFirst = new PeopleFirst();
  /** What people wait for: the run that was begun last, and the one after it. */
  #runForPeople: Promise<void> = Promise.resolve();
  #nextRunForPeople: Promise<void> | null = null;
  /** Runs with outputs that people wait for. */
  readonly #forPeople = new Set<Promise<unknown>>();

  constructor(options: QueueRunsOptions) {
    this.#options = options;
    this.#claims = options.parts.claims;
    this.#faults = options.parts.faults;
  }

  /** Runs hold leases of their own: what one has claimed is not claimed again by another. */
  get workers(): { small: string; bulk: string; people: string } {
    const { worker } = this.#options;
    return { small: worker, bulk: `${worker} (many)`, people: `${worker} (for people)` };
  }

  /** Publishes until nothing is left that this publisher may claim. */
  async publishAll(): Promise<void> {
    const { small, bulk, people } = this.workers;
    await this.#claims.releaseUnsure(small);
    await this.#claims.releaseUnsure(bulk);
    await this.#claims.reportLate(people);
    const done = new Set<string>();
    for (;;) {
      const summary = await this.#publishSmall();
      if (!summary) return;
      if (summary.oldest !== null) continue;
      const site = summary.bulkSites.find((each) => !done.has(each));
      if (site !== undefined) {
        const live = await this.#options.liveSites();
        const isDone = await this.#publishBulk(live.filter((each) => each === site));
        if (isDone) done.add(site);
      } else if (!summary.goesOn) return;
    }
  }

  /** See `Publisher.publishForPeople`. */
  publishForPeople(): Promise<void> {
    this.#nextRunForPeople ??= this.#runForPeople
      .catch(() => {})
      .then(() => {
        this.#nextRunForPeople = null;
        this.#runForPeople = this.#waitForPeople();
        return this.#runForPeople;
      });
    return this.#nextRunForPeople;
  }

  /** Settles when nobody's run is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#runForPeople, this.#nextRunForPeople]);
  }

  async #waitForPeople(): Promise<void> {
    const { people } = this.workers;
    const until = performance.now() + waitMilliseconds.max;
    let newest: number | null = null;
    while (performance.now() < until) {
      await this.#claims.releaseUnsure(people);
      const summary = await this.#peopleFirst.during(() => this.#publishRun(people, 'people'));
      if (!summary) return;
      // The changes of people are received first, and numbered as they are received.
      if (!summary.goesOn) newest ??= summary.watermark;
      if (newest === null) continue;
      if (summary.oldest !== null) {
        if (summary.oldest > newest) return;
      } else if (this.#forPeople.size > 0) await Promise.allSettled(this.#forPeople);
      else if (summary.withOthers !== null && summary.withOthers <= newest) await pause(waitMilliseconds.poll);
      else return;
    }
  }

  async #publishSmall(): Promise<ClaimSummary | null> {
    return this.#publishRun(this.workers.small);
  }

  /** One run of few outputs. Null when there is no site to publish to. */
  #publishRun(worker: string, of?: 'people'): Promise<ClaimSummary | null> {
    return asPublish(() => this.#runSmall(worker, of));
  }

  async #runSmall(name: string, of?: 'people'): Promise<ClaimSummary | null> {
    const run = new PublishRun(this.#options.parts, name);
    const until = performance.now() + smallRunMilliseconds;
    const { promise, resolve } = Promise.withResolvers<void>();
    let summary: ClaimSummary | null = null;
    let workerCount = 1;
    const worker = async (start: StartWorker) => {
      for (;;) {
        const { sites, isTrial } = this.#faults.claimable(await this.#options.liveSites());
        if (sites.length === 0) return;
        const limit = isTrial ? 1 : smallBatchSize;
        // One output of whatever kind shows whether a site can be written to again.
        const wanted = of ?? (isTrial ? 'all' : undefined);
        const claim = await this.#claim(run, { sites, limit, ...(wanted === undefined ? {} : { of: wanted }) });
        summary = summarizeClaim(claim, summary, isTrial);
        if (claim.outputs.length === 0) {
          if (isTrial) for (const site of sites) this.#faults.succeed(site);
          return;
        }
        if (claim.for_people) this.#forPeople.add(promise);
        const isFull = claim.outputs.length === limit;
        if (isFull && !isTrial && workerCount < workersPerThread) {
          workerCount += 1;
          start(worker);
        }
        await run.stage(claim);
        const isAll = !isFull && !claim.few_go_on;
        if (isAll || isTrial || run.isFailing || performance.now() > until) return;
      }
    };
    try {
      await runWorkers(worker);
      if (!run.isEmpty) {
        await run.commit();
        this.#options.onRun();
      }
      return summary;
    } catch (error) {
      await run.abandon();
      throw error;
    } finally {
      resolve();
      this.#forPeople.delete(promise);
    }
  }

  /** One run of the changes of many outputs of a site. Answers whether nothing of them is left for this publisher. */
  async #publishBulk([site]: readonly SiteId[]): Promise<boolean> {
    return site === undefined || asPublish(() => this.#runBulk(site));
  }

  async #runBulk(site: SiteId): Promise<boolean> {
    const run = new PublishRun(this.#options.parts, this.workers.bulk, true);
    const { drawingThreads: threads } = this.#options.parts.options;
    const opened: DrawingThread[] = [];
    const threadFor = (claimed: number) => {
      if (threads && claimed >= threads.from && opened.length === 0) opened.push(threads.open(this.#peopleFirst));
      return opened[0] ?? null;
    };
    try {
      try {
        await runWorkers(this.#makeBulkWorker(run, site, threadFor));
      } finally {
        for (const thread of opened) await thread.close();
      }
      if (run.isEmpty) {
        await this.#claims.release([run.worker]);
        return true;
      }
      if (this.#options.isStopped()) {
        await run.abandon();
        return true;
      }
      if (run.isFailing) return !(await run.fail());
      await run.commit();
      this.#options.onRun();
      return this.#options.isStopped();
    } catch (error) {
      await run.abandon();
      throw error;
    }
  }

  /** @param threadFor the thread that draws beside this one once so many outputs to draw were claimed; null before, and where there is none */
  #makeBulkWorker(run: PublishRun, site: SiteId, threadFor: (claimed: number) => DrawingThread | null): Worker {
    const until = performance.now() + intakeMilliseconds;
    let toSeq: number | null = null;
    let after: Claim['after'] = null;
    let extensions = 0;
    let drawn = 0;
    /** The workers that are claiming or staging, and the threads where they draw. */
    const workers = new Map<symbol, DrawingThread | null>();
    const startWorkers = (start: StartWorker, thread: DrawingThread | null) => {
      const opened = [...workers.values()].filter((each) => each === thread).length;
      for (let missing = workersPerThread - opened; missing > 0; missing -= 1)
        start((others) => worker(others, thread));
    };
    const startOthers = (start: StartWorker) => {
      startWorkers(start, null);
      const thread = threadFor(drawn);
      if (thread) startWorkers(start, thread);
    };
    /** Answers whether the worker goes on. */
    const step = async (start: StartWorker, own: symbol, thread: DrawingThread | null): Promise<boolean> => {
      const { sites, isTrial } = this.#faults.claimable([site]);
      if (sites.length === 0 || isTrial) return false;
      const turn = await this.#claimBulkInTurn(async () => {
        await this.#giveWay();
        // Nothing is left but what has changed meanwhile: whoever is staging last looks for that.
        if (toSeq !== null && after === null && workers.size > 1) {
          workers.delete(own);
          return null;
        }
        const isFromStart = after === null;
        const claimed = await this.#claim(run, { sites, limit: bulkBatchSize, of: 'bulk', toSeq, after });
        if (toSeq === null && (!claimed.goes_on || performance.now() > until)) toSeq = claimed.watermark;
        const isFull = claimed.outputs.length === bulkBatchSize;
        after = isFull ? claimed.after : null;
        return { claim: claimed, isFromStart, isFull };
      });
      if (!turn) return false;
      const { claim, isFromStart, isFull } = turn;
      if (claim.sooner) await this.#publishSmallBetween();
      drawn += claim.outputs.filter(({ of_frame }) => !of_frame).length;
      if (isFull) startOthers(start);
      if (claim.outputs.length > 0) await run.stage(claim, thread);
      if (isFull || toSeq === null) return true;
      // Whether anything has changed is looked up among all that the run has, and others may still be staging: the last worker does it.
      workers.delete(own);
      if (workers.size > 0) return false;
      workers.set(own, thread);
      if (claim.outputs.length > 0 || !isFromStart) return true;
      if (!claim.overtaken || extensions === maxExtensions) return false;
      extensions += 1;
      toSeq = claim.watermark;
      return true;
    };
    const worker = async (start: StartWorker, thread: DrawingThread | null): Promise<void> => {
      const own = Symbol('worker');
      workers.set(own, thread);
      try {
        let goesOn = true;
        while (goesOn && !this.#options.isStopped() && !run.isFailing) goesOn = await step(start, own, thread);
      } finally {
        workers.delete(own);
      }
    };
    return (start) => worker(start, null);
  }

  /** A claim holds the lock of the index, for which people's claims wait: workers claim one after another. */
  readonly #claimBulkInTurn = makeTurns();

  /** What people wait for comes first, within bounds: it may itself wait for what this run has staged, which its next claim tells. */
  async #giveWay(): Promise<void> {
    await Promise.race([this.#runForPeople.catch(() => {}), pause(waitMilliseconds.bulk, undefined, { ref: false })]);
  }

  #smallBetween: Promise<unknown> | null = null;

  /** What comes before changes of many outputs does not wait for the end of their run. */
  #publishSmallBetween(): Promise<unknown> {
    this.#smallBetween ??= this.#publishSmall().finally(() => {
      this.#smallBetween = null;
    });
    return this.#smallBetween;
  }

  async #claim(run: PublishRun, options: Omit<ClaimOptions, 'stagedBefore'>): Promise<Claim> {
    const claim = await run.claim(options);
    if (claim.outputs.length > 0) this.#options.onWork();
    return claim;
  }
}

function summarizeClaim(claim: Claim, before: ClaimSummary | null, isTrial: boolean): ClaimSummary {
  const seqs = claim.outputs.map(({ seq }) => seq);
  if (before && before.oldest !== null) seqs.push(before.oldest);
  return {
    watermark: claim.watermark,
    goesOn: claim.goes_on || isTrial,
    withOthers: claim.with_others,
    oldest: seqs.length > 0 ? Math.min(...seqs) : null,
    bulkSites: claim.bulk_sites,
  };
}

/** Claims and stages until nothing is left for it. */
type Worker = (start: StartWorker) => Promise<void>;
/** Begins another worker beside those that are under way. */
type StartWorker = (worker: Worker) => void;

/** Runs a worker and those that it opens, and settles when all have ended. */
async function runWorkers(first: Worker): Promise<void> {
  const workers: Promise<void>[] = [];
  const start: StartWorker = (worker) => {
    const running = worker(start);
    // Waited for below.
    running.catch(() => {});
    workers.push(running);
  };
  start(first);
  const results: PromiseSettledResult<void>[] = [];
  // Others are opened meanwhile.
  for (const worker of workers) results.push(...(await Promise.allSettled([worker])));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
