import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { SiteId } from '#domain/sites.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { type LiveCommit, addressesLeft, commitStaged } from '#publish/commit/commit-staged.ts';
import type { DrawingThread } from '#publish/draw/drawing-thread.ts';
import type { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import type { Faults } from './faults.ts';
import type { LostLease, LostLeases } from '#publish/commit/lost-leases.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { ClaimedBatch, OutputPublisher, OutputPublisherOptions, PublishedBatch } from './publish-outputs.ts';
import {
  type Deferral,
  type PublishedOutput,
  type ReceiptItem,
  type ReportedItem,
  isDifferent,
  unexpected,
} from '#publish/commit/published-output.ts';
import { type Claim, type ClaimOptions, type QueueClaims, leaseSeconds } from './queue-claims.ts';
import type { LiveFile, PreparedPurge, Purger } from '#publish/purge/purger.ts';
import {
  type ReceiptDraft,
  type Report,
  toOutputKey,
  outputName,
  makeReceipt,
  writeNote,
} from '#publish/commit/report.ts';
import { type Span, beginSpan, traced } from '#publish/trace.ts';
import { retainedBuilds } from '#publish/targets/build-name.ts';
import {
  type LiveWriter,
  type Mark,
  type NextBuild,
  type Priority,
  type StagedFile,
  type WriteLease,
  isSupersededError,
} from '#publish/targets/target.ts';

/** What runs are made with. */
export type RunParts = {
  options: OutputPublisherOptions & {
    /** Tells the caches in front; null where there are none. */
    purger?: Pick<Purger, 'prepare' | 'note'> | null | undefined;
  };
  outputs: OutputPublisher;
  faults: Faults;
  /** The name that receipts have. */
  worker: string;
  claims: QueueClaims;
  lost: LostLeases;
  /** Told of each receipt that is stored. */
  onRecorded: (publish: RecordedPublish) => Promise<void>;
};

/** A receipt of a batch. */
export type RecordedPublish = {
  id: number;
  site: SiteId;
  claim: Claim;
  startedAt: Date;
  outputs: readonly ClaimedOutput[];
  items: readonly ReceiptItem[];
  /** From the first file of the run that was put live to the last. */
  switchMilliseconds: number | null;
  /** What caches were told of the site's files. */
  purgeId: number | null;
};

type StagedSite = PublishedBatch & { writer: LiveWriter | null };
type StagedBatch = { claim: Claim; startedAt: Date; sites: Map<SiteId, StagedSite> };

/** For so long nobody takes outputs whose files are being put live. */
const switchSeconds = leaseSeconds;
/** So much sooner than a lease ends nothing is begun under it, and other places refuse what is sent under it. */
const marginSeconds = 3;
/** How often a lease is extended while many files are sent somewhere. */
const extendMilliseconds = 15_000;

/** Batches of a run that are reported side by side. */
const reportConcurrency = 2;

/** Why what was staged is not live where nothing has failed: it is told where that goes on. */
const otherBuild = 'Another build becomes live whenever files are put in place';
const tooSlow = `Files are not ready within the ${leaseSeconds} seconds of a lease`;
const goneReason = (error: Error) =>
  `What is staged is gone before it is live: another publisher of this name, or a program that tidies, may remove it (${error.message})`;

/** A change that no output is stale for: one that is completed with it stays so. */
const neverSeq = -1;

/** An editor's receipt waits so long for what visitors see. */
const seenMilliseconds = 1000;

/** How files of a site became live. */
type Switched = { milliseconds: number | null; purgeId: number | null; settle: () => Promise<void> };
const nothing: Switched = { milliseconds: null, purgeId: null, settle: async () => {} };

const takenAnswer = z.array(outputName.omit({ site: true })).nullable();

/**
 * Batches that become live together: their files are staged one batch after another, and put into place at once. Until then
 * nothing of them is seen.
 */
export class PublishRun {
  readonly #parts: RunParts;
  readonly worker: string;
  #batches: StagedBatch[] = [];
  /** In which batch an output was staged last. */
  readonly #lastOf = new Map<string, StagedBatch>();
  /** The ends of leases of batches that are being staged, and of those that are. */
  readonly #unstaged = new Set<string>();
  readonly #stagedUntil = new Set<string>();
  #isFailing = false;
  /** By site, opened before the first claim: whoever takes a lease over finds what is staged there. */
  readonly #writers = new Map<SiteId, Promise<LiveWriter>>();
  /** When the first of its leases began, by the clocks of the places of each site, and by those of this machine. */
  readonly #begun = new Map<SiteId, readonly number[]>();
  #leasedAt: { monotonic: number; clock: number } | null = null;
  /** The smallest number of its leases. */
  #number = Number.POSITIVE_INFINITY;
  /** Sites of which this run has made a build. */
  readonly #switched = new Set<SiteId>();

  /** Sites of which nothing that was staged is live, though nothing of it has failed, and why. */
  readonly #interrupted = new Map<SiteId, string>();

  readonly #isLong: boolean;
  /** From the first claim to the receipts. */
  #span: Span | null = null;
  readonly #requests = new Set<string>();

  readonly #ahead: DrawnAhead | null;

  /**
   * @param isLong whether it outlasts a lease: the database knows of it, and others may take what has changed since it was staged
   * @param ahead files that were drawn before
   */
  constructor(parts: RunParts, worker: string, isLong = false, ahead: DrawnAhead | null = null) {
    this.#ahead = ahead;
    this.#parts = parts;
    this.worker = worker;
    this.#isLong = isLong;
  }

  get #priority(): Priority {
    return this.#isLong ? 'later' : 'now';
  }

  /** Whether no file of a site can be written. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** The end of the last lease whose outputs are staged, as those of all earlier ones. */
  get stagedBefore(): string | null {
    if (!this.#isLong) return null;
    const [first] = [...this.#unstaged].toSorted();
    const staged = [...this.#stagedUntil].filter((end) => first === undefined || end < first).toSorted();
    return staged.at(-1) ?? null;
  }

  /** Claims outputs, which belong to this run and are to be staged, if there are any. */
  async claim(options: Omit<ClaimOptions, 'stagedBefore' | 'lostAfter'>): Promise<Claim> {
    const { claims, lost } = this.#parts;
    await this.#open(options.sites);
    const claim = await claims.claim(this.worker, {
      ...options,
      stagedBefore: this.stagedBefore,
      lostAfter: lost.after,
    });
    if (claim.outputs.length > 0) this.#begin(claim);
    // Before anything is read or staged.
    const outputs = await this.#settleLost(claim.lost, claim.outputs);
    return { ...claim, outputs };
  }

  /** Those of some claimed outputs that are this run's, once what others have lost is revoked. */
  async #settleLost<O extends Claim['outputs'][number]>(
    lost: readonly LostLease[],
    outputs: readonly O[],
  ): Promise<O[]> {
    if (lost.some(({ worker, number }) => worker === this.worker && number > this.#number)) {
      throw new Error('Leases of this round are lost: others publish its outputs');
    }
    const passed = await this.#parts.lost.settle(lost, this.worker);
    return outputs.filter((output) => {
      const named = outputName.safeParse(output);
      return !named.success || passed.get(toOutputKey(named.data)) !== output.lease;
    });
  }

  /** What cannot be opened is told when something of the site is to be staged. */
  async #open(sites: readonly SiteId[]): Promise<void> {
    this.#leasedAt ??= { monotonic: performance.now(), clock: Date.now() };
    for (const site of sites) {
      const opening = this.#writers.get(site) ?? this.#parts.outputs.open(site, this.worker);
      this.#writers.set(site, opening);
      const writer = await opening.catch(() => null);
      if (writer && !this.#begun.has(site)) this.#begun.set(site, writer.moments());
    }
  }

  /** Whether its leases hold, as far as this machine can tell: a clock may be set, and one may stand still while the machine sleeps. */
  get #isLeased(): boolean {
    if (this.#isLong || !this.#leasedAt) return true;
    const { monotonic, clock } = this.#leasedAt;
    const elapsed = Math.max(performance.now() - monotonic, Date.now() - clock);
    return elapsed < (leaseSeconds - marginSeconds) * 1000;
  }

  #begin({ lease_until, requests, outputs }: Claim): void {
    this.#unstaged.add(lease_until);
    for (const request of requests) this.#requests.add(request);
    this.#number = Math.min(this.#number, ...outputs.map(({ lease }) => lease));
    this.#span ??= beginSpan('publish', { worker: this.worker, bulk: this.#isLong }, { of: requests });
  }

  /** @param thread where it is drawn; in this thread without one */
  stage(claim: Claim, thread: DrawingThread | null = null): Promise<void> {
    const draw = () => traced('draw batch', { outputs: claim.outputs.length }, () => this.#stage(claim, thread));
    return this.#span ? this.#span.within(draw) : draw();
  }

  #batchOf({ at, watermark, for_people: forPeople }: Claim): Omit<ClaimedBatch, 'site' | 'outputs' | 'writer'> {
    const { lost } = this.#parts;
    const common = {
      worker: this.worker,
      leaseSeconds,
      watermark,
      forPeople,
      priority: this.#priority,
      ahead: this.#ahead,
    };
    return { ...common, lost, at: new Date(at).toISOString() };
  }

  async #stage(claim: Claim, thread: DrawingThread | null): Promise<void> {
    const startedAt = new Date();
    const batch: StagedBatch = { claim, startedAt, sites: new Map() };
    const outputs = await this.#parts.faults.known(this.worker, claim.outputs);
    for (const [site, ofSite] of Map.groupBy(outputs, (output) => output.site)) {
      const staged = await this.#stageSite({ ...this.#batchOf(claim), site, outputs: ofSite }, thread);
      batch.sites.set(site, staged);
      if (staged.deferred.some(({ isOfTarget }) => isOfTarget)) this.#isFailing = true;
    }
    await this.#supersede(batch);
    this.#batches.push(batch);
    this.#unstaged.delete(claim.lease_until);
    this.#stagedUntil.add(claim.lease_until);
  }

  /**
   * Puts everything that is staged live, and reports it.
   *
   * @param order of the sites
   * @returns when the last file was live
   */
  async commit(order: 'in turn' | 'side by side' = 'in turn'): Promise<Date> {
    const span = this.#span ?? beginSpan('publish', { worker: this.worker, bulk: this.#isLong });
    try {
      const liveAt = await span.within(() => this.#commit(order));
      span.end();
      return liveAt;
    } catch (error) {
      span.end(error);
      throw error;
    } finally {
      this.#span = null;
    }
  }

  async #commit(order: 'in turn' | 'side by side'): Promise<Date> {
    const batches = this.#batches;
    const sites = [...new Set(batches.flatMap((batch) => [...batch.sites.keys()]))];
    const switched = new Map<SiteId, Switched>();
    const put = (site: SiteId) => traced('put', { site }, async () => switched.set(site, await this.#switch(site)));
    if (order === 'side by side') await allEnded(sites.map(put));
    // In one order, since a run keeps the redirects of a site until all are live.
    else for (const site of sites.toSorted()) await put(site);
    const liveAt = new Date();
    // One is written down while the next one is told.
    const untold = batches.values();
    const report = async () => {
      for (const batch of untold) await this.#report(batch, switched);
    };
    // What is live is told, whatever becomes of another batch.
    await allEnded(Array.from({ length: reportConcurrency }, report));
    for (const { settle } of switched.values()) await settle();
    this.#tellInterrupted();
    this.#batches = [];
    for (const site of this.#switched) await this.#parts.options.targets[site].prune(retainedBuilds);
    if (!this.#isLong) return liveAt;
    await callFunction(this.#parts.options.database, 'publish_end_round', z.unknown(), { p_worker: this.worker });
    return liveAt;
  }

  /** Drops everything that is staged, and gives the outputs back. */
  async abandon(): Promise<void> {
    const batches = this.#batches;
    this.#batches = [];
    this.#span?.end(new Error('Its outputs are claimed again'));
    this.#span = null;
    await this.#parts.claims.releaseAnyway(this.worker);
    for (const batch of batches) for (const site of batch.sites.values()) await discard(site);
  }

  /**
   * Gives back what cannot be published for now, with its reasons; the rest is as before, and nothing of it is live.
   *
   * @returns whether all of it may be begun anew at once
   */
  async fail(): Promise<boolean> {
    for (const { sites } of this.#batches) {
      for (const [site, { deferred }] of sites) {
        const { deferrals } = this.#parts.faults.settle(site, { published: [], deferred, untouched: [] });
        await this.#parts.faults.giveBack(this.worker, deferrals);
      }
    }
    this.#tellInterrupted();
    const sites = this.#batches.flatMap((batch) => [...batch.sites.keys()]);
    await this.abandon();
    return sites.every((site) => !this.#parts.faults.isResting(site));
  }

  /** After the results of its batches: what was written of a site shows that its place works. */
  #tellInterrupted(): void {
    for (const [site, reason] of this.#interrupted) this.#parts.faults.interrupt(site, reason);
    this.#interrupted.clear();
  }

  async #stageSite(batch: Omit<ClaimedBatch, 'writer'>, thread: DrawingThread | null): Promise<StagedSite> {
    try {
      const writer = await (this.#writers.get(batch.site) ?? this.#parts.outputs.open(batch.site, this.worker));
      return await this.#parts.outputs.stage({ ...batch, writer }, thread);
    } catch (error) {
      if (isSupersededError(error)) {
        // Nothing of it can become live: it is given back, and begun anew.
        this.#isFailing = true;
        this.#interrupted.set(batch.site, goneReason(error));
        this.#parts.outputs.reopen(batch.site);
        return { published: [], deferred: [], untouched: [...batch.outputs], writer: null };
      }
      this.#isFailing = true;
      return { ...this.#ofFault(batch.site, batch.outputs, error), writer: null };
    }
  }

  /** Whatever goes wrong in a site, the database being away excepted, concerns it alone. */
  #ofFault(site: SiteId, outputs: readonly ClaimedOutput[], error: unknown): PublishedBatch {
    if (error instanceof DatabaseUnavailable && !error.isOfContent) throw error;
    this.#parts.faults.fail(site, describeError(error));
    // One that fails by itself must not be in the way of the others.
    const [only] = outputs.length === 1 ? outputs : [];
    return only
      ? { published: [], deferred: [unexpected(only, error)], untouched: [] }
      : { published: [], deferred: [], untouched: [...outputs] };
  }

  /** What has changed since it was staged is staged again: the later version counts. */
  async #supersede(batch: StagedBatch): Promise<void> {
    for (const [site, staged] of batch.sites) {
      const outputs = [...staged.published, ...staged.deferred].map(({ output }) => output).concat(staged.untouched);
      for (const output of outputs) {
        const key = toOutputKey(output);
        const before = this.#lastOf.get(key)?.sites.get(site);
        if (before) await drop(before, (one) => toOutputKey(one) === key);
        this.#lastOf.set(key, batch);
      }
    }
  }

  async #claimRedirects(site: SiteId): Promise<ClaimedOutput | null> {
    const { claims, lost } = this.#parts;
    const claim = await claims.claimRedirects(this.worker, site, lost.after);
    const [output] = await this.#settleLost(claim.lost, claim.output ? [claim.output] : []);
    return output ?? null;
  }

  /**
   * Where addresses are left, the redirects go live in the same switch, whoever else was to publish them: a file that goes before its
   * redirect is there leaves an address that nothing answers. Answers what was left.
   */
  async #joinRedirects(site: SiteId): Promise<string[]> {
    const batches = this.#batches.filter(({ sites }) => sites.get(site)?.writer);
    const left = addressesLeft(batches.flatMap(({ sites }) => sites.get(site)?.published ?? []));
    const last = batches.at(-1);
    if (left.length === 0 || !last) return [];
    const output = await this.#claimRedirects(site);
    if (!output) return [];
    const batch = { ...this.#batchOf(last.claim), site, outputs: [output], left };
    const joined = await this.#stageSite(batch, null);
    await this.#supersede({ ...last, sites: new Map([[site, joined]]) });
    this.#lastOf.set(toOutputKey(output), last);
    const staged = last.sites.get(site);
    staged?.published.push(...joined.published);
    staged?.deferred.push(...joined.deferred);
    staged?.untouched.push(...joined.untouched);
    return left;
  }

  /** Puts the files of one site live. */
  async #switch(site: SiteId): Promise<Switched> {
    const { options, outputs } = this.#parts;
    const staged = this.#batches.flatMap(({ sites }) => sites.get(site) ?? []);
    const writer = staged.find((each) => each.writer)?.writer ?? null;
    let next: NextBuild | null = null;
    try {
      const left = await this.#joinRedirects(site);
      // Whatever takes long comes before nobody else takes the outputs.
      if (this.#isLong && writer) next = await writer.prepare(listFiles(staged));
      const taken = await this.#taken(site);
      if (taken && taken.size > 0) {
        for (const each of staged) await drop(each, (output) => taken.has(toOutputKey(output)));
      }
      const current = await options.targets[site].currentBuild();
      const isSame = staged.every((each) => !each.writer || each.writer.build === current);
      // What was staged for another build is rendered for the one that is live now.
      if (!taken || !isSame || !writer || !this.#isLeased) {
        for (const each of staged) await giveBack(each);
        if (!isSame) this.#interrupted.set(site, otherBuild);
        else if (!this.#isLeased) this.#interrupted.set(site, tooSlow);
        return nothing;
      }
      const remover = { calls: options.database, worker: this.worker, leaseSeconds };
      const published = staged.flatMap((each) => each.published);
      const purge = await this.#preparePurge(site, published);
      await options.targets[site].note(makeMark(this.#batches));
      const commit: LiveCommit = (files, removals, removed) =>
        this.#extended(site, { writer, taken }, (moments) => {
          const lease = { ...this.#leaseOf(site, removed), moments };
          return next ? next.commit(files, removals, lease) : writer.commit(files, removals, this.#priority, lease);
        });
      const result = await commitStaged(remover, site, commit, published);
      const { milliseconds, build, isSuperseded, instead, superseded, settle } = result;
      if (isSuperseded) {
        for (const each of staged) await giveBack(each);
        this.#interrupted.set(site, otherBuild);
        outputs.reopen(site);
        return nothing;
      }
      if (build !== null) {
        await this.#switchedTo(site, writer.build, build);
        await next?.settle();
      }
      for (const error of superseded.values()) this.#interrupted.set(site, goneReason(error));
      if (superseded.size > 0) outputs.reopen(site);
      for (const each of staged) {
        each.untouched.push(...each.published.flatMap((one) => (superseded.has(one) ? [one.output] : [])));
        const results = each.published.filter((one) => !superseded.has(one)).map((one) => instead.get(one) ?? one);
        each.published = results.flatMap((one) => ('completion' in one ? [one] : []));
        each.deferred.push(...results.flatMap((one) => ('failure' in one ? [one] : [])));
        if (each.deferred.some(({ isOfTarget }) => isOfTarget)) outputs.reopen(site);
      }
      leaveStaleWhereKept(left, staged);
      await this.#purge(purge, staged);
      return { milliseconds, purgeId: purge?.id ?? null, settle };
    } catch (error) {
      for (const each of staged) {
        const all = [...each.published.map(({ output }) => output), ...each.untouched];
        await discard(each);
        const { deferred, untouched } = this.#ofFault(site, all, error);
        Object.assign(each, { published: [], deferred: [...each.deferred, ...deferred], untouched });
      }
      outputs.reopen(site);
      return nothing;
    } finally {
      await next?.discard();
    }
  }

  /** What is noted of the files of a site until they are reported, and under which leases they are put in place. */
  #leaseOf(site: SiteId, removed: ReadonlyMap<PublishedOutput, ReceiptItem>): Omit<WriteLease, 'moments'> {
    const noted = this.#batches.flatMap(({ claim, startedAt, sites }) => {
      const published = sites.get(site)?.published ?? [];
      if (published.length === 0) return [];
      const reported = published.flatMap((one) =>
        [...one.items, ...[removed.get(one) ?? []].flat()].map((item) => ({ output: one.output, item })),
      );
      const outputs = published.map(({ output }) => output);
      const receipt = this.#receiptOf(site, { claim, startedAt, outputs, reported, milliseconds: null });
      return [
        {
          watermark: claim.watermark,
          outputs: published.map(({ completion }) => completion),
          receipts: reported.length > 0 ? [receipt] : [],
        },
      ];
    });
    return {
      worker: this.worker,
      number: this.#number,
      seconds: leaseSeconds - marginSeconds,
      note: writeNote(this.worker, noted),
    };
  }

  /** Commits, and keeps the leases of a run of many outputs for as long as that takes. */
  async #extended<T>(
    site: SiteId,
    { writer, taken }: { writer: LiveWriter; taken: ReadonlySet<string> },
    commit: (moments: () => readonly number[]) => Promise<T>,
  ): Promise<T> {
    let moments = this.#begun.get(site) ?? [];
    if (!this.#isLong || moments.length === 0) return commit(() => moments);
    const extend = async () => {
      const begun = writer.moments();
      const now = await this.#taken(site);
      // What was taken before is not among what is sent.
      if (now && now.size === taken.size) moments = begun;
    };
    await extend();
    // Without an answer the leases end when they do.
    const timer = setInterval(() => void extend().catch(() => {}), extendMilliseconds);
    try {
      return await commit(() => moments);
    } finally {
      clearInterval(timer);
    }
  }

  /** Tells of a build that a run has made, so that nobody takes it for one that nothing is known of. */
  async #switchedTo(site: SiteId, before: string, build: string): Promise<void> {
    const { database } = this.#parts.options;
    await callFunction(database, 'publish_switched', z.unknown(), { p_site: site, p_before: before, p_name: build });
    this.#switched.add(site);
  }

  /** The outputs that others have taken since they were staged, which nobody does from now on; null when the site is built anew. */
  async #taken(site: SiteId): Promise<ReadonlySet<string> | null> {
    if (!this.#isLong) return new Set();
    const { database } = this.#parts.options;
    const taken = await callFunction(database, 'publish_switch', takenAnswer, {
      p_worker: this.worker,
      p_site: site,
      p_seconds: switchSeconds,
    });
    return taken && new Set(taken.map((output) => toOutputKey({ ...output, site })));
  }

  /** Whatever may change is queued before it does. */
  async #preparePurge(site: SiteId, published: readonly PublishedOutput[]): Promise<PreparedPurge | null> {
    const { purger } = this.#parts.options;
    if (!purger) return null;
    const files = published.flatMap(({ output, items, completion }) => {
      const changed = filesIn(items, completion);
      const hasMoved = output.path !== null && !('path' in completion && completion.path === output.path);
      return hasMoved && !('failure' in completion) ? [...changed, { path: output.path ?? '', hash: null }] : changed;
    });
    return files.length === 0 ? null : purger.prepare(site, files, [...this.#requests]);
  }

  /** Tells the caches of what is live; of people's changes it waits a moment until visitors see them. */
  async #purge(purge: PreparedPurge | null, staged: readonly StagedSite[]): Promise<void> {
    if (!purge) return;
    const published = staged.flatMap((each) => each.published);
    const files = published.flatMap(({ items, completion }) => filesIn(items, completion));
    const isForPeople = this.#batches.some(({ claim }) => claim.for_people);
    const seen = await purge.arm(files, isForPeople ? seenMilliseconds : 0);
    // The disk has them: what counts is what visitors see, and the purge goes on looking for that.
    for (const item of published.flatMap(({ items }) => items)) {
      if (isDifferent(item.change)) item.seen_live_at = seen.get(item.path) ?? null;
    }
  }

  async #report(batch: StagedBatch, switched: ReadonlyMap<SiteId, Switched>): Promise<void> {
    const { claims, faults, onRecorded } = this.#parts;
    const { claim, startedAt, sites } = batch;
    const deferred: Deferral[] = [];
    const publishes: (Omit<RecordedPublish, 'id'> & { reported: ReportedItem[] })[] = [];
    for (const [site, staged] of sites) {
      const { deferrals, reported } = faults.settle(site, staged);
      deferred.push(...deferrals);
      // Nothing was done, or only what an earlier receipt has told.
      if (reported.length === 0 && staged.published.every((one) => one.items.length > 0)) continue;
      const outputs = [...staged.published, ...staged.deferred].map(({ output }) => output);
      const { milliseconds: switchMilliseconds, purgeId } = switched.get(site) ?? nothing;
      publishes.push({ site, claim, startedAt, outputs, items: [], reported, switchMilliseconds, purgeId });
    }
    const report: Report = {
      watermark: claim.watermark,
      outputs: [...sites.values()].flatMap((staged) => staged.published.map(({ completion }) => completion)),
      deferred,
      receipts: publishes.map(({ site, switchMilliseconds: milliseconds, outputs, reported }) =>
        this.#receiptOf(site, { claim, startedAt, outputs, reported, milliseconds }),
      ),
    };
    const send = async () => {
      const { receipts, lost } = await claims.report(this.worker, report);
      const isLost = new Set(lost.map(toOutputKey));
      const isKept = (output: ClaimedOutput) => !isLost.has(toOutputKey(output));
      for (const [index, { reported, ...publish }] of publishes.entries()) {
        const id = receipts[index] ?? null;
        if (id === null) continue;
        const items = reported.flatMap(({ output, item }) => (isKept(output) ? [item] : []));
        await onRecorded({ ...publish, id, outputs: publish.outputs.filter(isKept), items });
      }
    };
    try {
      await send();
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !error.isOfContent) claims.reportLater(this.worker, send);
      throw error;
    }
  }

  #receiptOf(
    site: SiteId,
    { claim, startedAt, outputs, reported, milliseconds }: Reported & { claim: Claim; startedAt: Date },
  ): ReceiptDraft {
    const { message_ids: messageIds } = claim;
    const { worker } = this.#parts;
    return makeReceipt({ site, worker, startedAt, messageIds, outputs, reported, switchMilliseconds: milliseconds });
  }
}

type Reported = { outputs: readonly ClaimedOutput[]; reported: readonly ReportedItem[]; milliseconds: number | null };

/** Waits for all, whatever becomes of one: what is under way is not given back. */
async function allEnded(tasks: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(tasks)) if (ended.status === 'rejected') throw ended.reason;
}

