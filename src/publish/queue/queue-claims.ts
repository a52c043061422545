import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { databaseNow } from '#publish/database-now.ts';
import { endExpiredBuild } from './expired-builds.ts';
import { type KnownFiles, unknownFiles } from './known-files.ts';
import type { Log } from '#publish/log.ts';
import { type LostLease, lostLease } from '#publish/commit/lost-leases.ts';
import { type ClaimedOutput, claimedOutput } from '#publish/output.ts';
import { releaseLeases } from '#publish/commit/release-leases.ts';
import { type Report, type ReportAnswer, reportAnswer } from '#publish/commit/report.ts';

const claimAnswer = z.object({
  watermark: z.number(),
  message_ids: z.array(z.number()),
  /** The requests of servers for which the outputs were changed last. */
  requests: z.array(z.string()),
  outputs: z.array(z.looseObject({ seq: z.number(), lease: z.number() })),
  lost: z.array(lostLease),
  at: z.string(),
  for_people: z.boolean(),
  /** Whether changes wait that the index does not have yet, and whether they may be other ones than changes of many outputs. */
  goes_on: z.boolean(),
  few_go_on: z.boolean(),
  with_others: z.number().nullable(),
  next_change_at: z.string().nullable(),
  lease_until: z.string(),
  after: z.json(),
  overtaken: z.boolean(),
  sooner: z.boolean(),
  bulk_sites: z.array(z.string()),
  /** Sites that were built from another code bundle: its publishers publish them. */
  of_other_code: z.array(z.string()),
  /** Names the database. */
  database: z.string(),
  unknown_files: unknownFiles,
  expired_builds: z.array(z.object({ build: z.number(), site: siteSchema, name: z.string() })),
});

/** Outputs that were leased to this publisher, and what was told of the queue. */
export type Claim = z.infer<typeof claimAnswer>;

/** The outputs that are asked for: by default all but changes of many outputs. */
export type ClaimOptions = {
  sites: readonly SiteId[];
  limit: number;
  /** Only what people have changed; or changes of many outputs, alone or as well. */
  of?: 'people' | 'bulk' | 'all';
  /** The end of the last lease whose files are staged, as all before it; null in a run that has staged nothing. */
  stagedBefore: string | null;
  /** The last change that a run has in it, and where it goes on. */
  toSeq?: number | null;
  after?: z.core.util.JSONType | null;
  /** Those who had lost leases by this number are known. */
  lostAfter?: number;
};

const redirectsAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('claimed'), output: claimedOutput, lost: z.array(lostLease) }),
  z.object({ status: z.enum(['busy', 'none']) }),
]);

/** How often, and for how long, to ask for redirects that another publisher is putting live. Milliseconds. */
const redirectsAgain = 10;
const redirectsAtMost = 3000;

/** A lease outlives any batch; a publisher that is killed gives its own leases back when it restarts. */
export const leaseSeconds = 60;

type QueueClaimsOptions = {
  calls: Calls;
  /** Compares the files of sites with the database. */
  known: KnownFiles;
  now: (() => Date) | undefined;
  /** The code bundle of this publisher, which leaves sites of other ones alone; without it, it claims of all. */
  bundle: string | undefined;
  log: Log;
};

/** Claims the outputs of workers, and gives them back. */
export class QueueClaims {
  readonly #calls: Calls;
  readonly #known: KnownFiles;
  readonly #now: (() => Date) | undefined;
  readonly #bundle: string | undefined;
  readonly #log: Log;
  /** Workers that may hold leases of which they do not know: the answer to their claim was lost. */
  readonly #unsure = new Set<string>();
  /** By worker what it has put live and could not report. */
  readonly #unreported = new Map<string, readonly (() => Promise<void>)[]>();
  /** How far the clock of the database is ahead of this machine's, in milliseconds. */
  #clockDifference = 0;
  /** When the clock changes the next output, as of the last claim. */
  #nextChangeAt: string | null = null;
  #ofOtherCode: readonly string[] = [];

  constructor({ calls, known, now, bundle, log }: QueueClaimsOptions) {
    this.#calls = calls;
    this.#known = known;
    this.#now = now;
    this.#bundle = bundle;
    this.#log = log;
  }

