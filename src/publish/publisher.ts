import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { DatabaseUnavailable, expectData } from '#content/client.ts';
import { emptyRecord } from '#domain/objects.ts';
import { databaseNow } from './database-now.ts';
import { Faults, type PublishFault } from './faults.ts';
import type { ClaimedOutput } from './output.ts';
import {
  type ClaimedBatch,
  OutputPublisher,
  type OutputPublisherOptions,
  type PublishedBatch,
} from './publish-outputs.ts';
import { type PublishedOutput, type ReceiptItem, unexpected } from './published-output.ts';
import { QueueListener } from './queue-listener.ts';
import { SearchFollower } from './search-index.ts';

const claimAnswer = z.object({
  watermark: z.number(),
  message_ids: z.array(z.number()),
  outputs: z.array(z.looseObject({ seq: z.number() })),
  at: z.string(),
  for_people: z.boolean(),
  goes_on: z.boolean(),
  with_others: z.number().nullable(),
  next_change_at: z.string().nullable(),
});

const comparison = z.object({ site: z.string(), missing: z.number(), extra: z.number() }).nullable();

type Claim = z.infer<typeof claimAnswer>;

/** What a claim has told of the queue, and the number of the oldest change that was published with it; null for nothing. */
type Batch = { watermark: number; goesOn: boolean; withOthers: number | null; oldest: number | null };

export type Receipt = {
  id: number;
  site: SiteId;
  messageIds: readonly number[];
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
  /** Called with every path whose bytes changed, by tag and URL, so that a CDN can be purged. */
  purge?: (site: SiteId, paths: readonly string[]) => Promise<void>;
};

/** Outputs rendered between two claims: small enough that a change waits little, large enough to read in bulk. */
const batchSize = 150;
/** A lease outlives any batch; a publisher that is killed gives its own leases back when it restarts. */
const leaseSeconds = 60;
/** With notifications, polling is only needed for leases that have expired. */
const defaultPoll: PollMilliseconds = { whileHearing: 30_000, otherwise: 500 };
/** The delay after which due outputs that were not claimed are looked for again. */
const overdueMilliseconds = 500;
/** Outputs that are added to a site, or taken from it, by one statement. */
const comparedAtOnce = 2000;
/** How often to ask whether another publisher has published what a person waits for, and for how long. */
const patience = { askAgain: 20, atMost: 20_000 };
/** The time for the search index before the queue is polled again. */
const searchMilliseconds = 500;

