import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { Failure } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import { Backoff } from '#publish/backoff.ts';
import { failureRecord } from '#publish/failure-record.ts';
import type { Log } from '#publish/log.ts';
import { type ClaimedOutput, claimedOutput } from '#publish/output.ts';
import type { PublishedBatch } from './publish-outputs.ts';
import {
  type Deferral,
  type PublishedOutput,
  type ReceiptItem,
  type ReportedItem,
  failedItem,
  unexpected,
} from '#publish/commit/published-output.ts';

/** Since when something fails, and why. */
export type PublishFault = { since: string; reason: string };

type OutputName = Pick<ClaimedOutput, 'kind' | 'ref' | 'locale'> & { site: string; listed: string | null };
const json = z.json();

/** What is asked of an output whose kind is one of other code only. */
const unknownOutput = z.object({
  site: z.string(),
  kind: z.string(),
  ref: z.number(),
  locale: z.string(),
  listed: z.string().nullable(),
});
/** Publishers of the code that knows such an output have it to themselves for so long. */
const unknownSeconds = 60;

/**
 * What cannot be published for now: single outputs, and sites to which no file can be written. Both are tried again by
 * themselves after growing pauses; of such a site one output at a time, so that nothing is rendered for nothing.
 */
export class Faults {
  readonly #calls: Calls;
  readonly #log: Log;
  readonly #sites = new Backoff();
  readonly #outputs = new Backoff();
  /** Sites whose files were ready and are not live, since when none of them was written. */
  readonly #interrupted = new Set<SiteId>();
  /** The last failure of outputs that could be written but not published. */
  readonly #failures = new Map<string, string>();
  #hasLoggedUnknown = false;

  constructor(calls: Calls, log: Log) {
    this.#calls = calls;
    this.#log = log;
  }

