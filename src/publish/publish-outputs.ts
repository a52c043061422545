import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { type Client, expectData } from '#content/client.ts';
import type { ServiceDatabase } from '#content/database.ts';
import type { Origins } from '#kinds/reading/context.ts';
import type { Json } from '#content/database.types.ts';
import { GlobalsCache } from '#content/globals-cache.ts';
import { TreeCache } from '#content/tree-cache.ts';
import { type ReaderCaches, Source } from '#content/source.ts';
import { failureRecord, unwritable } from './failure-record.ts';
import type { Log } from './log.ts';
import { MediaStore } from './media.ts';
import {
  type ClaimedOutput,
  type OutputId,
  claimedOutput,
  isPage,
  mayRemove,
  outputFile,
  pathsOfFile,
} from './output.ts';
import { type RenderPage, type Rendered, Renderer } from './render.ts';
import type { LiveWriter, ReleaseWriter, Target } from './targets/target.ts';
import { isUnwritableName } from './targets/unwritable.ts';

/** Outputs of one site that were claimed together, and the last change that was taken in by then. */
export type ClaimedBatch = { site: SiteId; at: string; watermark: number; outputs: readonly ClaimedOutput[] };

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

/** What the index is told of an output. */
type Completion = OutputId & { seq: number; tags: string[]; next_change_at: string | null } & (
    | { path: string; hash: string; bytes: number }
    | { removed: true }
    | { failure: Json }
  );

/** What became of a claimed output. A URL that it left has an item of its own beside the one that it has now. */
export type PublishedOutput = { completion: Completion; reasons: readonly string[]; items: ReceiptItem[] };

export type OutputPublisher = {
  /** Renders claimed outputs and puts them live, the page of what has changed first. */
  publish: (batch: ClaimedBatch) => Promise<PublishedOutput[]>;
  /** Draws some pages of these sites and throws them away, while `goesOn`: code that has not run yet is slow. */
  warmUp: (pages: { sites: readonly SiteId[]; at: string; goesOn: () => boolean }) => Promise<void>;
};

/** What pages are published with. */
export type OutputPublisherOptions = {
  database: ServiceDatabase;
  /** For the files of Storage. */
  client: Client;
  targets: Readonly<Record<SiteId, Target>>;
  origins: Origins;
  renderPage: RenderPage;
  mediaDirectory: string;
  log: Log;
};

/** Pages after which drawing is nearly as fast as it gets. */
const drawnToWarmUp = 500;
/** Paths travel in the query string, which must not grow without limit. */
const pathsPerQuestion = 40;
/** As many as the data API answers with. A path has one output, or two for a moment. */
const rowsPerQuestion = 1000;

