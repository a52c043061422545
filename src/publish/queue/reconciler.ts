import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Calls } from '#content/clients/database.ts';
import { outputFile } from '#edge/output-file.ts';
import type { KnownFiles } from './known-files.ts';
import type { Log } from '#publish/log.ts';
import type { Target } from '#publish/targets/target.ts';

/** A group of rows, by 500 of their numbers, that had changed without the queue being told. */
type MissedRows = { table: string; bucket: number };

type ReconcilerOptions = {
  calls: Calls;
  targets: Readonly<Record<SiteId, Pick<Target, 'currentBuild' | 'differing' | 'forget'>>>;
  sites: readonly SiteId[];
  /** Compares published files with the database. */
  known: Pick<KnownFiles, 'compare'>;
  /** How often everything is compared. */
  everyMilliseconds: number;
  /** Called when there may be something to publish. */
  onFound: () => void;
  log: Log;
};

const described = z.array(z.object({ id: z.number(), path: z.string(), hash: z.string() }));
const tableNames = z.array(z.string());
const comparison = z.object({ next: z.number().nullable(), differing: z.array(z.number()) });

/** A statement is to take about so long: a bucket of pages holds a hundred times as many bytes as one of tags. */
const statementMilliseconds = { min: 20, max: 80 };
/** Files that are compared at once: some megabytes. */
const fileBatchSize = 100;
/** Buckets compared by one statement, at most. */
const maxBuckets = 64;
/** How many times as long as its last statement reconciliation leaves the database alone. */
const rest = 4;
/** When it is tried again after a failure, at the latest. */
const againMilliseconds = 60_000;

/**
 * Compares content with what has been published, at the start and now and then: the rows of each table with the fingerprints that
 * triggers left, the outputs of each site with those that it should have, and their files with what the index says of them. What was
 * missed, as in a restore with triggers disabled, is queued, so that the publisher mends it and a receipt tells of it.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#schedule(0);
  }

  /** Settles after the statement in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running.catch(() => {});
  }

  /** Compares everything once, and answers what had been missed. */
  async run(): Promise<MissedRows[]> {
    const { calls, sites, known, onFound, log } = this.#options;
    await known.compare(sites);
    const tables = await callFunction(calls, 'reconcile_begin', tableNames, { p_sites: [...sites] });
    const missed: MissedRows[] = [];
    for (const table of tables) {
      const buckets = await this.#compare(table);
      if (buckets.length === 0) continue;
      missed.push(...buckets.map((bucket) => ({ table, bucket })));
      log.warn({ table, buckets }, 'Rows had changed without notice: the pages that show them are published again');
    }
    onFound();
    for (const site of sites) {
      const found = await this.#compareFiles(site);
      if (found === 0) continue;
      log.warn({ site, files: found }, 'Files are not what was published: they are published again');
      onFound();
    }
    return missed;
  }

  /** Compares the files of a site with what the index says of them. Answers how many of them are others or missing. */
  async #compareFiles(site: SiteId): Promise<number> {
    const { calls, targets } = this.#options;
    const target = targets[site];
    if ((await target.currentBuild()) === null) return 0;
    target.forget();
    let found = 0;
    for (let after: number | undefined = 0; after !== undefined && !this.#stopping.signal.aborted;) {
      const began = performance.now();
      const files: z.infer<typeof described> = await callFunction(calls, 'reconcile_files', described, {
        p_site: site,
        p_after: after,
        p_limit: fileBatchSize,
      });
      const named = files.map(({ path, hash }) => ({ file: outputFile(path), hash }));
      const differing = new Set(await target.differing(named));
      const p_outputs = files.filter(({ path }) => differing.has(outputFile(path)));
      if (p_outputs.length > 0) {
        found += await callFunction(calls, 'reconcile_files_found', z.number(), { p_site: site, p_outputs });
      }
      after = files.at(-1)?.id;
      await pause((performance.now() - began) * rest, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    return found;
  }

  async #compare(table: string): Promise<number[]> {
    const differing: number[] = [];
    let bucketCount = 1;
    let bucket: number | null = 0;
    while (bucket !== null && !this.#stopping.signal.aborted) {
      const began = performance.now();
      const answer: z.infer<typeof comparison> = await callFunction(this.#options.calls, 'reconcile_rows', comparison, {
        p_table: table,
        p_bucket: bucket,
        p_buckets: bucketCount,
      });
      const took = performance.now() - began;
      differing.push(...answer.differing);
      bucket = answer.next;
      if (took < statementMilliseconds.min) bucketCount = Math.min(maxBuckets, bucketCount * 2);
      else if (took > statementMilliseconds.max) bucketCount = Math.max(1, Math.floor(bucketCount / 2));
      // Nobody notices a short one.
      if (took < statementMilliseconds.min) continue;
      await pause(took * rest, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    return differing;
  }

  #schedule(milliseconds: number): void {
    const { everyMilliseconds, log } = this.#options;
    this.#timer = setTimeout(() => {
      this.#running = this.run()
        .then(
          () => everyMilliseconds,
          (error: unknown) => {
            const reason = describeError(error);
            log.warn({ reason }, 'Comparing content with what is published waits');
            return Math.min(everyMilliseconds, againMilliseconds);
          },
        )
        .then((untilNext) => {
          if (!this.#stopping.signal.aborted) this.#schedule(untilNext);
        });
    }, milliseconds);
    this.#timer.unref();
  }
}
