import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DrawnIslands } from './drawn-islands.ts';

/** Characters of markup: those of some 1,300 pages, more than show any one product of a large site. */
const room = 32 * 1024 * 1024;

/** Markup, and the hash of all that it was drawn from. */
type Kept = { drawnFrom: string; drawn: DrawnIslands };

/** Pieces of markup as they were drawn last, for a publisher that draws the same pages again and again. */
export class MarkupCache {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: room,
    // An entry takes some room even where it shows nothing.
    sizeCalculation: ({ drawn }) => 100 + drawn.content.length,
  });

  /** The cached markup of this key, rendered again unless it was made from the same JSON (`from`). */
  get(key: string, from: unknown, draw: () => DrawnIslands): DrawnIslands {
    const drawnFrom = hash('sha256', JSON.stringify(from), 'base64url');
    const kept = this.#kept.get(key);
    if (kept?.drawnFrom === drawnFrom) return kept.drawn;
    const drawn = draw();
    this.#kept.set(key, { drawnFrom, drawn });
    return drawn;
  }
}