/** Puts the outputs of claimed batches live. Batches of several lanes may be under way at once; one of them draws. */
export function outputPublisher(options: OutputPublisherOptions): OutputPublisher {
  const { database, client, targets, log } = options;
  const media = new MediaStore(client, options.mediaDirectory);
  const writers = new Map<SiteId, LiveWriter>();
  const caches = { trees: new TreeCache(), globals: new GlobalsCache() };
  let turn = Promise.resolve();

  return {
    async publish({ site, at, watermark, outputs }) {
      const writer = await writerOf(site);
      const renderer = rendererOf(site, at, { ...caches, watermark });
      const before = new Set(outputs.map(({ path }) => path));
      const publishing: Promise<Published>[] = [];
      let isFailing = false;
      // Files are put while the next pages are drawn.
      const publishOne = (output: ClaimedOutput, rendered: Rendered) => {
        const publish = async () => {
          const { outcome, item } = await applyOrFail(writer, output, rendered, before);
          return { output, completion: completionOf(output, outcome), items: item ? [item] : [] };
        };
        const one = publish();
        // Whoever waits below is told.
        one.catch(() => (isFailing = true));
        publishing.push(one);
      };
      const shown = outputs.filter((output) => output.shown);
      for (const output of outputs) if (!output.shown) publishOne(output, hidden(output));
      // The page of what has changed comes first, then those that show it: it would wait while lists of thousands are read.
      // Nobody waits for a sitemap.
      const turnOf = ({ kind, ref, reasons }: ClaimedOutput) =>
        !isPage(kind) ? 'last' : reasons.includes(`${kind}:${ref}`) ? 'first' : 'next';
      const turns = Map.groupBy(shown, turnOf);
      try {
        for (const each of ['first', 'next', 'last'] as const) {
          const group = turns.get(each);
          if (!group || isFailing) continue;
          const rendering = renderer.renderAll(group);
          await inTurn(async () => {
            for await (const { output, rendered } of rendering) {
              publishOne(output, rendered);
              // Visitors and editors are answered by the same process.
              await setImmediate();
              if (isFailing) return;
            }
          });
        }
      } finally {
        // Whatever went wrong, no file of this batch is put once another may be publishing the same.
        await Promise.allSettled(publishing);
      }
      const published = await Promise.all(publishing);
      await removeLeft(site, writer, published);
      return published.map(({ output, completion, items }) => ({ completion, reasons: output.reasons, items }));
    },
    async warmUp({ sites, at, goesOn }) {
      const share = Math.ceil(drawnToWarmUp / sites.length);
      for (const site of sites) {
        const pages = await expectData(
          'site_outputs',
          database.readOutputs({ columns: ['ref', 'locale'], where: { site_id: site, kind: 'page' }, limit: share }),
          z.array(claimedOutput.pick({ ref: true, locale: true })),
        );
        const outputs = pages.map((page) => ({ site, kind: 'page' as const, ...page, address: '/' }));
        // A small site's pages are drawn several times.
        for (let drawn = 0; outputs.length > 0 && drawn < share; drawn += outputs.length) {
          for await (const _ of rendererOf(site, at, { ...caches, watermark: 0 }).renderAll(outputs)) {
            await setImmediate();
            if (!goesOn()) return;
          }
        }
      }
    },
  };

  function rendererOf(site: SiteId, at: string, known: ReaderCaches): Renderer {
    const { origins, renderPage } = options;
    const source = new Source(database, { site, view: 'published', at, caches: known });
    return new Renderer({ calls: database, source, origins, renderPage });
  }

  async function writerOf(site: SiteId): Promise<LiveWriter> {
    const current = await targets[site].currentRelease();
    const known = writers.get(site);
    if (known?.release === current) return known;
    const writer = await targets[site].openCurrent();
    if (!writer) throw new Error(`The ${site} site has no release to publish to`);
    writers.set(site, writer);
    return writer;
  }

  /** One batch draws at a time: two that draw at once would then both wait for the database at once. */
  async function inTurn(draw: () => Promise<void>): Promise<void> {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    try {
      await draw();
    } finally {
      resolve();
    }
  }

  /** The same as `apply`, where a file that no file system takes is a failure of its output, and of no other. */
  async function applyOrFail(
    writer: LiveWriter,
    output: ClaimedOutput,
    rendered: Rendered,
    before: ReadonlySet<string | null>,
  ): Promise<{ outcome: Rendered; item: ReceiptItem | null }> {
    try {
      return { outcome: rendered, item: await apply(writer, output, rendered, before) };
    } catch (error) {
      if (!isUnwritableName(error) || rendered.outcome !== 'rendered') throw error;
      const { path, tags, nextChangeAt } = rendered;
      const outcome: Rendered = { outcome: 'failed', failure: unwritable(path), tags, nextChangeAt };
      return { outcome, item: await apply(writer, output, outcome, before) };
    }
  }

  /** Puts a rendered output live; `before` holds the paths that the outputs of this batch had until now. */
  async function apply(
    writer: LiveWriter,
    output: ClaimedOutput,
    rendered: Rendered,
    before: ReadonlySet<string | null>,
  ): Promise<ReceiptItem | null> {
    const { locale, reasons } = output;
    if (rendered.outcome === 'absent') return null;
    if (rendered.outcome === 'failed') {
      const { failure } = rendered;
      log.warn(
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
    const file = outputFile(path);
    // The next page is drawn into the same memory.
    const own = new Uint8Array(bytes);
    const missing = await media.ensure(writer, rendered.media);
    if (missing.length > 0) {
      log.warn({ site: output.site, path, missing }, 'Media files are missing in Storage');
    }
    const isLive = (await writer.put(file, own)) === rendered.hash;
    return {
      path,
      locale,
      change: before.has(path) ? 'changed' : 'new',
      reasons,
      seen_live_at: isLive ? new Date().toISOString() : null,
      failure: null,
    };
  }

  /**
   * Removes the files of paths that outputs have left, and notes it in the receipt. A file that one output left may belong to
   * another by now, whatever the spelling of its path, so files are removed last and only when nobody else has them.
   */
  async function removeLeft(site: SiteId, writer: ReleaseWriter, published: readonly Published[]): Promise<void> {
    const written = new Set(
      published.flatMap(({ completion }) => ('path' in completion ? [outputFile(completion.path)] : [])),
    );
    const left = published.flatMap(({ output, completion, items }) => {
      const { path } = output;
      if (path === null || 'failure' in completion) return [];
      const file = outputFile(path);
      return written.has(file) || !mayRemove(output, path) ? [] : [{ file, path, output, items }];
    });
    if (left.length === 0) return;
    const others = await filesOfOthers(
      site,
      left.flatMap(({ file }) => pathsOfFile(file)),
      published,
    );
    for (const { file, path, output, items } of left) {
      if (others.has(file)) continue;
      await writer.remove(file);
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

  /** The files of those of these paths that outputs have which were published in another batch. */
  async function filesOfOthers(
    site: SiteId,
    paths: readonly string[],
    published: readonly Published[],
  ): Promise<Set<string>> {
    const keyOf = ({ kind, ref, locale }: { kind: string; ref: number; locale: string }, listed: string | null) =>
      `${kind}:${ref}:${locale}:${listed ?? ''}`;
    const own = new Set(published.map(({ output }) => keyOf(output, output.listed)));
    const others = new Set<string>();
    for (let start = 0; start < paths.length; start += pathsPerQuestion) {
      const rows = await expectData(
        'site_outputs',
        database.readOutputs({
          columns: ['path', 'kind', 'ref', 'locale', 'listed_kind'],
          where: { site_id: site, path: paths.slice(start, start + pathsPerQuestion) },
          limit: rowsPerQuestion,
        }),
        z.array(
          z.object({
            path: z.string(),
            kind: z.string(),
            ref: z.number(),
            locale: z.string(),
            listed_kind: z.string(),
          }),
        ),
      );
      for (const row of rows) if (!own.has(keyOf(row, row.listed_kind))) others.add(outputFile(row.path));
    }
    return others;
  }
}

type Published = Omit<PublishedOutput, 'reasons'> & { output: ClaimedOutput };

function hidden(output: ClaimedOutput): Rendered {
  return { outcome: 'absent', tags: [], nextChangeAt: output.shown_from };
}

function completionOf({ site, kind, ref, locale, listed, seq }: ClaimedOutput, rendered: Rendered): Completion {
  const common = { site, kind, ref, locale, listed, seq, tags: rendered.tags, next_change_at: rendered.nextChangeAt };
  switch (rendered.outcome) {
    case 'rendered':
      return { ...common, path: rendered.path, hash: rendered.hash, bytes: rendered.size };
    case 'absent':
      return { ...common, removed: true };
    case 'failed':
      return { ...common, failure: failureRecord(rendered.failure) };
  }
}
