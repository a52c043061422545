import type { PageContent } from '#content/reading/page-content.ts';
import { outputFile } from '#edge/output-file.ts';
import { unreadableTag } from '#kinds/reading/trace.ts';
import { drawnBefore, isAskedFor } from '#publish/draw/drawn-before.ts';
import { unwritable, waiting } from '#publish/failure-record.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import type { Log } from '#publish/log.ts';
import type { MediaStore } from './media.ts';
import { missingAgainMilliseconds, missingPictures, picturesAmong } from './missing-pictures.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import {
  type DeferredOutput,
  type PublishedOutput,
  type ReceiptItem,
  toCompletion,
  deferred,
  failedItem,
} from './published-output.ts';
import type { Reframed } from '#publish/draw/reframe.ts';
import type { Drawn, Rendered } from '#publish/draw/render.ts';
import type { LiveWriter, Priority, StagedFile } from '#publish/targets/target.ts';
import { describeUnwritable, classifyUnwritable } from '#publish/targets/unwritable.ts';

class MissingPictures extends Error {
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    super(`Missing in Storage: ${files.join(', ')}`);
    this.files = files;
  }
}

type BatchFilesOptions = {
  writer: LiveWriter;
  media: MediaStore;
  log: Log;
  /** The time that is published. */
  at: string;
  priority: Priority;
  /** Told of the milliseconds that each file takes until it is staged. */
  onPut?: ((milliseconds: number) => void) | undefined;
  /** What an output that was drawn elsewhere shows. */
  readContent: (output: ClaimedOutput) => Promise<PageContent | null>;
};

type File = Pick<Extract<Rendered, { outcome: 'rendered' }>, 'path' | 'hash' | 'media' | 'given'> & {
  /** In memory that can be handed over. */
  bytes: Uint8Array<ArrayBuffer>;
};

/** The entry of an output for the receipt, and its file if that is another one. */
type StagedItem = { item: ReceiptItem | null; staged?: StagedFile };

/** Stages the files of one claimed batch. */
export class BatchFiles {
  readonly #writer: LiveWriter;
  readonly #media: MediaStore;
  readonly #log: Log;
  readonly #at: string;
  readonly #priority: Priority;
  readonly #onPut: BatchFilesOptions['onPut'];
  readonly #readContent: BatchFilesOptions['readContent'];
  /** The previous paths of the outputs of the batch. */
  readonly #before: ReadonlySet<string | null>;

  constructor(
    { writer, media, log, at, priority, onPut, readContent }: BatchFilesOptions,
    outputs: readonly ClaimedOutput[],
  ) {
    this.#writer = writer;
    this.#media = media;
    this.#log = log;
    this.#at = at;
    this.#priority = priority;
    this.#onPut = onPut;
    this.#readContent = readContent;
    this.#before = new Set(outputs.map(({ path }) => path));
  }

  /**
   * Stages a rendered output. What the file system refuses concerns this output only: a name fails it, and what may pass
   * defers it.
   */
  async stage(output: ClaimedOutput, rendered: Rendered | Reframed): Promise<PublishedOutput | DeferredOutput> {
    try {
      return await this.#apply(output, rendered);
    } catch (error) {
      const what = classifyUnwritable(error);
      if (error instanceof MissingPictures && (rendered.outcome === 'rendered' || rendered.outcome === 'same')) {
        const { tags, types, nextChangeAt } = rendered;
        const content = 'content' in rendered ? rendered.content : null;
        const failure = missingPictures(content ?? (await this.#readContent(output)), error.files);
        return this.#apply(output, { outcome: 'failed', failure, tags, types, nextChangeAt: this.#soon(nextChangeAt) });
      }
      if (rendered.outcome !== 'rendered' && rendered.outcome !== 'reframed') throw error;
      if (what === null) throw error;
      const { path } = rendered;
      if (what !== 'name' || rendered.outcome === 'reframed') {
        return deferred(output, waiting(path, `its file cannot be written: ${describeUnwritable(error)}`), error);
      }
      const { tags, types, nextChangeAt } = rendered;
      return this.#apply(output, { outcome: 'failed', failure: unwritable(path), tags, types, nextChangeAt });
    }
  }

  /** The next change by the clock, or the next attempt. */
  #soon(nextChangeAt: string | null): string {
    const again = Date.parse(this.#at) + missingAgainMilliseconds;
    return new Date(Math.min(again, nextChangeAt === null ? again : Date.parse(nextChangeAt))).toISOString();
  }

  async #apply(output: ClaimedOutput, rendered: Rendered | Reframed): Promise<PublishedOutput> {
    const { item, staged = null } = await this.#itemOf(output, rendered);
    return { output, completion: toCompletion(output, rendered), items: item ? [item] : [], staged };
  }

  async #itemOf(output: ClaimedOutput, rendered: Rendered | Reframed): Promise<StagedItem> {
    switch (rendered.outcome) {
      case 'absent':
        return { item: null };
      case 'failed':
        return { item: this.#keepLastGood(output, rendered), ...(await this.#lastGood(output)) };
      case 'rendered':
        // The next page is rendered into the same buffer.
        return this.#write(output, { ...rendered, bytes: new Uint8Array(rendered.bytes) });
      case 'reframed': {
        const { bytes, ...file } = rendered;
        return bytes ? this.#write(output, { ...file, bytes }) : { item: sameItem(output, rendered.path) };
      }
      case 'same':
        return rendered.staged
          ? this.#place(output, { ...rendered, staged: rendered.staged })
          : { item: sameItem(output, rendered.path) };
    }
  }

  #keepLastGood(output: ClaimedOutput, { failure }: Extract<Rendered, { outcome: 'failed' }>): ReceiptItem | null {
    const { site, kind, ref, locale, path, reasons } = output;
    // It failed before, and the change is one of something else: this publish has nothing to say about it.
    if (reasons.every((reason) => reason === unreadableTag)) return null;
    this.#log.warn({ site, kind, ref, locale, path, reason: failure.message }, 'A page keeps its last good version');
    return failedItem(output, failure);
  }

