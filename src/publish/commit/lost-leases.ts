import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Calls } from '#content/clients/database.ts';
import { outputFile } from '#edge/output-file.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import type { Log } from '#publish/log.ts';
import { outputKindSchema, sitemapKindSchema } from '#publish/output.ts';
import { listEndedWorkers, releaseEndedWorkers } from './release-leases.ts';
import { type NotedReport, toOutputKey, readNote, reportAnswer } from './report.ts';
import type { Target, UnreportedCommit } from '#publish/targets/target.ts';

/** A worker that has lost its leases of a site up to a number: they have run out, or its process has ended. */
export const lostLease = z.object({ site: z.string(), worker: z.string(), number: z.number() });
export type LostLease = z.infer<typeof lostLease>;

const adoptedOutput = z.object({
  site: siteSchema,
  kind: outputKindSchema,
  ref: z.number(),
  locale: localeSchema,
  listed: sitemapKindSchema.nullable(),
  lease: z.number(),
  path: z.string().nullable(),
  hash: z.string().nullable(),
  taken: z.array(z.string()),
});
type AdoptedOutput = z.infer<typeof adoptedOutput>;
type NotedOutput = NotedReport['outputs'][number];

/** Outputs that were reported or given back for somebody else, and by which lease: they are not this worker's any more. */
type Passed = ReadonlyMap<string, number>;
const nothing: Passed = new Map();

/**
 * Who may hold what is reported: whoever has put it live, or one who was about to report it in his place. A process that has ended has
 * released nothing; one that stands still may go on.
 */
type Former = { workers: readonly string[]; hasEnded: boolean };

/**
 * Sees to it that a publisher whose leases are lost puts nothing in place any more, however late it goes on: before anything is read
 * or written under a later lease. What it has put in place and not reported is reported for it.
 */
export class LostLeases {
  readonly #calls: Calls;
  readonly #targets: Readonly<Record<SiteId, Target>>;
  readonly #leaseSeconds: number;
  readonly #log: Log;
  readonly #settling = new Map<string, Promise<Passed>>();
  #after = 0;

  constructor(calls: Calls, targets: Readonly<Record<SiteId, Target>>, leaseSeconds: number, log: Log) {
    this.#calls = calls;
    this.#targets = targets;
    this.#leaseSeconds = leaseSeconds;
    this.#log = log;
  }

  /** All up to this number are settled. */
  get after(): number {
    return this.#after;
  }

  /**
   * @param by the worker that holds leases of theirs by now
   * @returns those that it does not hold any more, by the name of the output, and their numbers
   */
  async settle(lost: readonly LostLease[], by: string): Promise<Passed> {
    const passed = new Map<string, number>();
    for (const { site, worker, number } of lost) {
      const key = `${site} ${worker} ${number}`;
      const settling = this.#settling.get(key) ?? this.#settleOne({ site, worker, number }, by);
      this.#settling.set(key, settling);
      try {
        for (const [name, lease] of await settling) passed.set(name, lease);
      } finally {
        this.#settling.delete(key);
      }
      this.#after = Math.max(this.#after, number);
    }
    return passed;
  }

