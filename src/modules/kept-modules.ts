import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type DrawnIslands, drawIslands, placeIslands } from '#ui/islands/write-island.ts';
import { inOnePiece, markup } from '#ui/markup.ts';
import type { ViewContext } from './contract.ts';
import { Modules } from './Modules.tsx';
import type { DraftModule } from './placed.ts';

/** Characters of markup: those of some 1,300 pages, of which a product of the largest sites stands on fewer. */
const room = 32 * 1024 * 1024;

/** The markup of a module, and the hash of all that its view was given. */
type Kept = { drawnFrom: string; drawn: DrawnIslands };

/**
 * The markup of modules as they were drawn last, for a publisher that draws the same pages again and again. A view draws the same
 * from the same, so a module is drawn anew only when any of that is different: when a product changes, a page that shows it in one
 * of eight modules is that one module's work.
 */
export class KeptModules {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: room,
    // An entry takes some room even where it shows nothing.
    sizeCalculation: ({ drawn }) => 100 + drawn.content.length,
  });

  markup(modules: readonly DraftModule[], context: ViewContext): string {
    return modules.map((module) => this.#markupOf(module, context)).join('');
  }

  #markupOf(module: DraftModule, context: ViewContext): string {
    const { site, locale, textLanguage, titleModule } = context;
    const key = `${site}:${locale}:${module.id}`;
    const drawnFrom = hash('sha256', JSON.stringify([module, textLanguage, titleModule]), 'base64url');
    let kept = this.#kept.get(key);
    if (kept?.drawnFrom !== drawnFrom) {
      const { content, directives } = drawIslands(() => markup(Modules, { modules: [module], context }));
      kept = { drawnFrom, drawn: { content: inOnePiece(content), directives } };
      this.#kept.set(key, kept);
    }
    return placeIslands(kept.drawn);
  }
}