  /** The sites whose outputs may be claimed now. `isTrial`: it is one that failed, and one output shows whether it still does. */
  claimable(sites: readonly SiteId[]): { sites: SiteId[]; isTrial: boolean } {
    const ready = sites.filter((site) => !this.#sites.isResting(site));
    const trial = ready.find((site) => this.#sites.get(site) !== null);
    return trial ? { sites: [trial], isTrial: true } : { sites: ready, isTrial: false };
  }

  /** Notes that nothing can be published to a site, and says so when that begins. */
  fail(site: SiteId, reason: string): void {
    const isNew = this.#sites.get(site) === null;
    this.#sites.fail(site, reason);
    if (!isNew) return;
    this.#log.error({ site, reason }, 'Publishing waits: the published site is still served, and no change is lost');
  }

  /** Notes what went wrong in a site, which concerns it alone, the database being away excepted. Answers what becomes of its outputs. */
  failAll(site: SiteId, outputs: readonly ClaimedOutput[], error: unknown): PublishedBatch {
    if (error instanceof DatabaseUnavailable && !error.isOfContent) throw error;
    this.fail(site, describeError(error));
    // One that fails by itself must not be in the way of the others.
    const [only] = outputs.length === 1 ? outputs : [];
    return only
      ? { published: [], deferred: [unexpected(only, error)], untouched: [] }
      : { published: [], deferred: [], untouched: [...outputs] };
  }

  /** Notes that files of a site were ready and are not live. They are made anew at once; where that comes to nothing, the site rests. */
  interrupt(site: SiteId, reason: string): void {
    if (this.#interrupted.has(site)) this.fail(site, reason);
    this.#interrupted.add(site);
  }

  isResting(site: SiteId): boolean {
    return this.#sites.isResting(site);
  }

  /** Notes that a site can be published to, or that nothing of it is left to be. */
  succeed(site: SiteId): void {
    this.#interrupted.delete(site);
    if (this.#sites.succeed(site)) this.#log.info({ site }, 'Publishing again');
  }

  /** Outputs that this code can publish. Those of a newer one are left to its publishers. */
  async known(worker: string, claimed: readonly unknown[]): Promise<ClaimedOutput[]> {
    const known: ClaimedOutput[] = [];
    const deferrals: unknown[] = [];
    for (const output of claimed) {
      const parsed = claimedOutput.safeParse(output);
      if (parsed.success) known.push(parsed.data);
      else deferrals.push({ ...unknownOutput.parse(output), failure: null, seconds: unknownSeconds });
    }
    if (deferrals.length > 0) {
      if (!this.#hasLoggedUnknown) {
        this.#log.warn({ outputs: deferrals.length }, 'Outputs that only other code knows are left to its publishers');
      }
      this.#hasLoggedUnknown = true;
      await this.#giveBack(worker, deferrals);
    }
    return known;
  }

  /** What is to be given back, since it was not published, and the items for the receipt: each failure is told when it is a new one. */
  settle(
    site: SiteId,
    { published, deferred, untouched }: PublishedBatch,
  ): { deferrals: Deferral[]; reported: ReportedItem[] } {
    const ofTarget = deferred.find(({ isOfTarget }) => isOfTarget);
    if (ofTarget) this.fail(site, ofTarget.reason);
    else if (published.some(({ items }) => items.some(hasWritten))) this.succeed(site);
    for (const { output } of published) this.#outputs.succeed(makeKey(output));
    const reported = published
      .filter((one) => !this.#isReportedAgain(one))
      .flatMap(({ output, items }) => items.map((item) => ({ output, item })));
    const deferrals = untouched.map((output): Deferral => makeDeferral(output, null, 0));
    for (const { output, failure, isOfTarget, reason } of deferred) {
      const isNew = this.#outputs.get(makeKey(output))?.reason !== failure.message;
      const { until } = this.#outputs.fail(makeKey(output), failure.message);
      // Its site as a whole rests.
      const seconds = isOfTarget ? 0 : Math.max(0, until - Date.now()) / 1000;
      deferrals.push(makeDeferral(output, failure, seconds));
      if (!isNew) continue;
      reported.push({ output, item: failedItem(output, failure) });
      if (!isOfTarget) this.#log.warn({ site, path: output.path, reason }, failure.message);
    }
    return { deferrals, reported };
  }

  /** Gives outputs back that were not published, where that is all. */
  async giveBack(worker: string, deferrals: readonly Deferral[]): Promise<void> {
    if (deferrals.length > 0) await this.#giveBack(worker, deferrals);
  }

  /** Whether an output was only tried again, and failed for the same reason as before. */
  #isReportedAgain({ output, items }: PublishedOutput): boolean {
    const key = makeKey(output);
    const failed = items.find(({ change }) => change === 'failed');
    const before = this.#failures.get(key);
    if (!failed) {
      this.#failures.delete(key);
      return false;
    }
    const failure = JSON.stringify(failed.failure);
    this.#failures.set(key, failure);
    return failure === before && output.reasons.every((reason) => reason === 'clock');
  }

  /** The site that has failed longest. */
  oldest(): PublishFault | null {
    const oldest = this.#sites.oldest();
    return oldest && { since: new Date(oldest.since).toISOString(), reason: oldest.reason };
  }

  /** Milliseconds until something may be tried again; null when nothing waits for that. */
  untilNext(): number | null {
    const untils = [this.#sites.next(), this.#outputs.next()].filter((until) => until !== null);
    return untils.length > 0 ? Math.max(0, Math.min(...untils) - Date.now()) : null;
  }

  async #giveBack(worker: string, deferrals: readonly unknown[]): Promise<void> {
    const p_outputs = json.parse(deferrals);
    await callFunction(this.#calls, 'publish_defer', z.unknown(), { p_worker: worker, p_outputs });
  }
}

/** What is unchanged says nothing of the disk, and files can be removed from a full one. */
function hasWritten({ change }: ReceiptItem): boolean {
  return change === 'new' || change === 'changed';
}

function makeKey({ site, kind, ref, locale, listed }: OutputName): string {
  return [site, kind, ref, locale, listed ?? ''].join(':');
}

function makeDeferral(output: ClaimedOutput, failure: Failure | null, seconds: number): Deferral {
  const { site, kind, ref, locale, listed, lease } = output;
  return { site, kind, ref, locale, listed, lease, failure: failure && failureRecord(failure), seconds };
}
