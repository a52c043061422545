import { setTimeout as pause } from 'node:timers/promises';
import type { SiteId } from '#domain/sites.ts';
import type { Faults } from './faults.ts';
import { asPublish } from '#publish/log.ts';
import { makeTurns } from '#domain/in-turn.ts';
import type { Claim, ClaimOptions, QueueClaims } from './queue-claims.ts';
import { PeopleFirst } from '#publish/draw/people-first.ts';
import { PublishRun } from './publish-run.ts';
import type { RunParts } from './run-parts.ts';
import { type StartWorker, runWorkers } from './run-workers.ts';
import { stageBulk } from './stage-bulk.ts';

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

/** Enough for all that a change reaches that is not one of many outputs, so that one publisher puts all of it live. */
const smallBatchSize = 320;
/** With more to do than one batch, one worker renders while the database answers the other. */
const workersPerThread = 2;
/** A run ends by then, whatever follows. */
const smallRunMilliseconds = 2000;
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
    try {
      await stageBulk({
        run,
        site,
        faults: this.#faults,
        claim: (options) => this.#claim(run, options),
        inTurn: (claim) =>
          this.#claimBulkInTurn(async () => {
            await this.#giveWay();
            return claim();
          }),
        publishSooner: () => this.#publishSmallBetween(),
        isStopped: this.#options.isStopped,
        threads: this.#options.parts.options.drawingThreads ?? null,
        peopleFirst: this.#peopleFirst,
      });
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
