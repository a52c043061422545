import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Calls } from '#content/clients/database.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { Log } from '../log.ts';
import type { PurgeDriver, PurgeOutcome, Purged } from './purge-driver.ts';
import { type Span, traced } from '../trace.ts';
import { type PublicAddress, readPublic } from './read-public.ts';

/** A file that is live: what visitors should get at its path; null for one that was removed. */
export type LiveFile = { path: string; hash: string | null };

/** A purge that is queued, and waits for its files to be live. */
export type PreparedPurge = {
  id: number;
  /**
   * The files are live.
   * @param live those that really are
   * @param waitMilliseconds for how many milliseconds to wait until all of them were seen
   * @returns when each was seen that was, by its path
   */
  arm: (live: readonly LiveFile[], waitMilliseconds: number) => Promise<ReadonlyMap<string, string>>;
};

type PurgerOptions = {
  calls: Calls;
  driver: PurgeDriver;
  /** Where each site is read from, to see what visitors see. */
  addresses: Readonly<Record<SiteId, PublicAddress>>;
  worker: string;
  log: Log;
  onPurge?: (outcome: 'purged' | 'failed') => void;
  /** Told of the milliseconds from the moment at which files were live until they were seen. */
  onSeen?: (milliseconds: number) => void;
};

const purge = z.object({
  id: z.number(),
  site: siteSchema,
  is_whole: z.boolean(),
  is_again: z.boolean(),
  attempts: z.number(),
  /** The requests of servers for which it was published. */
  requests: z.array(z.string()),
  paths: z.array(z.object({ path: z.string(), hash: z.string().nullable() })),
});
type Purge = z.infer<typeof purge>;
const claim = z.object({ ids: z.array(z.number()), wait_seconds: z.number().nullable(), purges: z.array(purge) });

/** A site of which more files have changed is forgotten as a whole. */
const pathsAtMost = 1000;
/** So many paths of those are looked at. */
const lookedAtOfWhole = 20;
/** What nobody tells, such as a lease that has run out. */
const pollMilliseconds = 5000;
const leaseSeconds = 60;
const longestRetrySeconds = 60;
/** A purge that is prepared waits so long for its files to be live. */
const holdSeconds = 30;
/** When what visitors see is looked at, after it was purged; the last pause is repeated. */
const lookPauses = [0, 20, 50, 150, 400, 1000, 2000, 5000, 10_000, 20_000];
/** For so long. */
const lookSeconds = 600;
/** How often it is looked for purges that another process has left unseen. */
const resumeMilliseconds = 30_000;
const lookConcurrency = 8;
/** A cache that does not show what is live is told again at least so often. */
const maxWaitMilliseconds = 60_000;

/**
 * Tells the cache in front of the sites what to forget, through a queue in the database that all publishers share, and looks through
 * the public address until it shows what is live.
 */