  async #settleOne({ site, worker, number }: LostLease, by: string): Promise<Passed> {
    const known = siteSchema.safeParse(site);
    // What this worker has staged itself it drops when it hears of it; a site may be one of other code.
    if (worker === by || !known.success) return nothing;
    this.#log.warn({ site, worker }, 'A publisher has not reported in its time: what it has staged is not put live');
    const commits = await this.#targets[known.data].revoke({ worker, number }, by);
    return this.#report(commits, { workers: [worker], hasEnded: false }, by);
  }

  /** Reports for processes of this machine that were killed, and gives back what else they held. */
  async settleEnded(by: string): Promise<void> {
    const former = { workers: await listEndedWorkers(this.#calls), hasEnded: true };
    for (const site of siteSchema.options) await this.#report(await this.#targets[site].revokeEnded(by), former, by);
    await releaseEndedWorkers(this.#calls);
  }

  async #report(commits: readonly UnreportedCommit[], former: Former, by: string): Promise<Passed> {
    const passed = new Map<string, number>();
    for (const commit of commits) {
      const { worker, reports } = readNote(commit.note);
      const workers = [...new Set([worker, ...former.workers])];
      for (const report of reports) {
        for (const [name, lease] of await this.#adopt(report, commit, { ...former, workers }, by))
          passed.set(name, lease);
      }
      await commit.drop();
    }
    return passed;
  }

  /** Reports what is live of a commit, and gives back what is not. */
  async #adopt(report: NotedReport, commit: UnreportedCommit, former: Former, by: string): Promise<Passed> {
    const held = await this.#hold(report, former, by);
    if (held.size === 0) return nothing;
    const noted = report.outputs.filter((output) => held.has(toOutputKey(output)));
    const files = noted.flatMap((output) => listFiles(output, held.get(toOutputKey(output))));
    const complete = await commit.complete(
      files.flatMap(({ file, isGone }) => (isGone ? [] : [file])),
      files.flatMap(({ file, isGone }) => (isGone ? [file] : [])),
    );
    const live = noted.filter((output) => {
      const own = listFiles(output, held.get(toOutputKey(output)));
      return own.length > 0 && own.every(({ file }) => complete.has(file));
    });
    const isLive = new Set(live.map(toOutputKey));
    const returned = [...held.values()].filter((output) => !isLive.has(toOutputKey(output)));
    await callFunction(this.#calls, 'publish_report', reportAnswer, {
      p_worker: by,
      p_watermark: report.watermark,
      p_outputs: z.json().parse(live.map((output) => ({ ...output, lease: held.get(toOutputKey(output))?.lease }))),
      p_deferred: returned.map(({ path: _path, hash: _hash, taken: _taken, ...output }) => ({
        ...output,
        failure: null,
        seconds: 0,
      })),
      p_receipts: z.json().parse(report.receipts.flatMap((receipt) => ofLive(receipt, isLive))),
    });
    return new Map([...held].map(([name, { lease }]) => [name, lease]));
  }

  async #hold(
    { outputs }: NotedReport,
    { workers, hasEnded }: Former,
    by: string,
  ): Promise<Map<string, AdoptedOutput>> {
    const held = new Map<string, AdoptedOutput>();
    for (const worker of workers) {
      const asked = outputs.filter((output) => !held.has(toOutputKey(output)));
      if (asked.length === 0) break;
      const adopted = await callFunction(this.#calls, 'publish_adopt', z.array(adoptedOutput), {
        p_former: worker,
        p_worker: by,
        p_outputs: asked.map(({ site, kind, ref, locale, listed = null }) => ({ site, kind, ref, locale, listed })),
        p_lease_seconds: this.#leaseSeconds,
        p_has_ended: hasEnded,
      });
      for (const output of adopted) held.set(toOutputKey(output), output);
    }
    return held;
  }
}

/** The files that differ from what the index knows, and have to be as they were to be. */
function listFiles(output: NotedOutput, before: AdoptedOutput | undefined): { file: string; isGone: boolean }[] {
  const isSame = output.path === before?.path && output.hash === before?.hash;
  const isFailed = output.path === undefined && output['removed'] !== true;
  if (!before || isSame || isFailed) return [];
  const own = output.path === undefined ? [] : [{ file: outputFile(output.path), isGone: false }];
  const left = [before.path, ...before.taken].filter((path) => path !== null && path !== output.path);
  return [...own, ...left.map((path) => ({ file: outputFile(path ?? ''), isGone: true }))];
}

/** A receipt of those outputs alone; none where it is of none. They were seen to be live. */
function ofLive(receipt: NotedReport['receipts'][number], isLive: ReadonlySet<string>): NotedReport['receipts'] {
  const places = receipt.outputs.flatMap((output, place) =>
    isLive.has(toOutputKey({ ...output, site: receipt.site })) ? [place] : [],
  );
  if (places.length === 0) return [];
  const seenAt = new Date().toISOString();
  const items = receipt.items.flatMap((item) => {
    const of = places.indexOf(item.of);
    return of < 0 ? [] : [{ ...item, of, seen_live_at: seenAt }];
  });
  return [{ ...receipt, outputs: receipt.outputs.filter((_, place) => places.includes(place)), items }];
}
