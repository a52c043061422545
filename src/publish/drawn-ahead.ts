import type { SiteId } from '#domain/sites.ts';
import type { Drawn } from './render.ts';
import type { LiveWriter, StagedFile } from './targets/target.ts';

/** A staged file that is not live, and what it was drawn from. */
type StagedDrawing = Drawn & { staged: StagedFile };

/**
 * Files of a launch that were drawn and staged before its moment. Each is put live only where what the page is given then, names what the
 * file was drawn from; the others are drawn anew.
 */
export class DrawnAhead {
  readonly #files = new Map<string, { file: StagedDrawing; writer: LiveWriter }>();

  /** How many were not taken. */
  get size(): number {
    return this.#files.size;
  }

  async add(site: SiteId, writer: LiveWriter, file: StagedDrawing): Promise<void> {
    const key = keyOf(site, file.path);
    const before = this.#files.get(key);
    this.#files.set(key, { file, writer });
    await before?.writer.discard([before.file.staged]);
  }

  has(site: SiteId, path: string): boolean {
    return this.#files.has(keyOf(site, path));
  }

  /** Hands a file over, once: null where there is none that was drawn from the same, for the same release. */
  take(site: SiteId, writer: LiveWriter, path: string, given: string): StagedDrawing | null {
    const key = keyOf(site, path);
    const found = this.#files.get(key);
    if (!found || found.file.given !== given || found.writer.release !== writer.release) return null;
    // Who has taken leases of this worker over has taken its files away.
    if (!found.writer.isOpen()) return null;
    this.#files.delete(key);
    return found.file;
  }

  /** Drops what nobody has taken. */
  async discard(): Promise<void> {
    const left = [...this.#files.values()];
    this.#files.clear();
    for (const { file, writer } of left) await writer.discard([file.staged]);
  }
}

function keyOf(site: SiteId, path: string): string {
  return `${site} ${path}`;
}
