import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { rowKinds } from '#domain/row-kinds.ts';
import type { SiteId } from '#domain/sites.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/client.ts';
import type { Origins } from '#content/context.ts';
import type { Json } from '#content/database.types.ts';
import { Source } from '#content/source.ts';
import { failureRecord } from './failure-record.ts';
import { MediaStore } from './media.ts';
import { type ClaimedOutput, type OutputKind, claimedOutput, outputFile } from './output.ts';
import { type RenderPage, Renderer, type Rendered } from './render.ts';
import { refreshSearch } from './search-index.ts';
import type { ReleaseWriter, Target } from './targets/target.ts';

const claimAnswer = z.object({
  watermark: z.number(),
  message_ids: z.array(z.number()),
  outputs: z.array(claimedOutput),
  next_change_at: z.string().nullable(),
});

/** What happened to one URL in a publish. */
export type ReceiptItem = {
  path: string;
  locale: ClaimedOutput['locale'];
  change: 'new' | 'changed' | 'removed' | 'unchanged' | 'failed';
  reasons: readonly string[];
  /** When the new bytes were read back from where visitors are served. */
  seen_live_at: string | null;
  /** Why the page could not be rendered: page, module, field and reason. */
  failure: Json;
};

export type Receipt = {
  id: number;
  site: SiteId;
  messageIds: readonly number[];
  items: readonly ReceiptItem[];
};

export type Log = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