/** How far the log of which database their files may go. */
function makeMark(batches: readonly StagedBatch[]): Mark {
  const claims = batches.map(({ claim }) => claim);
  const seq = Math.max(...claims.map(({ watermark }) => watermark));
  return { database: claims.at(-1)?.database ?? '', seq };
}

function listFiles(staged: readonly StagedSite[]): StagedFile[] {
  return staged.flatMap(({ published }) => published.flatMap((one) => (one.staged ? [one.staged] : [])));
}

/** The public files among those of an output that are different now. */
function filesIn(items: readonly ReceiptItem[], completion: PublishedOutput['completion']): LiveFile[] {
  return items.flatMap(({ change, path }) => {
    if (!isDifferent(change) || !isPublicPath(path)) return [];
    const exists = 'path' in completion && completion.path === path && change !== 'removed';
    return [{ path, hash: exists ? completion.hash : null }];
  });
}

/** Whether visitors get the file: those of the publisher itself are answered to nobody. */
function isPublicPath(path: string): boolean {
  return path.startsWith('/') && !/\/[._]/.test(path);
}

/** Redirects that have an address as left whose file another output has kept are published once more. */
function leaveStaleWhereKept(left: readonly string[], staged: readonly StagedSite[]): void {
  const published = staged.flatMap((each) => each.published);
  const removed = new Set(
    published.flatMap(({ items }) => items.flatMap(({ change, path }) => (change === 'removed' ? [path] : []))),
  );
  if (left.every((address) => removed.has(address))) return;
  for (const { output, completion } of published) if (output.kind === 'redirects') completion.seq = neverSeq;
}

/** Drops what was staged of some outputs. */
async function drop(staged: StagedSite, isDropped: (output: ClaimedOutput) => boolean): Promise<void> {
  const dropped = staged.published.filter(({ output }) => isDropped(output));
  staged.published = staged.published.filter(({ output }) => !isDropped(output));
  staged.deferred = staged.deferred.filter(({ output }) => !isDropped(output));
  staged.untouched = staged.untouched.filter((output) => !isDropped(output));
  await staged.writer?.discard(dropped.flatMap((one) => (one.staged ? [one.staged] : [])));
}

/** Nothing of it becomes live: its outputs are claimed once more. */
async function giveBack(staged: StagedSite): Promise<void> {
  staged.untouched.push(...staged.published.map(({ output }) => output));
  await discard(staged);
  staged.published = [];
}

async function discard({ writer, published }: StagedSite): Promise<void> {
  await writer?.discard(published.flatMap((one) => (one.staged ? [one.staged] : [])));
}