  /** Where builds have not said for too long that they go on, they are ended, and what they were in the way of is claimed. */
  async claim(worker: string, options: ClaimOptions): Promise<Claim> {
    const claim = await this.#claim(worker, options);
    if (claim.outputs.length > 0 || claim.expired_builds.length === 0) return claim;
    for (const build of claim.expired_builds) await endExpiredBuild(this.#calls, this.#known.targets, build);
    return this.#claim(worker, options);
  }

  async #claim(
    worker: string,
    { sites, limit, of, stagedBefore, toSeq, after, lostAfter = 0 }: ClaimOptions,
  ): Promise<Claim> {
    this.#unsure.add(worker);
    const claim = await callFunction(this.#calls, 'publish_claim', claimAnswer, {
      p_worker: worker,
      p_sites: [...sites],
      p_at: this.#now?.().toISOString() ?? databaseNow,
      p_limit: limit,
      p_lease_seconds: leaseSeconds,
      p_of_people: of === 'people',
      p_without_bulk: of === undefined,
      p_bulk: of === 'bulk',
      p_staged_before: stagedBefore ?? undefined,
      p_to_seq: toSeq ?? undefined,
      p_after: after ?? undefined,
      p_bundle: this.#bundle,
      p_lost_after: lostAfter,
      p_places: this.#known.listPlaces(sites),
    });
    this.#unsure.delete(worker);
    this.#clockDifference = Date.parse(claim.at) - Date.now();
    this.#nextChangeAt = claim.next_change_at;
    if (sites.length > 0) this.#tellOtherCode(claim.of_other_code);
    this.#known.tell(claim.unknown_files);
    return claim;
  }

  #tellOtherCode(sites: readonly string[]): void {
    const begun = sites.filter((site) => !this.#ofOtherCode.includes(site));
    if (begun.length > 0)
      this.#log.warn({ sites: begun }, 'Built from another version of the code, whose servers publish it: left alone');
    this.#ofOtherCode = sites;
  }

  /**
   * Claims and reports that change nothing, in so many sessions: what a session has not run before is slow. Each step is begun in all
   * of them at once, so that none does it for another.
   */
  async rehearse(worker: string, sessions: number): Promise<void> {
    const inEach = <T>(step: () => Promise<T>) => Promise.all(Array.from({ length: sessions }, step));
    const rehearsal = () => this.#calls.rpc('publish_rehearse', { p_worker: worker, p_at: databaseNow });
    await inEach(() => expectData('publish_rehearse', rehearsal(), z.unknown()));
    const nothing = { sites: [], limit: 1, stagedBefore: null };
    for (const options of [{ ...nothing, of: 'people' as const }, nothing]) {
      const [claim] = await inEach(() => this.claim(worker, options));
      if (claim)
        await inEach(() =>
          this.report(worker, { watermark: claim.watermark, outputs: [], deferred: [], receipts: [] }),
        );
    }
  }

  /**
   * The redirects of a site, for a run that removes files of it, and who has lost leases; no output where it has none, or another
   * publisher does not finish with them.
   */
  async claimRedirects(
    worker: string,
    site: SiteId,
    lostAfter: number,
  ): Promise<{ output: ClaimedOutput | null; lost: LostLease[] }> {
    const until = performance.now() + redirectsAtMost;
    for (;;) {
      const answer = await callFunction(this.#calls, 'publish_claim_redirects', redirectsAnswer, {
        p_worker: worker,
        p_site: site,
        p_lease_seconds: leaseSeconds,
        p_lost_after: lostAfter,
      });
      if (answer.status === 'claimed') return answer;
      if (answer.status === 'none' || performance.now() > until) return { output: null, lost: [] };
      await setTimeout(redirectsAgain);
    }
  }

  /** Reports what a worker has published, and stores the receipts of it. */
  async report(worker: string, { watermark, outputs, deferred, receipts }: Report): Promise<ReportAnswer> {
    return callFunction(this.#calls, 'publish_report', reportAnswer, {
      p_worker: worker,
      p_watermark: watermark,
      p_outputs: [...outputs],
      p_deferred: [...deferred],
      p_receipts: [...receipts],
    });
  }

  /** What could not be reported, since the database did not answer, is before anything of the worker is given back. */
  reportLater(worker: string, report: () => Promise<void>): void {
    this.#unreported.set(worker, [...(this.#unreported.get(worker) ?? []), report]);
    this.#unsure.add(worker);
  }

  /** A report that was recorded, and whose answer was lost, does nothing the second time. */
  async reportLate(worker: string): Promise<void> {
    for (const report of this.#unreported.get(worker) ?? []) {
      await report();
      this.#unreported.set(
        worker,
        (this.#unreported.get(worker) ?? []).filter((one) => one !== report),
      );
    }
  }

  release(workers: readonly string[]): Promise<void> {
    return releaseLeases(this.#calls, workers);
  }

  /** Gives everything back as soon as the database answers. */
  async releaseAnyway(worker: string): Promise<void> {
    await this.reportLate(worker)
      .then(() => this.release([worker]))
      .catch(() => this.#unsure.add(worker));
  }

  async releaseUnsure(worker: string): Promise<void> {
    if (!this.#unsure.has(worker)) return;
    await this.reportLate(worker);
    await this.release([worker]);
    this.#unsure.delete(worker);
  }

  /** Milliseconds until a moment of the database's clock. */
  until(moment: string): number {
    return Date.parse(moment) - (this.#now?.().getTime() ?? Date.now() + this.#clockDifference);
  }

  /** Milliseconds until the clock changes the next output; null when it changes none. */
  untilNextChange(): number | null {
    return this.#nextChangeAt === null ? null : this.until(this.#nextChangeAt);
  }
}
