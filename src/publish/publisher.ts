import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { DatabaseUnavailable, expectData } from '#content/client.ts';
import { claimedOutput } from './output.ts';
import {
  type OutputPublisher,
  type OutputPublisherOptions,
  type PublishedOutput,
  type ReceiptItem,
  localPublisher,
} from './publish-outputs.ts';
import { refreshSearch } from './search-index.ts';

const claimAnswer = z.object({
  watermark: z.number(),
  message_ids: z.array(z.number()),
  outputs: z.array(claimedOutput),
  next_change_at: z.string().nullable(),
});

export type Receipt = {
  id: number;
  site: SiteId;
  messageIds: readonly number[];
  items: readonly ReceiptItem[];
};

/** A thread that publishes beside this one. */
export type PublisherThread = OutputPublisher & { close: () => Promise<void>; ended: Promise<void> };

export type PublisherOptions = OutputPublisherOptions & {
  /** Unique among running publishers and the same after a restart, so that a restarted one gets back what it held. */
  worker: string;
  sites: readonly SiteId[];
  /** Where a server's second lane draws, so that thousands of pages keep two processors busy. */
  startThread?: () => PublisherThread;
  /** The moment that is published; tests move it. */
  now?: () => Date;
  /** Told of every path whose bytes changed, by tag and URL, so that a CDN can be purged. */
  purge?: (site: SiteId, paths: readonly string[]) => Promise<void>;
};

/** Outputs rendered between two claims: small enough that a change waits little, large enough to read in bulk. */
const batchSize = 150;
/** A lease outlives any batch; a publisher that is killed gives its own leases back when it restarts. */
const leaseSeconds = 60;
const pollMilliseconds = 500;
/** Whoever publishes often publishes again soon: until then the search index leaves the database alone for longer. */
const quietMilliseconds = 2000;
/** How many times as long as its last step the search index waits then. */
const restWhilePublishing = 5;

