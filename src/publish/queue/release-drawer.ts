import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';
import { type PreviewedRelease, Source } from '#content/source/source.ts';
import { outputFile } from '#edge/output-file.ts';
import type { DrawnAhead, ReadyOutput } from '#publish/commit/drawn-ahead.ts';
import { type Rendered, Renderer } from '#publish/draw/render.ts';
import { isPage } from '#publish/output.ts';
import type { NamedOutput } from '#publish/plan/planned-output.ts';
import type { LiveWriter } from '#publish/targets/target.ts';
import type { OutputPublisher, OutputPublisherOptions } from './publish-outputs.ts';

export type DrawingAhead = {
  /** Who will publish the release. */
  worker: string;
  /** They read as the preview of the release. */
  calls: Calls;
  at: string;
  release: PreviewedRelease;
  /** What is not drawn by then is drawn when it is live. */
  goesOn: () => boolean;
};

export type ReadingAhead = Pick<DrawingAhead, 'worker' | 'at' | 'goesOn'> & {
  /** They read in the transaction that has written it. */
  calls: Calls;
  /** What it is in the log of changes. */
  edits: readonly number[];
};

/** Draws what releases change before it is live. What people wait for meanwhile is drawn first. */
export class ReleaseDrawer {
  readonly #options: OutputPublisherOptions;
  readonly #parts: Pick<OutputPublisher, 'writers' | 'untilDrawnForPeople'>;

  constructor(options: OutputPublisherOptions, parts: Pick<OutputPublisher, 'writers' | 'untilDrawnForPeople'>) {
    this.#options = options;
    this.#parts = parts;
  }

  /**
   * Draws and stages pages of a release as they are once it is live; nothing of that is live, or in the index.
   */
  async drawAhead(
    ahead: DrawnAhead,
    named: readonly NamedOutput[],
    { worker, calls, at, release, goesOn }: DrawingAhead,
  ): Promise<void> {
    const { origins, renderPage, code } = this.#options;
    const pages = named.filter(({ kind, change }) => isPage(kind) && (change === 'changed' || change === 'new'));
    for (const [site, those] of Map.groupBy(pages, (output) => output.site)) {
      const writer = await this.#parts.writers.open(site, worker);
      const planned = { release };
      const source = new Source(calls, { site, view: 'published', at, planned });
      const renderer = new Renderer({
        calls,
        source,
        origins,
        renderPage,
        planned,
        priority: 'later',
        code: code?.parts,
      });
      for await (const { rendered } of renderer.renderAll(those)) {
        if (!goesOn()) return;
        if (rendered.outcome === 'rendered' && rendered.given !== null) {
          const { path, hash, given, size, bytes } = rendered;
          const staged = await writer.stage(outputFile(path), new Uint8Array(bytes), hash, 'later');
          await ahead.add(site, writer, { path, size, hash, given, staged });
        }
        // Visitors and editors are answered by the same process.
        await setImmediate();
        await this.#parts.untilDrawnForPeople();
      }
    }
  }

  /**
   * Reads outputs of releases in the transaction that has written them, and stages what was not drawn from that. Redirects depend on what
   * becomes live with them.
   */
  async readAhead(
    ahead: DrawnAhead,
    named: readonly NamedOutput[],
    { worker, calls, at, edits, goesOn }: ReadingAhead,
  ): Promise<void> {
    const { origins, renderPage, code } = this.#options;
    const watermark = await callFunction(calls, 'publish_watermark', z.number());
    await ahead.beginReading({ watermark, edits });
    const wanted = named.filter(
      ({ kind, change }) => kind !== 'redirects' && (change === 'changed' || change === 'new'),
    );
    for (const [site, those] of Map.groupBy(wanted, (output) => output.site)) {
      const writer = await this.#parts.writers.open(site, worker);
      const source = new Source(calls, { site, view: 'published', at });
      const renderer = new Renderer({ calls, source, origins, renderPage, priority: 'later', code: code?.parts });
      const rendering = renderer.renderAll(those, async (_, path, given) => ahead.take(site, writer, path, given));
      for await (const { output, rendered } of rendering) {
        if (!goesOn()) return;
        const ready = await stageReady(writer, rendered);
        if (ready) ahead.addRead(output, ready.path, ready, writer);
        // Visitors and editors are answered by the same process.
        await setImmediate();
        await this.#parts.untilDrawnForPeople();
      }
    }
  }
}

/** What was read ahead, with its file where that is large; null for what is reported once it is live. */
async function stageReady(writer: LiveWriter, rendered: Rendered): Promise<ReadyOutput | null> {
  if (rendered.outcome === 'same') return rendered;
  if (rendered.outcome !== 'rendered') return null;
  const { bytes, csp: _, content: __, given, ...file } = rendered;
  const own = new Uint8Array(bytes);
  if (given === null) return { ...rendered, bytes: own };
  const staged = await writer.stage(outputFile(file.path), own, file.hash, 'later');
  return { ...file, outcome: 'same', given, staged };
}