  /** The last good file, where a place has another one: a publisher that was killed may have put it there, and nobody knows of it. */
  async #lastGood({ path, hash }: ClaimedOutput): Promise<{ staged?: StagedFile }> {
    if (path === null || hash === null || (await this.#has(path, hash))) return {};
    const file = outputFile(path);
    const bytes = await this.#writer.readHere(file);
    if (!bytes || hashBytes(bytes) !== hash) return {};
    try {
      return { staged: await this.#writer.stage(file, new Uint8Array(bytes), hash, this.#priority) };
    } catch (error) {
      if (classifyUnwritable(error) === null) throw error;
      // Whatever the disk takes next is told by another output; this one is found again when files are compared.
      return {};
    }
  }

  /** The file of an output, if it was drawn from the same at the same path, and is there. */
  async lastDrawn(output: ClaimedOutput, path: string, given: string): Promise<Drawn | null> {
    const drawn = drawnBefore(output, path, given);
    return drawn && (await this.#has(path, drawn.hash)) ? drawn : null;
  }

  /** The index may say so of a file that a hand or a full disk has taken away. */
  async #has(path: string, hash: string): Promise<boolean> {
    const bytes = await this.#writer.read(outputFile(path));
    return bytes !== null && hashBytes(bytes) === hash;
  }

  async #write(output: ClaimedOutput, { bytes, ...file }: File): Promise<StagedItem> {
    const unchanged = await this.#unchanged(output, file);
    if (unchanged) return { item: unchanged };
    await this.#bringMedia(output, file);
    const began = performance.now();
    const staged = await this.#writer.stage(outputFile(file.path), bytes, file.hash, this.#priority);
    this.#onPut?.(performance.now() - began);
    return { item: this.#newItem(output, file.path), staged };
  }

  /** A file that was staged before. */
  async #place(
    output: ClaimedOutput,
    { staged, ...file }: Omit<File, 'bytes'> & { staged: StagedFile },
  ): Promise<StagedItem> {
    const unchanged = await this.#unchanged(output, file);
    if (unchanged) {
      await this.#writer.discard([staged]);
      return { item: unchanged };
    }
    try {
      await this.#bringMedia(output, file);
    } catch (error) {
      await this.#writer.discard([staged]);
      throw error;
    }
    return { item: this.#newItem(output, file.path), staged };
  }

  async #unchanged(
    { locale, reasons, ...current }: ClaimedOutput,
    { path, hash, given }: Omit<File, 'bytes'>,
  ): Promise<ReceiptItem | null> {
    const isSame = current.hash === hash && current.path === path && !isAskedFor({ reasons });
    if (!isSame || !(await this.#has(path, hash))) return null;
    // Documents are written as they are read.
    const change = given === null ? 'same' : 'unchanged';
    return { path, locale, change, reasons, seen_live_at: null, failure: null };
  }

  async #bringMedia({ site }: ClaimedOutput, { path, media }: Omit<File, 'bytes'>): Promise<void> {
    const missing = await this.#media.ensure(this.#writer, media);
    const pictures = picturesAmong(missing);
    if (pictures.length > 0) throw new MissingPictures(pictures);
    if (missing.length > 0) this.#log.warn({ site, path, missing }, 'Media files are missing in Storage');
  }

  #newItem({ locale, reasons }: ClaimedOutput, path: string): ReceiptItem {
    const change = this.#before.has(path) ? 'changed' : 'new';
    return { path, locale, change, reasons, seen_live_at: null, failure: null };
  }
}

function sameItem({ locale, reasons }: ClaimedOutput, path: string): ReceiptItem {
  return { path, locale, change: 'same', reasons, seen_live_at: null, failure: null };
}
