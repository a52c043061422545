import { setTimeout as pause } from 'node:timers/promises';
import type { SiteId } from '#domain/sites.ts';
import type { DrawingThread } from '#publish/draw/drawing-thread.ts';
import type { Faults } from './faults.ts';
import { asPublish } from '#publish/log.ts';
import { makeTurns } from '#domain/in-turn.ts';
import type { Claim, ClaimOptions, QueueClaims } from './queue-claims.ts';
import { PeopleFirst } from '#publish/draw/people-first.ts';
import { Round, type RoundParts } from './round.ts';

export type QueueRoundsOptions = {
  worker: string;
  parts: RoundParts;
  /** Sites that have a build to write to. */
  liveSites: () => Promise<SiteId[]>;
  /** Called when there is something to publish. */
  onWork: () => void;
  /** Called when a round is live and on record. */
  onRound: () => void;
  isStopped: () => boolean;
};

/** Outputs rendered between two claims: small enough that a change waits little, large enough to read in bulk. */
const batchSize = 150;
/** Enough for all that a change reaches that is not one of many outputs, so that one publisher puts all of it live. */
const fewBatchSize = 320;
/** With more to do than one batch, one lane renders while the database answers the other. */
const lanesOfThread = 2;
/** A round ends by then, whatever follows. */
const fewMilliseconds = 2000;
/** For so long a round of many outputs waits for changes that are still being received. */
const intakeMilliseconds = 30_000;
/** How often a round of many outputs goes on with what has changed since it was staged. */
const mostExtensions = 2;
/**
 * How often to ask whether another publisher has published what a person waits for, and for how long; and for how long a round of many
 * outputs lets people's changes pass before it claims more. Milliseconds.
 */
const patience = { askAgain: 20, atMost: 20_000, ofMany: 50 };

/** What the claims of a round have told. */
type Told = {
  watermark: number;
  goesOn: boolean;
  withOthers: number | null;
  oldest: number | null;
  bulkSites: string[];
};

/** Publishes what waits in the queue in rounds: what people wait for, few outputs, and many. */
export class QueueRounds {
  readonly #options: QueueRoundsOptions;
  readonly #claims: QueueClaims;
  readonly #faults: Faults;
  readonly #peopleFirst = new PeopleFirst();
  /** What people wait for: the run that was begun last, and the one after it. */
  #runForPeople: Promise<void> = Promise.resolve();
  #nextRunForPeople: Promise<void> | null = null;
  /** Rounds with outputs that people wait for. */
  readonly #forPeople = new Set<Promise<unknown>>();

  constructor(options: QueueRoundsOptions) {
    this.#options = options;
    this.#claims = options.parts.claims;
    this.#faults = options.parts.faults;
  }

  /** Rounds hold leases of their own: what one has claimed is not claimed again by another. */
  get workers(): { few: string; many: string; people: string } {
    const { worker } = this.#options;
    return { few: worker, many: `${worker} (many)`, people: `${worker} (for people)` };
  }