/**
 * The publisher: claims stale outputs, renders them, replaces their files, and stores receipts.
 * Several publishers share the work: a claim is a lease, and what changes during a lease stays stale.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #outputs: OutputPublisher;
  readonly #faults: Faults;
  readonly #search: SearchFollower;
  readonly #listener: QueueListener | null;
  readonly #poll: PollMilliseconds;
  readonly #listeners = new Set<(receipt: Receipt) => void>();
  #running: Promise<void> | null = null;
  /** What people wait for: the run that was begun last, and the one after it. */
  #runForPeople: Promise<void> = Promise.resolve();
  #nextRunForPeople: Promise<void> | null = null;
  /** Batches for people that are under way. */
  readonly #forPeople = new Set<Promise<unknown>>();
  /** Lanes that may hold leases of which they do not know: the answer to their claim was lost. */
  readonly #unsure = new Set<string>();
  /** How far the clock of the database is ahead of this machine's, in milliseconds. */
  #clockDifference = 0;
  #warming: Promise<void> = Promise.resolve();
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #failing: PublishFault | null = null;
  /** When the clock changes the next output, as of the last claim. */
  #nextChangeAt: string | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#outputs = new OutputPublisher(options);
    this.#faults = new Faults(options.database, options.log);
    this.#search = new SearchFollower(options.database);
    this.#poll = options.poll ?? defaultPoll;
    const { notifications } = options.database;
    this.#listener = notifications && new QueueListener(notifications, (isOfPerson) => this.#hear(isOfPerson));
  }

  /** Begins to watch the queue and the clock. One that was stopped stays so. */
  async start(): Promise<void> {
    if (this.#stopped) return;
    await this.#release();
    this.#listener?.start();
    this.#schedule(0);
  }

  /**
   * Draws some pages and throws them away, and claims nothing in every session of the database. Code that has not run yet is slow:
   * the first editor of the day would wait for a page three times as long as the next.
   */
  async warmUp(): Promise<void> {
    const warm = async () => {
      const at = new Date().toISOString();
      await this.#outputs.warmUp({ sites: await this.#liveSites(), at, goesOn: () => !this.#stopped });
      await Promise.all(Array.from({ length: this.#options.database.sessions }, () => this.#rehearse()));
    };
    this.#warming = warm();
    await this.#warming;
  }

  /** A claim of no site's outputs, and the report of none. */
  async #rehearse(): Promise<void> {
    const [lane] = this.#lanes();
    for (const ofPeople of [true, false]) {
      const { watermark } = await this.#claim(lane, { sites: [], ofPeople, limit: 1 });
      await this.#complete(lane, watermark, []);
    }
  }

  /** See `OutputPublisher.bringMedia`. */
  bringMedia: OutputPublisher['bringMedia'] = (...media) => this.#outputs.bringMedia(...media);

  /** See `OutputPublisher.tidyMedia`. */
  tidyMedia: OutputPublisher['tidyMedia'] = (...tidying) => this.#outputs.tidyMedia(...tidying);

  /** Since when, and why, nothing can be published, or nothing of a site; null while all goes well. */
  get fault(): PublishFault | null {
    return this.#failing ?? this.#faults.oldest();
  }

  /** Settles after the batch, or the step of the search index, that is in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#listener?.stop();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#warming.catch(() => {});
    await this.#running?.catch(() => {});
    await Promise.allSettled([this.#runForPeople, this.#nextRunForPeople]);
    await this.#release().catch(() => {});
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
  publishForPeople(): Promise<void> {
    this.#nextRunForPeople ??= this.#runForPeople
      .catch(() => {})
      .then(() => {
        this.#nextRunForPeople = null;
        this.#runForPeople = this.#publishForPeople();
        return this.#runForPeople;
      });
    return this.#nextRunForPeople;
  }

  async #publishForPeople(): Promise<void> {
    const [, , lane] = this.#lanes();
    const until = performance.now() + patience.atMost;
    let newest: number | null = null;
    while (performance.now() < until) {
      await this.#releaseUnsure(lane);
      const batch = await this.#batch(lane, { ofPeople: true });
      if (!batch) return;
      // The changes of people are received first, and numbered as they are received.
      if (!batch.goesOn) newest ??= batch.watermark;
      if (newest === null) continue;
      if (batch.oldest !== null) {
        if (batch.oldest > newest) return;
      } else if (this.#forPeople.size > 0) await Promise.allSettled(this.#forPeople);
      else if (batch.withOthers !== null && batch.withOthers <= newest) await pause(patience.askAgain);
      else return;
    }
  }

  #hear(isOfPerson: boolean): void {
    if (isOfPerson && this.#running && !this.#stopped) void this.publishForPeople().catch(() => {});
    this.wake();
  }

  /** There may be something to do: look now rather than at the next poll. */
  wake(): void {
    if (!this.#stopped) this.#schedule(0);
  }

  #schedule(milliseconds: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.drain()
        .then(() => this.#followInSearch())
        .then(
          (goesOn) => {
            if (this.#failing) this.#options.log.info({}, 'Publishing again');
            this.#failing = null;
            return goesOn;
          },
          (error: unknown) => {
            // One line when it begins; the site that is published is still served, and nothing is lost from the queue.
            const reason = error instanceof Error ? error.message : String(error);
            if (!this.#failing) {
              this.#options.log.error(
                { reason },
                'Publishing waits: the published site is still served, and no change is lost',
              );
            }
            this.#failing = { since: this.#failing?.since ?? new Date().toISOString(), reason };
            return false;
          },
        )
        .then((goesOn) => {
          if (!this.#stopped) this.#schedule(goesOn ? 0 : this.#untilNextLook());
        });
    }, milliseconds);
  }

  #untilNextLook(): number {
    const { whileHearing, otherwise } = this.#poll;
    if (this.#failing || !this.#listener?.isHearing) return otherwise;
    return Math.min(this.#untilNextChange(whileHearing), this.#faults.untilNext() ?? whileHearing);
  }

  #untilNextChange(whileHearing: number): number {
    if (this.#nextChangeAt === null) return whileHearing;
    const now = this.#options.now?.().getTime() ?? Date.now() + this.#clockDifference;
    const untilChange = Date.parse(this.#nextChangeAt) - now;
    // The due outputs are leased by another publisher, or wait for a build.
    return Math.min(whileHearing, untilChange > 0 ? untilChange : overdueMilliseconds);
  }

  /** Updates the search index after a publish; only searches depend on it. */
  #followInSearch(): Promise<boolean> {
    return this.#search.follow({
      atMost: searchMilliseconds,
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

  /** Each lane holds leases of its own: what one has claimed is not claimed again by the other. */
  #lanes(): [string, string, string] {
    const { worker } = this.#options;
    return [worker, `${worker} (second lane)`, `${worker} (for people)`];
  }

  async #release(lanes: readonly string[] = this.#lanes()): Promise<void> {
    for (const lane of lanes) {
      const release = this.#options.database.rpc('publish_release', { p_worker: lane });
      await expectData('publish_release', release, z.unknown());
    }
  }

  async #releaseUnsure(...lanes: string[]): Promise<void> {
    for (const lane of lanes.filter((one) => this.#unsure.has(one))) {
      await this.#release([lane]);
      this.#unsure.delete(lane);
    }
  }

  /** With more to do than one batch, a second lane works beside the first: one renders while the database answers the other. */
  async #drain(): Promise<void> {
    const [first, second] = this.#lanes();
    for (;;) {
      this.#again = false;
      await this.#releaseUnsure(first, second);
      let beside: Promise<void> | null = null;
      const openSecond = () => {
        if (beside) return;
        beside = this.#work(second);
        // Waited for below.
        beside.catch(() => {});
      };
      try {
        await this.#work(first, openSecond);
      } finally {
        await (beside ?? Promise.resolve());
      }
      const isFound = await this.#compareOutputs();
      if (!this.#again && !isFound) return;
    }
  }

  /** Compares the outputs of a site that has to be checked; answers whether there was one. */
  async #compareOutputs(): Promise<boolean> {
    const found = await expectData(
      'reconcile_outputs',
      this.#options.database.rpc('reconcile_outputs', { p_at: this.#at(), p_limit: comparedAtOnce }),
      comparison,
    );
    if (found && found.missing + found.extra > 0) {
      this.#options.log.info(
        found,
        'The site lacks pages that it should have, or has others: they are published or removed',
      );
    }
    return found !== null;
  }

  async #work(lane: string, onFullBatch?: () => void): Promise<void> {
    for (;;) {
      const batch = await this.#batch(lane, onFullBatch ? { onFullBatch } : {});
      if (!batch || (batch.oldest === null && !batch.goesOn)) return;
    }
  }

  /** Publishes one batch. Null when there is no site to publish to. */
  async #batch(
    lane: string,
    { ofPeople = false, onFullBatch }: { ofPeople?: boolean; onFullBatch?: () => void },
  ): Promise<Batch | null> {
    const startedAt = new Date();
    const { sites, isTrial } = this.#faults.claimable(await this.#liveSites());
    if (sites.length === 0) return null;
    const claim = await this.#claim(lane, { sites, ofPeople, limit: isTrial ? 1 : batchSize });
    const { watermark, goes_on: goesOn, with_others: withOthers, outputs } = claim;
    if (outputs.length === 0) {
      if (isTrial) for (const site of sites) this.#faults.succeed(site);
      return { watermark, goesOn: goesOn || isTrial, withOthers, oldest: null };
    }
    this.#search.makeRoom();
    if (outputs.length === batchSize) onFullBatch?.();
    const publishing = this.#publishClaim(lane, claim, startedAt);
    if (claim.for_people) this.#forPeople.add(publishing);
    try {
      await publishing;
    } finally {
      this.#forPeople.delete(publishing);
    }
    return { watermark, goesOn, withOthers, oldest: Math.min(...outputs.map(({ seq }) => seq)) };
  }

  async #claim(
    lane: string,
    { sites, ofPeople, limit }: { sites: SiteId[]; ofPeople: boolean; limit: number },
  ): Promise<Claim> {
    this.#unsure.add(lane);
    const claim = await expectData(
      'publish_claim',
      this.#options.database.rpc('publish_claim', {
        p_worker: lane,
        p_sites: sites,
        p_at: this.#at(),
        p_limit: limit,
        p_lease_seconds: leaseSeconds,
        p_of_people: ofPeople,
      }),
      claimAnswer,
    );
    this.#unsure.delete(lane);
    this.#clockDifference = Date.parse(claim.at) - Date.now();
    this.#nextChangeAt = claim.next_change_at;
    return claim;
  }

  async #publishClaim(lane: string, claim: Claim, startedAt: Date): Promise<void> {
    const { watermark, for_people: forPeople } = claim;
    const at = new Date(claim.at).toISOString();
    const results = new Map<SiteId, PublishedBatch & { items: ReceiptItem[] }>();
    try {
      const outputs = await this.#faults.known(lane, claim.outputs);
      for (const [site, ofSite] of Map.groupBy(outputs, (output) => output.site)) {
        const batch = await this.#publish({
          worker: lane,
          leaseSeconds,
          site,
          at,
          watermark,
          forPeople,
          outputs: ofSite,
        });
        results.set(site, { ...batch, items: await this.#faults.settle(lane, site, batch) });
      }
    } catch (error) {
      await this.#release([lane]).catch(() => this.#unsure.add(lane));
      throw error;
    }
    const published = [...results.values()].flatMap((batch) => batch.published);
    await this.#complete(lane, watermark, published);
    for (const [site, batch] of results) {
      const { items } = batch;
      // Nothing was done, or only what an earlier receipt has told.
      if (items.length === 0 && batch.published.every((one) => one.items.length > 0)) continue;
      const outputs = [...batch.published, ...batch.deferred].map(({ output }) => output);
      await this.#record(site, claim, startedAt, outputs, items);
    }
  }

  async #complete(lane: string, watermark: number, published: readonly PublishedOutput[]): Promise<void> {
    await expectData(
      'publish_complete',
      this.#options.database.rpc('publish_complete', {
        p_worker: lane,
        p_watermark: watermark,
        p_outputs: published.map(({ completion }) => completion),
      }),
      z.unknown(),
    );
  }

  /** Publishes the claimed outputs of one site. Whatever goes wrong there, the database being away excepted, concerns it alone. */
  async #publish(batch: ClaimedBatch): Promise<PublishedBatch> {
    const { site, outputs } = batch;
    try {
      const result = await this.#outputs.publish(batch);
      const changed = result.published.flatMap(({ items }) =>
        items.flatMap(({ change, path }) => (change === 'unchanged' || change === 'failed' ? [] : [path])),
      );
      if (changed.length > 0) await this.#options.purge?.(site, changed);
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !error.isOfContent) throw error;
      this.#faults.fail(site, error instanceof Error ? error.message : String(error));
      // One that fails by itself must not be in the way of the others.
      const [only] = outputs.length === 1 ? outputs : [];
      return only
        ? { published: [], deferred: [unexpected(only, error)], untouched: [] }
        : { published: [], deferred: [], untouched: [...outputs] };
    }
  }

  /** Sites that have a release to write to; what changes on the others is in their first full build. */
  async #liveSites(): Promise<SiteId[]> {
    const live: SiteId[] = [];
    for (const site of this.#options.sites) {
      try {
        if ((await this.#options.targets[site].currentRelease()) !== null) live.push(site);
      } catch (error) {
        this.#faults.fail(site, error instanceof Error ? error.message : String(error));
      }
    }
    return live;
  }

  async #record(
    site: SiteId,
    { message_ids: messageIds, for_people: forPeople, watermark }: Claim,
    startedAt: Date,
    outputs: readonly ClaimedOutput[],
    items: readonly ReceiptItem[],
  ): Promise<void> {
    const isClock = outputs.every(({ reasons }) => reasons.length === 1 && reasons[0] === 'clock');
    const id = await expectData(
      'publish_record',
      this.#options.database.rpc('publish_record', {
        p_site: site,
        p_cause: isClock ? 'clock' : 'change',
        p_message_ids: [...messageIds],
        p_worker: this.#options.worker,
        p_started_at: startedAt.toISOString(),
        p_rendered: outputs.length,
        p_items: items.map((item) => ({ ...item, reasons: [...item.reasons] })),
        p_reads: readsBefore(outputs),
        p_watermark: watermark,
      }),
      z.number(),
    );
    const receipt: Receipt = { id, site, messageIds, forPeople, items };
    for (const listener of this.#listeners) listener(receipt);
  }
}

/** After which change of the log the outputs of each reason had been read before: later ones are what they are published for. */
function readsBefore(outputs: readonly ClaimedOutput[]): Record<string, number> {
  const reads = emptyRecord<number>();
  for (const { path, seq, read, reasons } of outputs) {
    // One that was never published has been read by nobody.
    const since = path === null ? seq - 1 : read;
    for (const reason of reasons) reads[reason] = Math.min(reads[reason] ?? since, since);
  }
  return reads;
}
