import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { inOnePiece } from '#ui/markup.ts';
import type { DrawnIslands } from './drawn-islands.ts';

/**
 * Characters of markup: those of some 1,900 pages, more than show any one product of a large site. Pages that a change reaches one after
 * the other have to fit as a whole: otherwise each pushes out what the next change would have found, and nothing is found at all.
 */
const room = 64 * 1024 * 1024;
/** More than a module has: below that, the cache counts as full. */
const roomOfModule = 1024 * 1024;

/** Markup, and the hash of all that it was rendered from. */
type Entry = { drawnFrom: string; drawn: DrawnIslands };

/** Markup that was rendered before. */
export type Markups = Pick<MarkupCache, 'get'>;

/** Pieces of markup as they were rendered last, for a publisher that renders the same pages again and again. */
export class MarkupCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: room,
    // An entry takes some room even where it shows nothing.
    sizeCalculation: ({ drawn }) => 100 + drawn.content.length,
  });

  /**
   * The same, for a change of all pages: where they do not fit, those that are here stay, and what is not here is rendered without being
   * hashed and put away.
   */
  readonly forBulk: Markups = {
    get: (key, from, draw) => (this.#isFull && !this.#entries.has(key) ? draw() : this.get(key, from, draw)),
  };

  get #isFull(): boolean {
    return this.#entries.calculatedSize > room - roomOfModule;
  }

  /** The cached markup of this key, rendered again unless it was made from the same text (`from`). */
  get(key: string, from: string, draw: () => DrawnIslands): DrawnIslands {
    const drawnFrom = hash('sha256', from, 'base64url');
    const cached = this.#entries.get(key);
    if (cached?.drawnFrom === drawnFrom) return cached.drawn;
    const { content, islands } = draw();
    const drawn = { content: inOnePiece(content), islands };
    this.#entries.set(key, { drawnFrom, drawn });
    return drawn;
  }
}
