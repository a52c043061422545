import type { SiteId } from '#domain/sites.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';

/** The database retains changes for a day (`change_log`); an entry that was not checked for longer could miss one. */
const offeredForMilliseconds = 12 * 60 * 60 * 1000;

/** Globals, and the last change that they know of. */
export type CachedGlobals = { seq: number; row: GlobalsRow };

/**
 * The globals of each site as they were read last, for a publisher that shows the same menus on every page it renders. The
 * database tells whether a change has named them since.
 */
export class GlobalsCache {
  readonly #entries = new Map<SiteId, CachedGlobals & { until: number }>();

  get(site: SiteId): CachedGlobals | null {
    const cached = this.#entries.get(site);
    return cached && performance.now() < cached.until ? cached : null;
  }

  /** `seq` is a change that had been taken in before they were read, or were found unchanged. */
  set(site: SiteId, { seq, row }: CachedGlobals): void {
    this.#entries.set(site, { seq, row, until: performance.now() + offeredForMilliseconds });
  }
}
