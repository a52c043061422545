import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import { encodeMediaPath } from '#domain/media/media-path.ts';
import type { SiteId } from '#domain/sites.ts';
import type { ServiceDatabase } from '#content/clients/database.ts';
import { databaseNow } from '#publish/database-now.ts';
import { Faults, type PublishFault } from './faults.ts';
import { LostLeases } from '#publish/commit/lost-leases.ts';
import type { NamedOutput } from '#publish/plan/planned-output.ts';
import type { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import { OutputPublisher, type OutputPublisherOptions } from './publish-outputs.ts';
import { type DrawingAhead, type ReadingAhead, ReleaseDrawer } from './release-drawer.ts';
import type { ReceiptItem } from '#publish/commit/published-output.ts';
import { KnownFiles } from './known-files.ts';
import { type ReleaseOptions, type ReleaseOutcome, ReleaseRuns } from './release-runs.ts';
import { asPublish } from '#publish/log.ts';
import { QueueClaims, leaseSeconds } from './queue-claims.ts';
import type { Purger } from '#publish/purge/purger.ts';
import { QueueListener } from './queue-listener.ts';
import { QueueRuns } from './queue-runs.ts';
import { PublisherParts } from './publisher-parts.ts';
import type { RecordedPublish, RunParts } from './run-parts.ts';
import { SearchFollower } from './search-index.ts';

const comparison = z.object({ site: z.string(), missing: z.number(), extra: z.number() }).nullable();

export type Receipt = {
  id: number;
  site: SiteId;
  messageIds: readonly number[];
  cause: 'change' | 'clock';
  /** From the claim of its outputs until now. */
  milliseconds: number;
  /** From the first file that became live to the last; null where none did. */
  switchMilliseconds: number | null;
  /** Whether it is of what people have changed themselves. */
  forPeople: boolean;
  items: readonly ReceiptItem[];
};

/** The polling interval of the queue: with notifications of the database, and without. */
export type PollMilliseconds = { whileHearing: number; otherwise: number };

export type PublisherOptions = OutputPublisherOptions & {
  /** Unique among running publishers and the same after a restart, so that a restarted one gets its leases back. */
  worker: string;
  sites: readonly SiteId[];
  /** The published time, for tests; otherwise that of the database, since clocks of machines differ. */
  now?: () => Date;
  /** How often the queue is looked at. */
  poll?: PollMilliseconds;
  /** Tells the caches in front; null where there are none. */
  purger?: Purger | null | undefined;
};

/** With notifications, polling is only needed for leases that have expired. */
const defaultPoll: PollMilliseconds = { whileHearing: 30_000, otherwise: 500 };
/** The delay after which due outputs that were not claimed are looked for again. */
const overdueMilliseconds = 500;
/** Outputs that are added to a site, or taken from it, by one statement. */
const compareBatchSize = 2000;
/** The time for the search index before the queue is polled again. */
const searchMilliseconds = 500;

/**
 * The publisher: claims stale outputs, renders them, replaces their files, and stores receipts.
 * Several publishers share the work: a claim is a lease, and what changes during a lease stays stale.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #outputs: OutputPublisher;
  readonly #drawer: ReleaseDrawer;
  readonly #faults: Faults;
  readonly #search: SearchFollower;
  readonly #listener: QueueListener | null;
  readonly #poll: PollMilliseconds;
  /** What the publisher does by itself is no part of the request that has woken it. */
  readonly #byItself = AsyncLocalStorage.snapshot();
  readonly #listeners = new Set<(receipt: Receipt) => void>();
  /** Compares published files with the database. */
  readonly known: KnownFiles;
  #running: Promise<void> | null = null;
  readonly #claims: QueueClaims;
  readonly #lost: LostLeases;
  readonly #runs: QueueRuns;
  readonly #releases: ReleaseRuns;
  #warming: Promise<void> = Promise.resolve();
  #again = false;
  #cancelLook: (() => void) | null = null;
  /** When the next look begins, as `performance.now` counts. */
  #lookAt = 0;
  /** Whether it looks by itself. */
  #isStarted = false;
  #stopped = false;
  readonly #parts: PublisherParts;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#outputs = new OutputPublisher(options);
    this.#drawer = new ReleaseDrawer(options, this.#outputs);
    this.#faults = new Faults(options.database, options.log);
    this.#parts = new PublisherParts(options.log);
    this.#search = new SearchFollower(options.database);
    this.known = new KnownFiles(options.database, options.targets, options.log);
    this.#claims = new QueueClaims({
      calls: options.database,
      known: this.known,
      now: options.now,
      bundle: options.code?.bundle,
      log: options.log,
    });
    this.#lost = new LostLeases(options.database, options.targets, leaseSeconds, options.log);
    const parts: RunParts = {
      options,
      outputs: this.#outputs,
      faults: this.#faults,
      worker: options.worker,
      claims: this.#claims,
      lost: this.#lost,
      onRecorded: (publish) => this.#tell(publish),
    };
    const runsOptions = {
      worker: options.worker,
      parts,
      liveSites: () => this.#liveSites(),
      onWork: () => this.#search.makeRoom(),
      onRun: () => this.#parts.succeed('publishing'),
      isStopped: () => this.#stopped,
    };
    this.#runs = new QueueRuns(runsOptions);
    this.#releases = new ReleaseRuns(runsOptions);
    this.#poll = options.poll ?? defaultPoll;
    const { notifications } = options.database;
    this.#listener =
      notifications &&
      new QueueListener(notifications, {
        onChange: (isOfPerson) => this.#hear(isOfPerson),
        onConnected: () => this.#compareFiles(),
      });
  }

  /** Reports what processes of this machine that were killed have put live, and gives back what else they held. */
  settleEnded(): Promise<void> {
    return this.#lost.settleEnded(this.#options.worker);
  }

  /** Begins to watch the queue and the clock. One that was stopped stays so. */
  async start(): Promise<void> {
    if (this.#stopped) return;
    await this.settleEnded();
    this.#listener?.start();
    this.#isStarted = true;
    this.#schedule(0);
  }

  /**
   * Draws some pages and throws them away, and claims nothing in every session of the database. Code that has not run yet is slow:
   * the first editor of the day would wait for a page three times as long as the next.
   */
  async warmUp(): Promise<void> {
    const warm = async () => {
      const at = new Date().toISOString();
      const workers = Object.values(this.#runs.workers);
      await this.#outputs.warmUp({ sites: await this.#liveSites(), workers, at, goesOn: () => !this.#stopped });
      await this.#claims.rehearse(this.#options.worker, this.#options.database.sessions);
    };
    this.#warming = warm();
    await this.#warming;
  }

  /** See `OutputPublisher.bringMedia`. */
  bringMedia: OutputPublisher['bringMedia'] = (...media) => this.#outputs.bringMedia(...media);

  /** See `OutputPublisher.tidyMedia`. Caches in front would keep for a year what is not public any more: they are told. */
  tidyMedia: OutputPublisher['tidyMedia'] = async (site, build, tidying) => {
    const gone = (files: readonly string[]) =>
      files.map((file) => ({ path: `/media/${encodeMediaPath(file)}`, hash: null }));
    const purge = tidying.due.length === 0 ? null : await this.#options.purger?.prepare(site, gone(tidying.due));
    const tidied = await this.#outputs.tidyMedia(site, build, tidying);
    await purge?.arm(gone(tidied.removed), 0);
    return tidied;
  };

  /** Since when, and why, nothing can be published, or nothing of a site; null while all goes well. */
  get fault(): PublishFault | null {
    const faults = [...this.#parts.faults, this.#faults.oldest()].filter((fault) => fault !== null);
    return faults.toSorted((a, b) => a.since.localeCompare(b.since))[0] ?? null;
  }

  /** Settles after the batch, or the step of the search index, that is in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#listener?.stop();
    this.#cancelLook?.();
    await this.#warming.catch(() => {});
    await this.#running?.catch(() => {});
    await this.#runs.settled();
    await this.#claims.release(Object.values(this.#runs.workers)).catch(() => {});
  }

  onReceipt(listener: (receipt: Receipt) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Publishes everything that is stale now, and answers when nothing is. Joins a run that is under way. */
  async drain(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#drain().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Publishes what people have changed until now, and answers when it is live, whoever publishes it. Everything else goes on
   * behind it, and is not waited for.
   */
  async publishForPeople(): Promise<void> {
    try {
      await this.#runs.publishForPeople();
    } catch (error) {
      // What is live and not reported yet is reported as soon as the database answers, by whoever looks by itself.
      if (this.#isStarted) this.wake();
      throw error;
    }
  }

  /** Writes a release, and puts it live on all sites at its moment. */
  async publishRelease(release: ReleaseOptions): Promise<ReleaseOutcome> {
    // The search index follows what was live before.
    const outcome = await asPublish(() => this.#releases.publish(release));
    this.wake();
    return outcome;
  }

  /** See `ReleaseDrawer.drawAhead`. */
  drawAhead(ahead: DrawnAhead, named: readonly NamedOutput[], drawing: Omit<DrawingAhead, 'worker'>): Promise<void> {
    return this.#drawer.drawAhead(ahead, named, { ...drawing, worker: this.#releases.worker });
  }

  /** See `ReleaseDrawer.readAhead`. */
  readAhead(ahead: DrawnAhead, named: readonly NamedOutput[], reading: Omit<ReadingAhead, 'worker'>): Promise<void> {
    return this.#drawer.readAhead(ahead, named, { ...reading, worker: this.#releases.worker });
  }

  /** See `ServiceDatabase`. */
  get transact(): ServiceDatabase['transact'] {
    return this.#options.database.transact;
  }

  /** See `ReleaseRuns.giveUp`. */
  giveUpRelease(): Promise<void> {
    return this.#releases.giveUp();
  }

  /** Milliseconds until a moment of the database's clock. */
  until(moment: string): number {
    return this.#claims.until(moment);
  }

  #hear(isOfPerson: boolean): void {
    if (isOfPerson && this.#running && !this.#stopped) void this.publishForPeople().catch(() => {});
    this.wake();
  }

  /** There may be something to do: look now rather than at the next poll. */
  wake(): void {
    if (!this.#stopped) this.#schedule(0);
  }

  /** The database may be another one than before its connection was lost. */
  #compareFiles(): void {
    // What cannot be compared now is when everything is.
    void this.known.compare(this.#options.sites).catch(() => {});
  }

  /** A later look never takes the place of an earlier one: a change heard of while a look ends would wait for the next. */
  #schedule(milliseconds: number): void {
    const lookAt = performance.now() + milliseconds;
    if (this.#cancelLook && this.#lookAt <= lookAt) return;
    this.#cancelLook?.();
    this.#lookAt = lookAt;
    const look = () => {
      this.#cancelLook = null;
      void this.drain()
        .then(() => this.#parts.run('search', () => this.#followInSearch()))
        // What failed is noted, and tried again.
        .catch(() => false)
        .then((goesOn) => {
          if (!this.#stopped) this.#schedule(goesOn ? 0 : this.#untilNextLook());
        });
    };
    this.#cancelLook = callIn(milliseconds, () => this.#byItself(look));
  }

  #untilNextLook(): number {
    const { whileHearing, otherwise } = this.#poll;
    if (this.#parts.faults.length > 0 || !this.#listener?.isHearing) return otherwise;
    return Math.min(this.#untilNextChange(whileHearing), this.#faults.untilNext() ?? whileHearing);
  }

  #untilNextChange(whileHearing: number): number {
    const untilChange = this.#claims.untilNextChange();
    if (untilChange === null) return whileHearing;
    // The due outputs are leased by another publisher, or wait for a build.
    return Math.min(whileHearing, untilChange > 0 ? untilChange : overdueMilliseconds);
  }

  /** Updates the search index after a publish; only searches depend on it. */
  #followInSearch(): Promise<boolean> {
    return this.#search.follow({
      maxMilliseconds: searchMilliseconds,
      // Publishing comes first, and handles its own errors.
      whenFree: async () => {
        await this.#running?.catch(() => {});
        return !this.#stopped;
      },
    });
  }

  #at(): string {
    return this.#options.now?.().toISOString() ?? databaseNow;
  }

  async #drain(): Promise<void> {
    for (;;) {
      this.#again = false;
      await this.#parts.run('publishing', () => this.#runs.publishAll());
      const isFound = await this.#parts.run('comparison', () => this.#compareOutputs());
      if (!this.#again && !isFound) return;
    }
  }

  /** Compares the outputs of a site that has to be checked; answers whether there was one. */
  async #compareOutputs(): Promise<boolean> {
    const found = await callFunction(this.#options.database, 'reconcile_outputs', comparison, {
      p_at: this.#at(),
      p_limit: compareBatchSize,
    });
    if (found && found.missing + found.extra > 0) {
      this.#options.log.info(
        found,
        'The site lacks pages that it should have, or has others: they are published or removed',
      );
    }
    return found !== null;
  }

  /** Sites that have a build to write to; what changes on the others is in their first full build. */
  async #liveSites(): Promise<SiteId[]> {
    const live: SiteId[] = [];
    for (const site of this.#options.sites) {
      try {
        if ((await this.#options.targets[site].currentBuild()) !== null) live.push(site);
      } catch (error) {
        this.#faults.fail(site, describeError(error));
      }
    }
    return live;
  }

  async #tell({
    id,
    site,
    claim,
    startedAt,
    outputs,
    items,
    switchMilliseconds,
    purgeId,
  }: RecordedPublish): Promise<void> {
    const { message_ids: messageIds, for_people: forPeople } = claim;
    const isClock = outputs.every(({ reasons }) => reasons.length === 1 && reasons[0] === 'clock');
    const cause = isClock ? 'clock' : 'change';
    if (purgeId !== null) {
      // Nothing but this line of the receipt depends on it.
      await this.#options.purger?.note(purgeId, id).catch((error: unknown) => {
        this.#options.log.warn(
          { receipt: id, purge: purgeId, reason: String(error) },
          'A receipt does not name its purge',
        );
      });
    }
    const milliseconds = Date.now() - startedAt.getTime();
    const receipt: Receipt = { id, site, cause, messageIds, forPeople, items, milliseconds, switchMilliseconds };
    for (const listener of this.#listeners) listener(receipt);
  }
}

/** A timer would add a millisecond to what is to be done now. Answers with what cancels the call. */
function callIn(milliseconds: number, call: () => void): () => void {
  if (milliseconds > 0) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(call);
  return () => clearImmediate(immediate);
}