export type PublisherOptions = {
  client: Client;
  /** Unique among running publishers and the same after a restart, so that a restarted one gets back what it held. */
  worker: string;
  sites: readonly SiteId[];
  targets: Readonly<Record<SiteId, Target>>;
  origins: Origins;
  renderPage: RenderPage;
  mediaDirectory: string;
  log: Log;
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
const restWhilePublishing = 20;
/** Pages of each site after which drawing is as fast as it gets. */
const drawnToWarmUp = 50;
/** Paths travel in the query string, which must not grow without limit. */
const pathsPerQuestion = 40;

/**
 * Publishes what has changed: claims stale outputs, renders them, replaces their files, and writes down what happened.
 * Several publishers share the work: a claim is a lease, and what changes during a lease stays stale.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #media: MediaStore;
  readonly #writers = new Map<SiteId, ReleaseWriter>();
  readonly #listeners = new Set<(receipt: Receipt) => void>();
  #turn = Promise.resolve();
  #running: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #failing = false;
  #following = false;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#media = new MediaStore(options.client, options.mediaDirectory);
  }

  /** Begins to watch the queue and the clock. */
  async start(): Promise<void> {
    await this.#release();
    this.#stopped = false;
    this.#schedule(0);
  }

  /**
   * Draws some pages and throws them away. Code that has not run yet is slow: the first editor of the day would wait for a page
   * three times as long as the next.
   */
  async warmUp(): Promise<void> {
    for (const site of await this.#liveSites()) {
      const pages = await expectData(
        'site_outputs',
        this.#options.client
          .from('site_outputs')
          .select('ref, locale')
          .match({ site_id: site, kind: 'page' })
          .limit(drawnToWarmUp),
        z.array(claimedOutput.pick({ ref: true, locale: true })),
      );
      const renderer = this.#renderer(new Source(this.#options.client, { site, view: 'published', at: this.#now() }));
      const outputs = pages.map((page) => ({ site, kind: 'page' as const, ...page, address: '/' }));
      for await (const _ of renderer.renderAll(outputs)) await setImmediate();
    }
  }

  /** Ends after the batch that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running?.catch(() => {});
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

  /** With more to do than one batch, a second lane works beside the first: one draws while the database answers the other. */
  async #drain(): Promise<void> {
    const [first, second] = this.#lanes();
    for (;;) {
      this.#again = false;
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
      if (!this.#again) return;
    }
  }

  async #work(lane: string, onFullBatch?: () => void): Promise<void> {
    while (await this.#batch(lane, onFullBatch));
  }

  /** Publishes one batch; answers whether there was anything to publish. */
  async #batch(lane: string, onFullBatch?: () => void): Promise<boolean> {
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
    if (claim.outputs.length === batchSize) onFullBatch?.();
    const results: Completed[] = [];
    try {
      for (const [site, outputs] of Map.groupBy(claim.outputs, (output) => output.site)) {
        results.push(...(await this.#publishSite(site, outputs, at)));
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
        p_outputs: results.map(({ output, rendered }) => completion(output, rendered)),
      }),
      z.unknown(),
    );
    for (const [site, ofSite] of Map.groupBy(results, ({ output }) => output.site)) {
      await this.#record(site, claim.message_ids, startedAt, ofSite);
    }
    return true;
  }

  async #publishSite(site: SiteId, outputs: readonly ClaimedOutput[], at: string): Promise<Completed[]> {
    const writer = await this.#writer(site);
    const renderer = this.#renderer(new Source(this.#options.client, { site, view: 'published', at }));
    const before = new Set(outputs.map(({ path }) => path));
    const completed: Completed[] = [];
    const apply = async (output: ClaimedOutput, rendered: Rendered) => {
      const item = await this.#apply(writer, output, rendered, before);
      completed.push({ output, rendered, items: item ? [item] : [] });
    };
    const shown = outputs.filter((output) => output.shown);
    for (const output of outputs) if (!output.shown) await apply(output, hidden(output));
    // The page of what has changed comes first, then those that show it: it would wait while lists of thousands are read.
    // Nobody waits for a sitemap.
    const turnOf = ({ kind, ref, reasons }: ClaimedOutput) =>
      !pageKinds.has(kind) ? 'last' : reasons.includes(`${kind}:${ref}`) ? 'first' : 'next';
    const turns = Map.groupBy(shown, turnOf);
    for (const turn of ['first', 'next', 'last'] as const) {
      const group = turns.get(turn);
      if (!group) continue;
      const rendering = renderer.renderAll(group);
      await this.#inTurn(async () => {
        for await (const { output, rendered } of rendering) {
          await apply(output, rendered);
          // Visitors and editors are answered by the same process.
          await setImmediate();
        }
      });
    }
    await this.#removeLeft(site, writer, completed);
    const changed = completed.flatMap(({ items }) =>
      items.flatMap(({ change, path }) => (change === 'unchanged' || change === 'failed' ? [] : [path])),
    );
    if (changed.length > 0) await this.#options.purge?.(site, changed);
    return completed;
  }

  /** One lane draws at a time: two that draw at once would then both wait for the database at once. */
  async #inTurn(draw: () => Promise<void>): Promise<void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    try {
      await draw();
    } finally {
      resolve();
    }
  }

  /**
   * Removes the files of paths that outputs have left, and notes it in the receipt. A path that one output left may belong to
   * another by now, so files are removed last and only when nobody else has them.
   */
  async #removeLeft(site: SiteId, writer: ReleaseWriter, completed: readonly Completed[]): Promise<void> {
    const written = new Set(
      completed.flatMap(({ rendered }) => (rendered.outcome === 'rendered' ? [rendered.path] : [])),
    );
    const left = completed.flatMap(({ output, rendered, items }) => {
      const { path } = output;
      if (path === null || rendered.outcome === 'failed' || written.has(path)) return [];
      return [{ path, output, items }];
    });
    if (left.length === 0) return;
    const others = await this.#pathsOfOthers(
      site,
      left.map(({ path }) => path),
      completed,
    );
    for (const { path, output, items } of left) {
      if (others.has(path)) continue;
      await writer.remove(outputFile(path));
      items.push({
        path,
        locale: output.locale,
        change: 'removed',
        reasons: output.reasons,
        seen_live_at: new Date().toISOString(),
        failure: null,
      });
    }
  }

  /** Which of these paths outputs have that were published in another batch. */
  async #pathsOfOthers(site: SiteId, paths: readonly string[], completed: readonly Completed[]): Promise<Set<string>> {
    const keyOf = ({ kind, ref, locale }: { kind: string; ref: number; locale: string }) => `${kind}:${ref}:${locale}`;
    const own = new Set(completed.map(({ output }) => keyOf(output)));
    const others = new Set<string>();
    for (let start = 0; start < paths.length; start += pathsPerQuestion) {
      const rows = await expectData(
        'site_outputs',
        this.#options.client
          .from('site_outputs')
          .select('path, kind, ref, locale')
          .eq('site_id', site)
          .in('path', paths.slice(start, start + pathsPerQuestion)),
        z.array(z.object({ path: z.string(), kind: z.string(), ref: z.number(), locale: z.string() })),
      );
      for (const row of rows) if (!own.has(keyOf(row))) others.add(row.path);
    }
    return others;
  }

  /** Sites that have a release to write to; what changes on the others is in their first full build. */
  #renderer(source: Source): Renderer {
    const { client, origins, renderPage } = this.#options;
    return new Renderer({ client, source, origins, renderPage });
  }

  async #liveSites(): Promise<SiteId[]> {
    const live: SiteId[] = [];
    for (const site of this.#options.sites) {
      if ((await this.#options.targets[site].currentRelease()) !== null) live.push(site);
    }
    return live;
  }

  async #writer(site: SiteId): Promise<ReleaseWriter> {
    const current = await this.#options.targets[site].currentRelease();
    const known = this.#writers.get(site);
    if (known?.release === current) return known;
    const writer = await this.#options.targets[site].openCurrent();
    if (!writer) throw new Error(`The ${site} site has no release to publish to`);
    this.#writers.set(site, writer);
    return writer;
  }

  /** Puts a rendered output live; `before` holds the paths that the outputs of this batch had until now. */
  async #apply(
    writer: ReleaseWriter,
    output: ClaimedOutput,
    rendered: Rendered,
    before: ReadonlySet<string | null>,
  ): Promise<ReceiptItem | null> {
    const { locale, reasons } = output;
    if (rendered.outcome === 'absent') return null;
    if (rendered.outcome === 'failed') {
      const { failure } = rendered;
      this.#options.log.warn(
        { site: output.site, kind: output.kind, ref: output.ref, locale, path: output.path, reason: failure.message },
        'A page keeps its last good version',
      );
      return {
        path: output.path ?? '',
        locale,
        change: 'failed',
        reasons,
        seen_live_at: null,
        failure: failureRecord(failure),
      };
    }
    const { path, bytes } = rendered;
    if (output.hash === rendered.hash && output.path === path) {
      return { path, locale, change: 'unchanged', reasons, seen_live_at: null, failure: null };
    }
    const missing = await this.#media.ensure(writer, rendered.media);
    if (missing.length > 0) {
      this.#options.log.warn({ site: output.site, path, missing }, 'Media files are missing in Storage');
    }
    const file = outputFile(path);
    await writer.write(file, bytes);
    const live = await writer.read(file);
    const isLive = live !== null && Buffer.compare(live, bytes) === 0;
    return {
      path,
      locale,
      change: before.has(path) ? 'changed' : 'new',
      reasons,
      seen_live_at: isLive ? new Date().toISOString() : null,
      failure: null,
    };
  }

  async #record(
    site: SiteId,
    messageIds: readonly number[],
    startedAt: Date,
    completed: readonly Completed[],
  ): Promise<void> {
    const items = completed.flatMap((one) => one.items);
    const isClock = completed.every(({ output }) => output.reasons.length === 1 && output.reasons[0] === 'clock');
    const id = await expectData(
      'publish_record',
      this.#options.client.rpc('publish_record', {
        p_site: site,
        p_cause: isClock ? 'clock' : 'change',
        p_message_ids: [...messageIds],
        p_worker: this.#options.worker,
        p_started_at: startedAt.toISOString(),
        p_rendered: completed.length,
        p_items: items.map((item) => ({ ...item, reasons: [...item.reasons] })),
      }),
      z.number(),
    );
    const receipt: Receipt = { id, site, messageIds, items };
    for (const listener of this.#listeners) listener(receipt);
  }
}

const pageKinds: ReadonlySet<OutputKind> = new Set(['page', ...rowKinds, 'inventory', 'not_found']);

/** A URL that an output left has an item of its own beside the one that it has now. */
type Completed = { output: ClaimedOutput; rendered: Rendered; items: ReceiptItem[] };

function hidden(output: ClaimedOutput): Rendered {
  return { outcome: 'absent', tags: [], nextChangeAt: output.shown_from };
}

function completion(output: ClaimedOutput, rendered: Rendered) {
  const common = {
    site: output.site,
    kind: output.kind,
    ref: output.ref,
    locale: output.locale,
    seq: output.seq,
    tags: rendered.tags,
    next_change_at: rendered.nextChangeAt,
  };
  switch (rendered.outcome) {
    case 'rendered':
      return { ...common, path: rendered.path, hash: rendered.hash, bytes: rendered.size };
    case 'absent':
      return { ...common, removed: true };
    case 'failed':
      return { ...common, failure: failureRecord(rendered.failure) };
  }
}
