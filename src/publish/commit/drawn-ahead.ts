import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Calls } from '#content/clients/database.ts';
import { type ClaimedOutput, type OutputId, outputPath } from '#publish/output.ts';
import type { Drawn, Rendered } from '#publish/draw/render.ts';
import type { LiveWriter, StagedFile } from '#publish/targets/target.ts';
import { toOutputKey } from './report.ts';

/** A staged file that is not live, and what it was drawn from. */
type StagedDrawing = Drawn & { staged: StagedFile };

/** What was read of an output. Its file is staged, or is a document in memory. */
type ReadOutput = { path: string; rendered: ReadyOutput; writer: LiveWriter };
export type ReadyOutput = Extract<Rendered, { outcome: 'rendered' } | { outcome: 'same' }>;

/** What outputs were read after, and whose changes these are. */
type ReadSince = { watermark: number; edits: readonly number[] };

/** The reasons of an output are cut off at so many. */
const maxReasons = 20;

const othersAnswer = z.object({ tags: z.array(z.string()), reasons: z.array(z.string()) });

/**
 * Files of a release that were drawn and staged before its moment. Each is put live only where what the page is given then, names what the
 * file was drawn from; the others are drawn anew. What is given was read in the transaction that writes the release, or is read after it.
 */
export class DrawnAhead {
  readonly #files = new Map<string, { file: StagedDrawing; writer: LiveWriter }>();
  readonly #read = new Map<string, ReadOutput>();
  #since: ReadSince | null = null;
  #others = { tags: new Set<string>(), reasons: new Set<string>() };

  /** How many were not taken. */
  get size(): number {
    return this.#files.size + this.#read.size;
  }

  async add(site: SiteId, writer: LiveWriter, file: StagedDrawing): Promise<void> {
    const key = makeKey(site, file.path);
    const before = this.#files.get(key);
    this.#files.set(key, { file, writer });
    await before?.writer.discard([before.file.staged]);
  }

  has(site: SiteId, path: string): boolean {
    return this.#files.has(makeKey(site, path));
  }

  /** Hands a file over, once: null where there is none that was drawn from the same, for the same build. */
  take(site: SiteId, writer: LiveWriter, path: string, given: string): StagedDrawing | null {
    const key = makeKey(site, path);
    const found = this.#files.get(key);
    if (!found || found.file.given !== given || !isOf(found.writer, writer)) return null;
    this.#files.delete(key);
    return found.file;
  }

  /** Whatever was read before is forgotten: what it was read from is not what is written. */
  async beginReading(since: ReadSince): Promise<void> {
    await this.#dropRead();
    this.#since = since;
    this.#others = { tags: new Set(), reasons: new Set() };
  }

  addRead(output: OutputId, path: string, rendered: ReadyOutput, writer: LiveWriter): void {
    this.#read.set(keyOfOutput(output), { path, rendered, writer });
  }

  /** Finds out, after a claim, what others have changed since outputs were read. */
  async compare(calls: Calls, watermark: number): Promise<void> {
    if (!this.#since || this.#read.size === 0) return;
    const { watermark: after, edits } = this.#since;
    const { tags, reasons } = await callFunction(calls, 'publish_changes_beside', othersAnswer, {
      p_after: after,
      p_to: watermark,
      p_edits: [...edits],
    });
    this.#others = { tags: new Set(tags), reasons: new Set(reasons) };
  }

  /** Hands over, once, what was read of an output; null where that may not be what is live at a time. */
  takeRead(writer: LiveWriter, output: ClaimedOutput, at: string): ReadyOutput | null {
    const name = keyOfOutput(output);
    const found = this.#read.get(name);
    if (!found || found.path !== outputPath(output, output.address) || !isOf(found.writer, writer)) return null;
    const { tags, nextChangeAt } = found.rendered;
    if (nextChangeAt !== null && Date.parse(nextChangeAt) <= Date.parse(at)) return null;
    const { reasons } = output;
    const isOfOthers =
      this.#others.tags.size > 0 &&
      (reasons.length >= maxReasons ||
        reasons.some((reason) => this.#others.reasons.has(reason)) ||
        tags.some((tag) => this.#others.tags.has(tag)));
    if (isOfOthers) return null;
    this.#read.delete(name);
    return found.rendered;
  }

  /** Drops what nobody has taken. */
  async discard(): Promise<void> {
    const left = [...this.#files.values()];
    this.#files.clear();
    for (const { file, writer } of left) await writer.discard([file.staged]);
    await this.#dropRead();
  }

  async #dropRead(): Promise<void> {
    const left = [...this.#read.values()];
    this.#read.clear();
    for (const { rendered, writer } of left) {
      const staged = rendered.outcome === 'same' ? rendered.staged : undefined;
      if (staged) await writer.discard([staged]);
    }
  }
}

function makeKey(site: SiteId, path: string): string {
  return `${site} ${path}`;
}

function keyOfOutput({ listed = null, ...output }: OutputId): string {
  return toOutputKey({ ...output, listed });
}

/** Whether files of one may be put live by the other: for the same build, and not taken away by whoever took leases over. */
function isOf(one: LiveWriter, other: LiveWriter): boolean {
  return one.build === other.build && one.isOpen();
}
