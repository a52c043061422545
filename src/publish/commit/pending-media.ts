import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { readOpenGraphPath } from '#kinds/image/resolve.ts';

/** Brings media into the live build of a site. */
type BringMedia = (site: SiteId, files: readonly string[]) => Promise<unknown>;

const stored = z.partialRecord(z.enum(siteIds), z.array(z.string())).catch({});

/**
 * Media of sites that are served for the first time while their media are still on the way: what a visitor asks for is brought
 * first, and in the end all are. What is missing is written down in the data directory, so that the next start goes on with it.
 */
export class PendingMedia {
  readonly #file: string;
  readonly #missing = new Map<SiteId, Set<string>>();
  #stopped = false;

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, 'pending-media.json');
    if (!this.isOpen) return;
    const before = stored.parse(readJson(this.#file));
    for (const site of siteIds) this.#missing.set(site, new Set(before[site]));
  }

  /** Whether media are on the way, by this process or by one that was stopped meanwhile. */
  get isOpen(): boolean {
    return existsSync(this.#file);
  }

  /** Writes down that media will be on the way, before there is anything that shows them. */
  async open(): Promise<void> {
    await this.#save();
  }

  /** Has to be called before the site is live. */
  async add(site: SiteId, files: Iterable<string>): Promise<void> {
    this.#missing.set(site, new Set(files));
    await this.#save();
  }

  /** Brings a file that somebody asks for; answers false at once for one that is not on the way. */
  async bring(site: SiteId, file: string, bring: BringMedia): Promise<boolean> {
    const missing = this.#missing.get(site);
    if (!missing?.has(file)) return false;
    await bring(site, [file]);
    missing.delete(file);
    return true;
  }

  /** Brings all that is missing, and closes unless it is stopped meanwhile. Pictures for sharing a page come last. */
  async bringAll(bring: BringMedia): Promise<void> {
    const isForSharing = (file: string) => readOpenGraphPath(file) !== null;
    for (const turn of [false, true]) {
      for (const [site, missing] of this.#missing) {
        for (const file of [...missing].filter((each) => isForSharing(each) === turn)) {
          if (this.#stopped) return;
          await this.bring(site, file, bring);
        }
      }
    }
    if (!this.#stopped) await rm(this.#file, { force: true });
  }

  stop(): void {
    this.#stopped = true;
  }

  async #save(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    const missing = Object.fromEntries([...this.#missing].map(([site, files]) => [site, [...files]]));
    await writeFile(`${this.#file}.next`, JSON.stringify(missing));
    await rename(`${this.#file}.next`, this.#file);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // An older one was complete, or there is none: what pages show is found by the upkeep.
    return {};
  }
}
