import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import type { SiteId } from '#domain/sites.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/clients/client.ts';
import type { ServiceDatabase } from '#content/clients/database.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { GlobalsCache } from '#content/source/globals-cache.ts';
import { TreeCache } from '#content/source/tree-cache.ts';
import { Source } from '#content/source/source.ts';
import { outputFile } from '#edge/output-file.ts';
import { reconciledTag } from '#publish/draw/asked-tag.ts';
import { BatchFiles } from '#publish/commit/batch-files.ts';
import type { Code } from '#publish/draw/code-parts.ts';
import type { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import type { DrawingThread, DrawingThreads, DrawnElsewhere } from '#publish/draw/drawing-thread.ts';
import { makeTurns } from '#domain/in-turn.ts';
import type { Log } from '#publish/log.ts';
import { MediaStore } from '#publish/commit/media.ts';
import { type ClaimedOutput, claimedOutput, isPage } from '#publish/output.ts';
import type { DeferredOutput, PublishedOutput } from '#publish/commit/published-output.ts';
import type { LostLeases } from '#publish/commit/lost-leases.ts';
import { takePaths } from '#publish/commit/take-paths.ts';
import { type ReframePage, type Reframed, reframe } from '#publish/draw/reframe.ts';
import { type RenderPage, type Rendered, Renderer } from '#publish/draw/render.ts';
import type { LiveWriter, Priority, Target } from '#publish/targets/target.ts';
import { LiveWriters } from './live-writers.ts';

/** Outputs of one site that were claimed together, and the last change that was taken in by then. */
export type ClaimedBatch = {
  worker: string;
  leaseSeconds: number;
  site: SiteId;
  at: string;
  watermark: number;
  /** Whether a person waits for them: other batches stop drawing meanwhile. */
  forPeople: boolean;
  priority: Priority;
  outputs: readonly ClaimedOutput[];
  /** Opened before the claim. */
  writer: LiveWriter;
  lost: LostLeases;
  /** Paths that are gone with this batch, for the redirects in it. */
  left?: readonly string[];
  /** Files that were drawn before, of a release. */
  ahead?: DrawnAhead | null;
};

/** The results of a batch. */
export type PublishedBatch = {
  /** With the files that are to be put live together. */
  published: PublishedOutput[];
  deferred: DeferredOutput[];
  /** Outputs that nothing was done for, since no file of the site could be written. */
  untouched: ClaimedOutput[];
};

/** Files that are not what this process may remember of them: another one has looked. */
function doubtedFiles(site: SiteId, outputs: readonly ClaimedOutput[]): string[] {
  const reason = reconciledTag(site);
  return outputs.flatMap(({ path, reasons }) => (path !== null && reasons.includes(reason) ? [outputFile(path)] : []));
}

/** What pages are published with. */
export type OutputPublisherOptions = {
  database: ServiceDatabase;
  /** For the files of Storage. */
  client: Client;
  targets: Readonly<Record<SiteId, Target>>;
  origins: Origins;
  renderPage: RenderPage;
  /** Puts other menus around a page that is drawn; without it, such a page is drawn anew. */
  reframePage?: ReframePage | undefined;
  /** What pages are rendered with; without it, what they are drawn from has no name. */
  code?: Code | undefined;
  mediaDirectory: string;
  /** See `MediaStore`. */
  mediaArrival?: ((file: string) => Promise<void>) | undefined;
  log: Log;
  /** Threads that draw beside this one; null where there are none. */
  drawingThreads?: DrawingThreads | null;
  /** See `BatchFilesOptions`. */
  onPut?: ((milliseconds: number) => void) | undefined;
};

type WarmUp = {
  sites: readonly SiteId[];
  /** Who will publish. */
  workers: readonly string[];
  at: string;
  goesOn: () => boolean;
};

/** Pages after which rendering is nearly as fast as it gets. */
const drawnToWarmUp = 500;

/** Renders the outputs of claimed batches and stages their files. Batches of several lanes may be under way at once; one of them renders. */
export class OutputPublisher {
  readonly #options: OutputPublisherOptions;
  readonly #media: MediaStore;
  readonly writers: LiveWriters;
  readonly #caches = { trees: new TreeCache(), globals: new GlobalsCache() };
  /** Two batches that render at once would then both wait for the database at once. */
  readonly #drawInTurn = makeTurns();
  readonly #drawForPeople = makeTurns();
  #drawnForPeople: Promise<void> = Promise.resolve();
  readonly #failedThreads = new WeakSet<DrawingThread>();

  constructor(options: OutputPublisherOptions) {
    this.#options = options;
    this.writers = new LiveWriters(options.targets);
    this.#media = new MediaStore(options.client, options.mediaDirectory, { arrival: options.mediaArrival });
  }

  /**
   * Renders claimed outputs and stages their files, the page of what has changed first. Once no file of the site can be written,
   * nothing more of it is rendered.
   *
   * @param thread where they are rendered; in this thread without one, and where it is of no use
   */
  async stage(
    batch: ClaimedBatch,
    thread: DrawingThread | null = null,
  ): Promise<PublishedBatch & { writer: LiveWriter }> {
    const { worker, leaseSeconds, site, at, priority, outputs, writer, lost, ahead } = batch;
    const { database, targets, log, onPut } = this.#options;
    targets[site].forget(doubtedFiles(site, outputs));
    await takePaths(database, worker, outputs, lost, leaseSeconds);
    const source = this.#sourceOf(batch);
    const renderer = this.#rendererOf(source, priority, batch.left);
    const readContent = async (output: ClaimedOutput) => {
      const again = await renderer.render(output);
      return again.outcome === 'rendered' ? again.content : null;
    };
    const files = new BatchFiles({ writer, media: this.#media, log, at, priority, onPut, readContent }, outputs);
    const publishing: Promise<PublishedOutput | DeferredOutput>[] = [];
    let isFailing = false;
    // Files are written while the next pages are rendered.
    const publishOne = (output: ClaimedOutput, rendered: Rendered | Reframed) => {
      const one = files.stage(output, rendered);
      one.then(
        (result) => (isFailing ||= 'failure' in result && result.isOfTarget),
        // `Promise.all` below throws what failed.
        () => (isFailing = true),
      );
      publishing.push(one);
    };
    for (const output of outputs) if (!output.shown) publishOne(output, hidden(output));
    const shown = outputs.filter((output) => output.shown);
    try {
      const staging = { files, renderer, publishOne, isFailing: () => isFailing };
      const unread = shown.filter((output) => {
        const ready = ahead?.takeRead(writer, output, at) ?? null;
        if (ready) publishOne(output, ready);
        return ready === null;
      });
      const left = await this.#reframe(batch, unread, { ...staging, source, writer });
      const drawn = thread && left.length > 0 ? await this.#drawIn(thread, { ...batch, outputs: left }) : null;
      if (drawn) await stageDrawn(left, drawn, staging);
      else await this.#drawHere(batch, left, { ...staging, writer });
    } finally {
      // Whatever went wrong, nothing of this batch is staged once it is given up.
      await Promise.allSettled(publishing);
    }
    const results = await Promise.all(publishing);
    const deferred = results.flatMap((result) => ('failure' in result ? [result] : []));
    // Its directory may have gone: it is made when the build is opened again.
    if (deferred.some(({ isOfTarget }) => isOfTarget)) this.writers.reopen(site);
    const tried = new Set(results.map(({ output }) => output));
    return {
      writer,
      published: results.flatMap((result) => ('completion' in result ? [result] : [])),
      deferred,
      untouched: outputs.filter((output) => !tried.has(output)),
    };
  }

  /** Stages the pages around which nothing but menus has changed; answers with the others. */
  async #reframe(
    { forPeople, ahead }: ClaimedBatch,
    shown: readonly ClaimedOutput[],
    { source, writer, publishOne, isFailing }: Staging & { source: Source; writer: LiveWriter },
  ): Promise<ClaimedOutput[]> {
    const { origins, code, reframePage } = this.#options;
    if (!code || !reframePage) return [...shown];
    const isReframed = ({ of_frame: ofFrame, site, path }: ClaimedOutput) =>
      ofFrame && !(path !== null && ahead?.has(site, path));
    const left = shown.filter((output) => !isReframed(output));
    for (const output of shown) {
      if (isFailing()) break;
      if (!isReframed(output)) continue;
      const reframed = await reframe(output, { source, origins, code: code.parts, reframePage, writer });
      if (reframed) publishOne(output, reframed);
      else left.push(output);
      // Visitors and editors are answered by the same process.
      await setImmediate();
      if (!forPeople) await this.untilDrawnForPeople();
    }
    return left;
  }

  async #drawHere(
    { site, forPeople, ahead }: ClaimedBatch,
    shown: readonly ClaimedOutput[],
    { files, renderer, writer, publishOne, isFailing }: Staging & { writer: LiveWriter },
  ): Promise<void> {
    // They become live together, so the first of each group are read while the group before is rendered.
    const renderings = inOrder(shown).map((group) =>
      renderer.renderAll(
        group,
        async (output, path, given) =>
          (await files.lastDrawn(output, path, given)) ?? ahead?.take(site, writer, path, given) ?? null,
      ),
    );
    for (const rendering of renderings) {
      if (isFailing()) return;
      await this.#draw(forPeople, async () => {
        for await (const { output, rendered } of rendering) {
          publishOne(output, rendered);
          // Visitors and editors are answered by the same process.
          await setImmediate();
          if (!forPeople) await this.untilDrawnForPeople();
          if (isFailing()) return;
        }
      });
    }
  }

  /** Null when the thread cannot draw: they are drawn here then. */
  async #drawIn(
    thread: DrawingThread,
    { site, at, watermark, outputs }: ClaimedBatch,
  ): Promise<DrawnElsewhere[] | null> {
    if (this.#failedThreads.has(thread)) return null;
    try {
      return await thread.draw({ site, at, watermark, outputs });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      this.#failedThreads.add(thread);
      const reason = describeError(error);
      this.#options.log.warn({ site, reason }, 'The thread that draws pages is of no use: they are drawn without it');
      return null;
    }
  }

  /** Settles when what people wait for is drawn: everything else goes on behind it. */
  untilDrawnForPeople(): Promise<void> {
    return this.#drawnForPeople;
  }

  async #draw(forPeople: boolean, task: () => Promise<void>): Promise<void> {
    if (!forPeople) return this.#drawInTurn(task);
    const drawing = this.#drawForPeople(task);
    this.#drawnForPeople = drawing.catch(() => {});
    return drawing;
  }

  /** Brings media into the live build of a site; answers with those that Storage does not have. */
  async bringMedia(site: SiteId, files: readonly string[]): Promise<string[]> {
    return this.#media.ensure(await this.writers.open(site), files);
  }

  /** Takes media out of the live build that none of its files has shown for long, and brings those that are missing. */
  async tidyMedia(
    site: SiteId,
    build: string,
    { due, missing, foundAt }: { due: readonly string[]; missing: readonly string[]; foundAt: number },
  ): Promise<{ removed: string[]; missing: string[] }> {
    const writer = await this.writers.open(site);
    const removed: string[] = [];
    // A build that was switched to meanwhile shows other files.
    if (writer.build !== build) return { removed, missing: [] };
    for (const file of due) if (await this.#media.remove(writer, file, foundAt)) removed.push(file);
    return { removed, missing: await this.#media.bringBack(writer, missing) };
  }

  /**
   * Renders some pages of these sites and throws them away, while `goesOn`: code that has not run yet is slow. Every session of
   * the database takes part, and the thread that puts files live is started.
   */
  async warmUp({ sites, workers, at, goesOn }: WarmUp): Promise<void> {
    const { sessions } = this.#options.database;
    const share = Math.ceil(drawnToWarmUp / sites.length);
    for (const site of sites) {
      // What cannot be written is told when something is published.
      for (const worker of workers) await this.writers.open(site, worker).catch(() => {});
      const pages = await expectData(
        'site_outputs',
        this.#options.database.readOutputs({
          columns: ['ref', 'locale'],
          where: { site_id: site, kind: 'page' },
          limit: share,
        }),
        z.array(claimedOutput.pick({ ref: true, locale: true })),
      );
      const outputs = pages.map((page) => ({ site, kind: 'page' as const, ...page, address: '/' }));
      // A small site's pages are rendered several times.
      for (let drawn = 0; outputs.length > 0 && drawn < share; drawn += outputs.length) {
        // They are read at once, and rendered one after another.
        const renderings = Array.from({ length: sessions }, (_, part) =>
          this.#rendererOf(this.#sourceOf({ site, at, watermark: 0, priority: 'now' }), 'now').renderAll(
            outputs.filter((__, index) => index % sessions === part),
          ),
        );
        for (const rendering of renderings) {
          for await (const _ of rendering) {
            await setImmediate();
            if (!goesOn()) return;
          }
        }
      }
    }
  }

  #sourceOf({ site, at, watermark, priority }: Pick<ClaimedBatch, 'site' | 'at' | 'watermark' | 'priority'>): Source {
    const { trees, globals } = this.#caches;
    const caches = { trees: priority === 'later' ? trees.forBulk : trees, globals, watermark };
    return new Source(this.#options.database, { site, view: 'published', at, caches });
  }

  #rendererOf(source: Source, priority: Priority, left?: readonly string[]): Renderer {
    const { database, origins, renderPage, code } = this.#options;
    return new Renderer({ calls: database, source, origins, renderPage, priority, left, code: code?.parts });
  }
}