export class Purger {
  readonly #options: PurgerOptions;
  /** Purges that are looked at, by their numbers. */
  readonly #looking = new Map<number, Promise<void>>();
  #resumedAt = 0;
  /** Purges that somebody waits for, and what was seen of them. */
  readonly #waiting = new Map<number, { times: Map<string, string>; resolve: () => void }>();
  readonly #stopping = new AbortController();
  /** What it does is no part of the request or the run that has woken it. */
  readonly #byItself = AsyncLocalStorage.snapshot();
  #running: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: PurgerOptions) {
    this.#options = options;
  }

  /** Begins to work off the queue. */
  start(): void {
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running?.catch(() => {});
    await Promise.all(this.#looking.values());
  }

  /**
   * Queues files before they become live: should this process end meanwhile, another one tells the cache all the same.
   */
  async prepare(site: SiteId, files: readonly LiveFile[], requests: readonly string[] = []): Promise<PreparedPurge> {
    const isWhole = files.length > pathsAtMost;
    const looked = (all: readonly LiveFile[]) =>
      (isWhole ? all.slice(0, lookedAtOfWhole) : all).map(({ path, hash }) => ({ path, hash }));
    const id = await this.#enqueue(site, {
      p_paths: looked(files),
      p_is_whole: isWhole,
      p_hold_seconds: holdSeconds,
      p_requests: [...requests],
    });
    return {
      id,
      arm: async (live, waitMilliseconds) => {
        const waiting = { times: new Map<string, string>(), ...Promise.withResolvers<void>() };
        if (waitMilliseconds > 0) this.#waiting.set(id, waiting);
        await callFunction(this.#options.calls, 'purge_arm', z.unknown(), { p_purge: id, p_paths: looked(live) });
        this.wake();
        if (waitMilliseconds > 0)
          await Promise.race([waiting.promise, pause(waitMilliseconds, undefined, { ref: false })]);
        this.#waiting.delete(id);
        return waiting.times;
      },
    };
  }

  /** Headers of a published file by which the cache keeps it until it is purged. */
  headers(site: SiteId, path: string): Readonly<Record<string, string>> {
    return this.#options.driver.headers(site, path);
  }

  /** Queues a site as a whole: another build of it is live. */
  async purgeSite(site: SiteId): Promise<void> {
    await this.#enqueue(site, { p_paths: [], p_is_whole: true });
    this.wake();
  }

  /** Notes of which receipt a purge is. */
  async note(purgeId: number, receiptId: number): Promise<void> {
    const { calls } = this.#options;
    await callFunction(calls, 'purge_receipt', z.unknown(), { p_purge: purgeId, p_receipt: receiptId });
  }

  async #enqueue(
    site: SiteId,
    queued: { p_paths: LiveFile[]; p_is_whole: boolean; p_hold_seconds?: number; p_requests?: string[] },
  ): Promise<number> {
    const { calls } = this.#options;
    return callFunction(calls, 'purge_enqueue', z.number(), { p_site: site, ...queued });
  }

  /** There may be something to tell: look now rather than at the next poll. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    if (this.#timer) clearTimeout(this.#timer);
    this.#running = this.#byItself(() => this.#workOff())
      .catch((error: unknown) => {
        this.#options.log.warn(
          { reason: describeError(error) },
          'Caches cannot be told what to forget: the queue cannot be read',
        );
        return pollMilliseconds;
      })
      .then((milliseconds) => {
        this.#running = null;
        if (this.#stopping.signal.aborted) return;
        if (this.#again) return this.wake();
        this.#timer = setTimeout(() => this.wake(), milliseconds);
        this.#timer.unref();
      });
  }

  /** Tells the service of all that it takes now; answers with the milliseconds until it may take more. */
  async #workOff(): Promise<number> {
    const { calls, driver, worker } = this.#options;
    for (;;) {
      this.#again = false;
      const claimed = await callFunction(calls, 'purge_claim', claim, {
        p_worker: worker,
        p_service: driver.name,
        p_paths_at_once: driver.batchSize,
        p_calls_a_second: driver.callsPerSecond,
        p_burst: driver.burst,
        p_lease_seconds: leaseSeconds,
      });
      if (claimed.purges.length === 0) {
        await this.#resume();
        const wait = claimed.wait_seconds === null ? pollMilliseconds : claimed.wait_seconds * 1000;
        return Math.min(pollMilliseconds, Math.max(5, Math.ceil(wait)));
      }
      const outcome = await this.#tell(claimed.purges, driver.name);
      const finished = this.#finish(claimed.purges, outcome);
      // Visitors can see it from now on, while that is noted.
      if (outcome.ok) for (const one of claimed.purges) this.#lookAt(one, finished);
      await finished;
    }
  }

  /** Goes on looking for what a process that is gone, or a command, has not seen. */
  async #resume(): Promise<void> {
    if (this.#resumedAt > 0 && performance.now() - this.#resumedAt < resumeMilliseconds) return;
    this.#resumedAt = performance.now();
    const unseen = await callFunction(this.#options.calls, 'purge_unseen', z.array(purge), { p_seconds: lookSeconds });
    for (const one of unseen) this.#lookAt(one);
  }

  #tell(purges: readonly Purge[], service: string): Promise<PurgeOutcome> {
    const of = [...new Set(purges.flatMap(({ requests }) => requests))];
    const items = toItems(purges);
    const facts = { service, purges: purges.length, paths: items.length };
    const tell = async (span: Span) => {
      const outcome = await this.#send(purges, items);
      span.add(outcome.ok ? { told: true } : { told: false, reason: outcome.reason });
      return outcome;
    };
    return traced('purge', facts, tell, { of });
  }

  async #send(purges: readonly Purge[], items: readonly Purged[]): Promise<PurgeOutcome> {
    const { driver } = this.#options;
    for (let start = 0; start < items.length; start += driver.batchSize) {
      const part = items.slice(start, start + driver.batchSize);
      const outcome = await driver.purge(part, `${purges[0]?.id}-${purges.at(-1)?.id}-${start}`);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  }

  async #finish(purges: readonly Purge[], outcome: PurgeOutcome): Promise<void> {
    const { calls, worker, log, driver, onPurge } = this.#options;
    const attempts = Math.max(...purges.map((one) => one.attempts));
    const retry = Math.min(longestRetrySeconds, 2 ** Math.min(attempts - 1, 10));
    await callFunction(calls, 'purge_done', z.unknown(), {
      p_worker: worker,
      p_ids: purges.map(({ id }) => id),
      ...(outcome.ok ? {} : { p_failure: outcome.reason, p_retry_seconds: Math.max(retry, outcome.retryAfter ?? 0) }),
    });
    onPurge?.(outcome.ok ? 'purged' : 'failed');
    if (outcome.ok) return;
    log.warn(
      { service: driver.name, attempts, reason: outcome.reason },
      'A cache could not be told what to forget: it is tried again',
    );
  }

  /** @param purged resolved when it is noted that the service was told: what is seen is noted after that */
  #lookAt(one: Purge, purged: Promise<void> = Promise.resolve()): void {
    if (one.is_again || one.paths.length === 0 || this.#looking.has(one.id) || this.#stopping.signal.aborted) return;
    const { id, site, paths, requests: of } = one;
    const look = (span: Span) => this.#look(one, purged, span);
    const looking = traced('seen live', { site, purge: id, paths: paths.length }, look, { of })
      .catch((error: unknown) => {
        this.#options.log.warn(
          { purge: one.id, reason: describeError(error) },
          'What visitors see was not written down',
        );
      })
      .finally(() => this.#looking.delete(one.id));
    this.#looking.set(one.id, looking);
  }

  /** Looks through the public address until every path shows what is live, and has those purged again that do not. */
  async #look({ id, site, paths }: Purge, purged: Promise<void>, span: Span): Promise<void> {
    const { log, onSeen, driver } = this.#options;
    const began = performance.now();
    let purgedAt = began;
    let waitMilliseconds = driver.settledMilliseconds;
    let unseen: readonly LiveFile[] = paths;
    let reason = 'an older version is answered';
    for (let look = 0; performance.now() - began < lookSeconds * 1000; look += 1) {
      const wait = lookPauses[Math.min(look, lookPauses.length - 1)] ?? 0;
      const isStopped = await pause(wait, false, { signal: this.#stopping.signal, ref: false }).catch(() => true);
      if (isStopped) return;
      const { seen, trouble } = await this.#seenOf(site, unseen);
      reason = trouble ?? reason;
      if (seen.size > 0) onSeen?.(Math.max(...seen.values()) - began);
      const waiting = this.#waiting.get(id);
      for (const [path, at] of seen) waiting?.times.set(path, toDate(at).toISOString());
      await purged;
      const overtaken = await this.#note(id, seen);
      unseen = unseen.filter(({ path }) => !seen.has(path) && !overtaken.has(path));
      if (unseen.length === 0) {
        span.add({ seen: true, looks: look + 1 });
        return waiting?.resolve();
      }
      // A cache may have stored an answer that was under way when it was told.
      if (performance.now() - purgedAt < waitMilliseconds) continue;
      await this.#purgeAgain(site, unseen);
      purgedAt = performance.now();
      waitMilliseconds = Math.min(maxWaitMilliseconds, waitMilliseconds * 2);
    }
    const [first] = unseen;
    span.add({ seen: false, unseen: unseen.length, reason });
    log.error({ purge: id, site, path: first?.path, paths: unseen.length, reason }, 'Visitors do not see what is live');
    await this.#note(
      id,
      new Map(),
      `${unseen.length} of ${paths.length} addresses were not seen, such as ${first?.path}: ${reason}`,
    );
  }

  /** Of each path that shows what is live, the moment at which its answer was complete (`performance.now()`). */
  async #seenOf(
    site: SiteId,
    files: readonly LiveFile[],
  ): Promise<{ seen: Map<string, number>; trouble: string | null }> {
    const address = this.#options.addresses[site];
    const seen = new Map<string, number>();
    let trouble: string | null = null;
    const left = [...files];
    const worker = async () => {
      for (let file = left.shift(); file; file = left.shift()) {
        if (this.#stopping.signal.aborted) return;
        try {
          if ((await readPublic(address, file.path)) === file.hash) seen.set(file.path, performance.now());
        } catch (error) {
          trouble = describeError(error);
        }
      }
    };
    await Promise.all(Array.from({ length: lookConcurrency }, worker));
    return { seen, trouble };
  }

  async #note(id: number, seen: ReadonlyMap<string, number>, failure?: string): Promise<ReadonlySet<string>> {
    const now = performance.now();
    return new Set(
      await callFunction(this.#options.calls, 'purge_seen', z.array(z.string()), {
        p_purge: id,
        p_paths: [...seen.keys()],
        p_milliseconds_ago: [...seen.values()].map((at) => now - at),
        p_failure: failure,
      }),
    );
  }

  /** Tells the service again, within its limits, of what a cache still answers in an older version. */
  async #purgeAgain(site: SiteId, files: readonly LiveFile[]): Promise<void> {
    const { calls } = this.#options;
    const paths = files.map(({ path }) => path);
    await callFunction(calls, 'purge_again', z.unknown(), { p_site: site, p_paths: paths });
    this.wake();
  }
}

/** What a call names, each once: a site as a whole stands for all of its paths. */
function toItems(purges: readonly Purge[]): Purged[] {
  const whole = new Set(purges.flatMap(({ site, is_whole }) => (is_whole ? [site] : [])));
  const paths = new Map<string, Purged>();
  for (const { site, paths: own } of purges) {
    if (whole.has(site)) continue;
    for (const { path } of own) paths.set(`${site} ${path}`, { site, path });
  }
  return [...[...whole].map((site) => ({ site, path: null })), ...paths.values()];
}

/** The moment that a reading of `performance.now()` stands for. */
function toDate(reading: number): Date {
  return new Date(Date.now() - (performance.now() - reading));
}