/**
 * Publishes what has changed: claims stale outputs, renders them, replaces their files, and writes down what happened.
 * Several publishers share the work: a claim is a lease, and what changes during a lease stays stale.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #local: OutputPublisher;
  #thread: PublisherThread | null = null;
  /** What the second lane publishes with: the thread, once it is as fast as this one. */
  #beside: OutputPublisher;
  readonly #listeners = new Set<(receipt: Receipt) => void>();
  #running: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #failing = false;
  #following = false;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#local = localPublisher(options);
    this.#beside = this.#local;
  }

  /** Begins to watch the queue and the clock. */
  async start(): Promise<void> {
    await this.#release();
    this.#stopped = false;
    this.#schedule(0);
  }

  /**
   * Draws some pages and throws them away. Code that has not run yet is slow: the first editor of the day would wait for a page
   * three times as long as the next. The second lane's thread is started and warmed up meanwhile, for which nobody waits.
   */
  async warmUp(): Promise<void> {
    const pages = { sites: await this.#liveSites(), at: this.#now() };
    await this.#local.warmUp(pages);
    const thread = (this.#thread ??= this.#options.startThread?.() ?? null);
    if (!thread) return;
    const warm = thread.warmUp(pages);
    void warm.then(
      () => (this.#beside = thread),
      () => {},
    );
    void thread.ended.then(() => {
      this.#thread = null;
      this.#beside = this.#local;
      if (!this.#stopped)
        this.#options.log.warn({}, 'The render thread ended: one thread publishes until the next start');
    });
  }

  /** Ends after the batch that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running?.catch(() => {});
    await this.#release().catch(() => {});
    await this.#thread?.close();
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
            this.#failing = false;
            return goesOn;
          },
          (error: unknown) => {
            // One line when it begins; the site that is published is still served, and nothing is lost from the queue.
            if (!this.#failing) {
              const reason = error instanceof Error ? error.message : String(error);
              this.#options.log.error(
                { reason },
                'Publishing waits: the published site is still served, and no change is lost',
              );
            }
            this.#failing = true;
            return false;
          },
        )
        .then((goesOn) => {
          if (!this.#stopped) this.#schedule(goesOn ? 0 : pollMilliseconds);
        });
    }, milliseconds);
  }

  /**
   * What is live now is found soon; nobody waits for that but whoever searches. After a full build there is much to do: it is
   * done in small steps, with the database free for half of the time, and for nearly all of it while somebody publishes.
   * Answers whether to go on at once after a look at the queue.
   */
  async #followInSearch(): Promise<boolean> {
    // Each wake begins to look at the queue anew, and one of them is enough to follow.
    if (this.#following) return false;
    this.#following = true;
    try {
      const until = performance.now() + pollMilliseconds;
      while (!this.#stopped) {
        // Whoever publishes comes first; what goes wrong there is told there.
        await this.#running?.catch(() => {});
        const began = performance.now();
        const isMoreDue = await refreshSearch(this.#options.client);
        if (!isMoreDue) return false;
        const ended = performance.now();
        const isQuiet = ended - this.#publishedAt > quietMilliseconds;
        await pause(Math.min((ended - began) * (isQuiet ? 1 : restWhilePublishing), pollMilliseconds));
        if (performance.now() > until) return true;
      }
      return false;
    } finally {
      this.#following = false;
    }
  }

  #now(): string {
    return (this.#options.now?.() ?? new Date()).toISOString();
  }

  /** Each lane holds leases of its own: what one has claimed is not claimed again by the other. */
  #lanes(): [string, string] {
    return [this.#options.worker, `${this.#options.worker} (second lane)`];
  }

  async #release(lanes: readonly string[] = this.#lanes()): Promise<void> {
    for (const lane of lanes) {
      const { error } = await this.#options.client.rpc('publish_release', { p_worker: lane });
      if (error) throw new DatabaseUnavailable('publish_release', error.code, error.message);
    }
  }

  /**
   * With more to do than one batch, a second lane works beside the first: in a thread of its own, or else one draws while the
   * database answers the other.
   */
  async #drain(): Promise<void> {
    const [first, second] = this.#lanes();
    for (;;) {
      this.#again = false;
      let beside: Promise<void> | null = null;
      const openSecond = () => {
        if (beside) return;
        beside = this.#work(second, this.#beside);
        // Waited for below.
        beside.catch(() => {});
      };
      try {
        await this.#work(first, this.#local, openSecond);
      } finally {
        await (beside ?? Promise.resolve());
      }
      if (!this.#again) return;
    }
  }

  async #work(lane: string, publisher: OutputPublisher, onFullBatch?: () => void): Promise<void> {
    while (await this.#batch(lane, publisher, onFullBatch));
  }

  /** Publishes one batch; answers whether there was anything to publish. */
  async #batch(lane: string, publisher: OutputPublisher, onFullBatch?: () => void): Promise<boolean> {
    const startedAt = new Date();
    const at = this.#now();
    const sites = await this.#liveSites();
    if (sites.length === 0) return false;
    const claim = await expectData(
      'publish_claim',
      this.#options.client.rpc('publish_claim', {
        p_worker: lane,
        p_sites: sites,
        p_at: at,
        p_limit: batchSize,
        p_lease_seconds: leaseSeconds,
      }),
      claimAnswer,
    );
    if (claim.outputs.length === 0) return false;
    this.#publishedAt = performance.now();
    // Of what a claim holds, the page of what has changed is live before anybody draws what the next claim holds.
    const onFirst = claim.outputs.length === batchSize ? onFullBatch : undefined;
    const claimed = Map.groupBy(claim.outputs, (output) => output.site);
    const published = new Map<SiteId, PublishedOutput[]>();
    try {
      for (const [site, outputs] of claimed) {
        const ofSite = await publisher.publish({ site, at, outputs }, onFirst);
        published.set(site, ofSite);
        const changed = ofSite.flatMap(({ items }) =>
          items.flatMap(({ change, path }) => (change === 'unchanged' || change === 'failed' ? [] : [path])),
        );
        if (changed.length > 0) await this.#options.purge?.(site, changed);
      }
    } catch (error) {
      await this.#release([lane]).catch(() => {});
      throw error;
    }
    await expectData(
      'publish_complete',
      this.#options.client.rpc('publish_complete', {
        p_worker: lane,
        p_watermark: claim.watermark,
        p_outputs: [...published.values()].flat().map(({ completion }) => completion),
      }),
      z.unknown(),
    );
    for (const [site, outputs] of claimed) {
      const isClock = outputs.every(({ reasons }) => reasons.length === 1 && reasons[0] === 'clock');
      await this.#record({ site, isClock, messageIds: claim.message_ids, startedAt }, published.get(site) ?? []);
    }
    return true;
  }

  /** Sites that have a release to write to; what changes on the others is in their first full build. */
  async #liveSites(): Promise<SiteId[]> {
    const live: SiteId[] = [];
    for (const site of this.#options.sites) {
      if ((await this.#options.targets[site].currentRelease()) !== null) live.push(site);
    }
    return live;
  }

  async #record(
    of: { site: SiteId; isClock: boolean; messageIds: readonly number[]; startedAt: Date },
    published: readonly PublishedOutput[],
  ): Promise<void> {
    const { site, messageIds } = of;
    const items = published.flatMap((one) => one.items);
    const id = await expectData(
      'publish_record',
      this.#options.client.rpc('publish_record', {
        p_site: site,
        p_cause: of.isClock ? 'clock' : 'change',
        p_message_ids: [...messageIds],
        p_worker: this.#options.worker,
        p_started_at: of.startedAt.toISOString(),
        p_rendered: published.length,
        p_items: items.map((item) => ({ ...item, reasons: [...item.reasons] })),
      }),
      z.number(),
    );
    const receipt: Receipt = { id, site, messageIds, items };
    for (const listener of this.#listeners) listener(receipt);
  }
}