/** The page of what has changed comes first, then those that show it, and documents such as sitemaps last. */
function inOrder(outputs: readonly ClaimedOutput[]): ClaimedOutput[][] {
  const turns = Map.groupBy(outputs, ({ kind, ref, reasons }) =>
    !isPage(kind) ? 'last' : reasons.includes(`${kind}:${ref}`) ? 'first' : 'next',
  );
  return (['first', 'next', 'last'] as const).flatMap((turn) => {
    const group = turns.get(turn);
    return group ? [group] : [];
  });
}

/** What the outputs of a batch are staged with. */
type Staging = {
  isFailing: () => boolean;
  files: BatchFiles;
  renderer: Renderer;
  publishOne: (output: ClaimedOutput, rendered: Rendered | Reframed) => void;
};

/** Stages outputs that were drawn elsewhere. One that is the same is drawn all the same where its file is missing. */
async function stageDrawn(
  outputs: readonly ClaimedOutput[],
  drawn: readonly DrawnElsewhere[],
  { files, renderer, publishOne }: Omit<Staging, 'isFailing'>,
): Promise<void> {
  for (const [index, output] of outputs.entries()) {
    const one = drawn[index];
    if (!one) throw new Error('The thread that draws pages did not say what it has drawn');
    if (one.outcome === 'rendered') publishOne(output, { ...one, content: null });
    else if (one.outcome === 'same' && !(await files.lastDrawn(output, one.path, one.given)))
      publishOne(output, await renderer.render(output));
    else publishOne(output, one);
  }
}

function hidden(output: ClaimedOutput): Rendered {
  return { outcome: 'absent', tags: [], types: [], nextChangeAt: output.shown_from };
}
