import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import type { Log } from '../log.ts';
import type { Publisher } from '#publish/queue/publisher.ts';
import type { LiveWriter, Target } from '../targets/target.ts';
import { compressedEndings, isCompressible } from '#publish/targets/compressed.ts';
import { type TidyArchiveOptions, tidyArchive } from './tidy-archive.ts';
import { upkeepAnswers } from './upkeep-jobs.ts';
import { UpkeepWorker } from './upkeep-worker.ts';

export type BuildUpkeepOptions = {
  publisher: Pick<Publisher, 'onReceipt' | 'tidyMedia'>;
  targets: Readonly<Record<SiteId, Target>>;
  /** Where it is noted since when media have not been shown. */
  stateDirectory: string;
  retentionMilliseconds: number;
  log: Log;
  now?: () => number;
  /** Of the process that works; the lowest unless somebody waits for it, as tests do. */
  priority?: number;
};

/** What is done for published files after they are live, by a process of low priority. Nobody waits for it. */
export class BuildUpkeep {
  readonly #options: BuildUpkeepOptions;
  readonly #worker: UpkeepWorker;
  readonly #changed = new Map<SiteId, Set<string>>();
  readonly #writers = new Map<SiteId, LiveWriter>();
  readonly #unsubscribe: () => void;
  #stopped = false;

  constructor(options: BuildUpkeepOptions) {
    this.#options = options;
    this.#worker = new UpkeepWorker(options.priority ?? 19);
    this.#unsubscribe = options.publisher.onReceipt(({ site, items }) => {
      const files = this.#changed.get(site) ?? new Set();
      for (const { path: url, change } of items) {
        if (change === 'new' || change === 'changed') files.add(outputFile(url));
      }
      this.#changed.set(site, files);
    });
  }

  /** Compresses what has changed since the last call. */
  async compressChanged(): Promise<void> {
    for (const [site, files] of this.#changed) {
      this.#changed.delete(site);
      await this.#compress(site, files);
    }
  }

  /** Compresses what has no compressed copies: all of a new build, and what other publishers have changed. */
  async compressMissing(): Promise<void> {
    for (const site of siteIds) {
      const writer = await this.#writerOf(site);
      if (!writer || this.#stopped) continue;
      const files = await this.#worker.run(
        { kind: 'find-uncompressed', build: writer.directory },
        upkeepAnswers['find-uncompressed'],
      );
      await this.#compress(site, files);
    }
  }

  /** Takes media out that no published file has shown for the retention. */
  async tidyMedia(): Promise<void> {
    const { publisher, stateDirectory, retentionMilliseconds, log, now = Date.now } = this.#options;
    for (const site of siteIds) {
      const writer = await this.#writerOf(site);
      if (!writer || this.#stopped) continue;
      const foundAt = Date.now();
      const found = await this.#worker.run(
        {
          kind: 'find-unused-media',
          build: writer.directory,
          state: path.join(stateDirectory, `unused-media-${site}.json`),
          now: now(),
          retentionMilliseconds,
        },
        upkeepAnswers['find-unused-media'],
      );
      const { removed, missing } = await publisher.tidyMedia(site, writer.build, { ...found, foundAt });
      if (removed.length > 0)
        log.info({ site, removed: removed.length }, 'Media that no page shows are not public any more');
      if (missing.length > 0) log.warn({ site, missing }, 'Media files are missing in Storage');
    }
  }

  /** Files and deletes what the sites showed before. */
  tidyArchive(options: Omit<TidyArchiveOptions, 'worker' | 'goesOn'>): Promise<void> {
    return tidyArchive({ ...options, worker: this.#worker, goesOn: () => !this.#stopped });
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    this.#worker.end();
  }

  /** Ends the process until there is something to do. */
  rest(): void {
    this.#worker.end();
  }

  async #compress(site: SiteId, files: Iterable<string>): Promise<void> {
    for (const file of files) {
      const writer = await this.#writerOf(site);
      if (!writer || this.#stopped) return;
      if (!isCompressible(file)) continue;
      const temporary = writer.temporaryName();
      try {
        const job = { kind: 'compress', build: writer.directory, file, temporary } as const;
        const identity = await this.#worker.run(job, upkeepAnswers.compress);
        if (identity !== null) await writer.addCopies(file, { temporary, identity });
      } finally {
        for (const ending of compressedEndings) await rm(`${temporary}${ending}`, { force: true });
      }
    }
  }

  async #writerOf(site: SiteId): Promise<LiveWriter | null> {
    const target = this.#options.targets[site];
    const build = await target.currentBuild();
    const known = this.#writers.get(site);
    if (known && known.build === build && known.isOpen()) return known;
    const writer = await target.openCurrent();
    if (writer) this.#writers.set(site, writer);
    return writer;
  }
}