  /** Publishes until nothing is left that this publisher may claim. */
  async publishAll(): Promise<void> {
    const { few, many, people } = this.workers;
    await this.#claims.releaseUnsure(few);
    await this.#claims.releaseUnsure(many);
    await this.#claims.reportLate(people);
    const done = new Set<string>();
    for (;;) {
      const told = await this.#publishFew();
      if (!told) return;
      if (told.oldest !== null) continue;
      const site = told.bulkSites.find((each) => !done.has(each));
      if (site !== undefined) {
        const live = await this.#options.liveSites();
        const isDone = await this.#publishMany(live.filter((each) => each === site));
        if (isDone) done.add(site);
      } else if (!told.goesOn) return;
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

  /** Settles when nobody's round is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#runForPeople, this.#nextRunForPeople]);
  }

  async #waitForPeople(): Promise<void> {
    const { people } = this.workers;
    const until = performance.now() + patience.atMost;
    let newest: number | null = null;
    while (performance.now() < until) {
      await this.#claims.releaseUnsure(people);
      const told = await this.#peopleFirst.during(() => this.#publishRound(people, 'people'));
      if (!told) return;
      // The changes of people are received first, and numbered as they are received.
      if (!told.goesOn) newest ??= told.watermark;
      if (newest === null) continue;
      if (told.oldest !== null) {
        if (told.oldest > newest) return;
      } else if (this.#forPeople.size > 0) await Promise.allSettled(this.#forPeople);
      else if (told.withOthers !== null && told.withOthers <= newest) await pause(patience.askAgain);
      else return;
    }
  }

  async #publishFew(): Promise<Told | null> {
    return this.#publishRound(this.workers.few);
  }

  /** One round of few outputs. Null when there is no site to publish to. */
  #publishRound(worker: string, of?: 'people'): Promise<Told | null> {
    return asPublish(() => this.#publishFewOf(worker, of));
  }

  async #publishFewOf(worker: string, of?: 'people'): Promise<Told | null> {
    const round = new Round(this.#options.parts, worker);
    const until = performance.now() + fewMilliseconds;
    const { promise, resolve } = Promise.withResolvers<void>();
    let told: Told | null = null;
    let lanes = 1;
    const lane = async (open: OpenLane) => {
      for (;;) {
        const { sites, isTrial } = this.#faults.claimable(await this.#options.liveSites());
        if (sites.length === 0) return;
        const limit = isTrial ? 1 : fewBatchSize;
        // One output of whatever kind shows whether a site can be written to again.
        const wanted = of ?? (isTrial ? 'all' : undefined);
        const claim = await this.#claim(round, { sites, limit, ...(wanted === undefined ? {} : { of: wanted }) });
        told = toldBy(claim, told, isTrial);
        if (claim.outputs.length === 0) {
          if (isTrial) for (const site of sites) this.#faults.succeed(site);
          return;
        }
        if (claim.for_people) this.#forPeople.add(promise);
        const isFull = claim.outputs.length === limit;
        if (isFull && !isTrial && lanes < lanesOfThread) {
          lanes += 1;
          open(lane);
        }
        await round.stage(claim);
        const isAll = !isFull && !claim.few_go_on;
        if (isAll || isTrial || round.isFailing || performance.now() > until) return;
      }
    };
    try {
      await inLanes(lane);
      if (!round.isEmpty) {
        await round.commit();
        this.#options.onRound();
      }
      return told;
    } catch (error) {
      await round.abandon();
      throw error;
    } finally {
      resolve();
      this.#forPeople.delete(promise);
    }
  }

  /** One round of the changes of many outputs of a site. Answers whether nothing of them is left for this publisher. */
  async #publishMany([site]: readonly SiteId[]): Promise<boolean> {
    return site === undefined || asPublish(() => this.#publishManyOf(site));
  }

  async #publishManyOf(site: SiteId): Promise<boolean> {
    const round = new Round(this.#options.parts, this.workers.many, true);
    const { drawingThreads: threads } = this.#options.parts.options;
    const opened: DrawingThread[] = [];
    const threadFor = (claimed: number) => {
      if (threads && claimed >= threads.from && opened.length === 0) opened.push(threads.open(this.#peopleFirst));
      return opened[0] ?? null;
    };
    try {
      try {
        await inLanes(this.#manyLane(round, site, threadFor));
      } finally {
        for (const thread of opened) await thread.close();
      }
      if (round.isEmpty) {
        await this.#claims.release([round.worker]);
        return true;
      }
      if (this.#options.isStopped()) {
        await round.abandon();
        return true;
      }
      if (round.isFailing) return !(await round.fail());
      await round.commit();
      this.#options.onRound();
      return this.#options.isStopped();
    } catch (error) {
      await round.abandon();
      throw error;
    }
  }

  /** @param threadFor the thread that draws beside this one once so many outputs to draw were claimed; null before, and where there is none */
  #manyLane(round: Round, site: SiteId, threadFor: (claimed: number) => DrawingThread | null): Lane {
    const until = performance.now() + intakeMilliseconds;
    let toSeq: number | null = null;
    let after: Claim['after'] = null;
    let extensions = 0;
    let drawn = 0;
    /** The lanes that are claiming or staging, and the threads where they draw. */
    const lanes = new Map<symbol, DrawingThread | null>();
    const openLanes = (open: OpenLane, thread: DrawingThread | null) => {
      const opened = [...lanes.values()].filter((each) => each === thread).length;
      for (let missing = lanesOfThread - opened; missing > 0; missing -= 1) open((others) => lane(others, thread));
    };
    const openOthers = (open: OpenLane) => {
      openLanes(open, null);
      const thread = threadFor(drawn);
      if (thread) openLanes(open, thread);
    };
    /** Answers whether the lane goes on. */
    const step = async (open: OpenLane, own: symbol, thread: DrawingThread | null): Promise<boolean> => {
      const { sites, isTrial } = this.#faults.claimable([site]);
      if (sites.length === 0 || isTrial) return false;
      const isFromStart = after === null;
      const claim = await this.#claimManyInTurn(async () => {
        await this.#giveWay();
        return this.#claim(round, { sites, limit: batchSize, of: 'bulk', toSeq, after });
      });
      if (claim.sooner) await this.#publishFewBetween();
      if (toSeq === null && (!claim.goes_on || performance.now() > until)) toSeq = claim.watermark;
      const isFull = claim.outputs.length === batchSize;
      after = isFull ? claim.after : null;
      drawn += claim.outputs.filter(({ of_frame }) => !of_frame).length;
      if (isFull) openOthers(open);
      if (claim.outputs.length > 0) await round.stage(claim, thread);
      if (isFull || toSeq === null) return true;
      // Whether anything has changed is looked up among all that the round has, and others may still be staging: the last lane does it.
      lanes.delete(own);
      if (lanes.size > 0) return false;
      lanes.set(own, thread);
      if (claim.outputs.length > 0 || !isFromStart) return true;
      if (!claim.overtaken || extensions === mostExtensions) return false;
      extensions += 1;
      toSeq = claim.watermark;
      return true;
    };
    const lane = async (open: OpenLane, thread: DrawingThread | null): Promise<void> => {
      const own = Symbol('lane');
      lanes.set(own, thread);
      try {
        let goesOn = true;
        while (goesOn && !this.#options.isStopped() && !round.isFailing) goesOn = await step(open, own, thread);
      } finally {
        lanes.delete(own);
      }
    };
    return (open) => lane(open, null);
  }

  /** A claim holds the lock of the index, for which people's claims wait: lanes claim one after another. */
  readonly #claimManyInTurn = makeTurns();

  /** What people wait for comes first, within bounds: it may itself wait for what this round has staged, which its next claim tells. */
  async #giveWay(): Promise<void> {
    await Promise.race([this.#runForPeople.catch(() => {}), pause(patience.ofMany, undefined, { ref: false })]);
  }

  #fewBetween: Promise<unknown> | null = null;

  /** What comes before changes of many outputs does not wait for the end of their round. */
  #publishFewBetween(): Promise<unknown> {
    this.#fewBetween ??= this.#publishFew().finally(() => {
      this.#fewBetween = null;
    });
    return this.#fewBetween;
  }

  async #claim(round: Round, options: Omit<ClaimOptions, 'stagedBefore'>): Promise<Claim> {
    const claim = await round.claim(options);
    if (claim.outputs.length > 0) this.#options.onWork();
    return claim;
  }
}

function toldBy(claim: Claim, before: Told | null, isTrial: boolean): Told {
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
type Lane = (open: OpenLane) => Promise<void>;
/** Begins another lane beside those that are under way. */
type OpenLane = (lane: Lane) => void;

/** Runs a lane and those that it opens, and settles when all have ended. */
async function inLanes(first: Lane): Promise<void> {
  const lanes: Promise<void>[] = [];
  const open: OpenLane = (lane) => {
    const running = lane(open);
    // Waited for below.
    running.catch(() => {});
    lanes.push(running);
  };
  open(first);
  const results: PromiseSettledResult<void>[] = [];
  // Others are opened meanwhile.
  for (const lane of lanes) results.push(...(await Promise.allSettled([lane])));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
