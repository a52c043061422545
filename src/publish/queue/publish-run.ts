import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { addressesLeft } from '#publish/commit/commit-staged.ts';
import type { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import { toOutputKey } from '#publish/commit/report.ts';
import type { DrawingThread } from '#publish/draw/drawing-thread.ts';
import { retainedBuilds } from '#publish/targets/build-name.ts';
import { isSupersededError } from '#publish/targets/target.ts';
import { type Span, beginSpan, traced } from '#publish/trace.ts';
import type { ClaimedBatch } from './publish-outputs.ts';
import { type Claim, type ClaimOptions, leaseSeconds } from './queue-claims.ts';
import { describeBatch } from './report-batch.ts';
import { RunLeases } from './run-leases.ts';
import type { RunParts } from './run-parts.ts';
import { type StagedBatch, type StagedSite, discard, drop } from './staged-batch.ts';
import { type Switched, goneReason, switchSite } from './switch-site.ts';

/** Batches of a run that are reported side by side. */
const reportConcurrency = 2;

/**
 * Batches that become live together: their files are staged one batch after another, and put into place at once. Until then
 * nothing of them is seen.
 */
export class PublishRun {
  readonly #parts: RunParts;
  readonly worker: string;
  readonly #leases: RunLeases;
  #batches: StagedBatch[] = [];
  /** In which batch an output was staged last. */
  readonly #lastOf = new Map<string, StagedBatch>();
  #isFailing = false;
  /** Sites of which nothing that was staged is live, though nothing of it has failed, and why. */
  readonly #interrupted = new Map<SiteId, string>();
  readonly #isLong: boolean;
  /** From the first claim to the receipts. */
  #span: Span | null = null;
  /** The requests of servers that its changes are of. */
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
    const { claims, lost, outputs } = parts;
    this.#leases = new RunLeases({ worker, isLong, claims, lost, outputs });
  }

  /** Whether no file of a site can be written. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** Claims outputs, which belong to this run and are to be staged, if there are any. */
  async claim(options: Omit<ClaimOptions, 'stagedBefore' | 'lostAfter'>): Promise<Claim> {
    const claim = await this.#leases.claim(options);
    for (const request of claim.requests) this.#requests.add(request);
    if (claim.outputs.length > 0)
      this.#span ??= beginSpan('publish', { worker: this.worker, bulk: this.#isLong }, { of: claim.requests });
    return claim;
  }

  /** @param thread where it is drawn; in this thread without one */
  stage(claim: Claim, thread: DrawingThread | null = null): Promise<void> {
    const draw = () => traced('draw batch', { outputs: claim.outputs.length }, () => this.#stage(claim, thread));
    return this.#span ? this.#span.within(draw) : draw();
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
    this.#reportInterrupted();
    const sites = this.#batches.flatMap((batch) => [...batch.sites.keys()]);
    await this.abandon();
    return sites.every((site) => !this.#parts.faults.isResting(site));
  }

  async #stage(claim: Claim, thread: DrawingThread | null): Promise<void> {
    const startedAt = new Date();
    const batch: StagedBatch = { claim, startedAt, sites: new Map() };
    const outputs = await this.#parts.faults.known(this.worker, claim.outputs);
    for (const [site, ofSite] of Map.groupBy(outputs, (output) => output.site)) {
      const staged = await this.#stageSite({ ...this.#describeBatch(claim), site, outputs: ofSite }, thread);
      batch.sites.set(site, staged);
      if (staged.deferred.some(({ isOfTarget }) => isOfTarget)) this.#isFailing = true;
    }
    await this.#supersede(batch);
    this.#batches.push(batch);
    this.#leases.noteStaged(claim);
  }

  #describeBatch({ at, watermark, for_people: forPeople }: Claim): Omit<ClaimedBatch, 'site' | 'outputs' | 'writer'> {
    return {
      worker: this.worker,
      leaseSeconds,
      at: new Date(at).toISOString(),
      watermark,
      forPeople,
      priority: this.#isLong ? 'later' : 'now',
      lost: this.#parts.lost,
      ahead: this.#ahead,
    };
  }

  async #stageSite(batch: Omit<ClaimedBatch, 'writer'>, thread: DrawingThread | null): Promise<StagedSite> {
    const { outputs, faults } = this.#parts;
    try {
      const writer = await this.#leases.openWriter(batch.site);
      return await outputs.stage({ ...batch, writer }, thread);
    } catch (error) {
      this.#isFailing = true;
      if (!isSupersededError(error)) return { ...faults.failAll(batch.site, batch.outputs, error), writer: null };
      // Nothing of it can become live: it is given back, and begun anew.
      this.#interrupted.set(batch.site, goneReason(error));
      outputs.writers.reopen(batch.site);
      return { published: [], deferred: [], untouched: [...batch.outputs], writer: null };
    }
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
    const unreported = batches.values();
    const report = async () => {
      for (const batch of unreported) await this.#report(batch, switched);
    };
    // What is live is told, whatever becomes of another batch.
    await allEnded(Array.from({ length: reportConcurrency }, report));
    for (const { settle } of switched.values()) await settle();
    this.#reportInterrupted();
    this.#batches = [];
    for (const [site, { hasOwnBuild }] of switched)
      if (hasOwnBuild) await this.#parts.options.targets[site].prune(retainedBuilds);
    if (!this.#isLong) return liveAt;
    await callFunction(this.#parts.options.database, 'publish_end_round', z.unknown(), { p_worker: this.worker });
    return liveAt;
  }

  async #switch(site: SiteId): Promise<Switched> {
    const switched = await switchSite(site, {
      parts: this.#parts,
      worker: this.worker,
      isLong: this.#isLong,
      leases: this.#leases,
      batches: this.#batches,
      requests: this.#requests,
      joinRedirects: () => this.#joinRedirects(site),
    });
    if (switched.interrupted !== null) this.#interrupted.set(site, switched.interrupted);
    return switched;
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
    const output = await this.#leases.claimRedirects(site);
    if (!output) return [];
    const gone = left.flatMap(({ path, isGone }) => (isGone ? [path] : []));
    const batch = { ...this.#describeBatch(last.claim), site, outputs: [output], left: gone };
    const joined = await this.#stageSite(batch, null);
    await this.#supersede({ ...last, sites: new Map([[site, joined]]) });
    this.#lastOf.set(toOutputKey(output), last);
    const staged = last.sites.get(site);
    staged?.published.push(...joined.published);
    staged?.deferred.push(...joined.deferred);
    staged?.untouched.push(...joined.untouched);
    return left.map(({ path }) => path);
  }

  async #report(batch: StagedBatch, switched: ReadonlyMap<SiteId, Switched>): Promise<void> {
    const { claims, faults, worker, onRecorded } = this.#parts;
    const { report, recorded } = describeBatch(batch, { worker, faults, switched });
    const send = async () => {
      for (const publish of recorded(await claims.report(this.worker, report))) await onRecorded(publish);
    };
    try {
      await send();
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !error.isOfContent) claims.reportLater(this.worker, send);
      throw error;
    }
  }

  /** After the results of its batches: what was written of a site shows that its place works. */
  #reportInterrupted(): void {
    for (const [site, reason] of this.#interrupted) this.#parts.faults.interrupt(site, reason);
    this.#interrupted.clear();
  }
}

/** Waits for all, whatever becomes of one: what is under way is not given back. */
async function allEnded(tasks: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(tasks)) if (ended.status === 'rejected') throw ended.reason;
}
