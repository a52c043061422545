import { LRUCache } from 'lru-cache';
import type { Locale } from '#domain/locales.ts';
import type { StoredModule } from '#kinds/page/shapes.ts';

/** The capacity in pages of one locale each: more than any product of a large site is shown on. */
const room = 1500;

export type CachedTree = { version: string; modules: StoredModule[] };

/** Module trees that were read before. */
export type Trees = Pick<TreeCache, 'get' | 'set'>;

/**
 * The module trees of published pages as they were read last, for a publisher that reads the same pages again and again. The
 * database tells by the version whether a tree is still the one of its page.
 */
export class TreeCache {
  readonly #entries = new LRUCache<string, CachedTree>({ max: room });

  /** The same, for a change of all pages: where they do not fit, those that are here stay. */
  readonly forBulk: Trees = {
    get: (id, locale) => this.get(id, locale),
    set: (id, locale, tree) => {
      if (this.#entries.size < room || this.#entries.has(`${id}:${locale}`)) this.set(id, locale, tree);
    },
  };

  get(id: number, locale: Locale): CachedTree | undefined {
    return this.#entries.get(`${id}:${locale}`);
  }

  set(id: number, locale: Locale, tree: CachedTree): void {
    this.#entries.set(`${id}:${locale}`, tree);
  }
}
