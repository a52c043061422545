import { LRUCache } from 'lru-cache';
import { type DrawnIslands, drawIslands, placeIslands } from '#ui/islands/write-island.ts';
import { inOnePiece, markup } from '#ui/markup.ts';
import type { ViewContext } from './contract.ts';
import { Modules } from './Modules.tsx';
import type { DraftModule } from './placed.ts';

/** Characters, of what modules were drawn from and of their markup: those of some 1,300 pages of 25 KB. */
const room = 64 * 1024 * 1024;

type Kept = { drawnFrom: string; drawn: DrawnIslands };

/**
 * The markup of modules as they were drawn last, each with all that its view was given. A view draws the same from the same, so a
 * module is drawn anew only when any of that is different: when a product changes, a page that shows it in one of eight modules is
 * that one module's work.
 */
export class KeptModules {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: room,
    sizeCalculation: ({ drawnFrom, drawn }) => drawnFrom.length + drawn.content.length,
  });

  markup(modules: readonly DraftModule[], context: ViewContext): string {
    return modules.map((module) => this.#markupOf(module, context)).join('');
  }

  #markupOf(module: DraftModule, context: ViewContext): string {
    const { site, locale, textLanguage, titleModule } = context;
    const key = `${site}:${locale}:${module.id}`;
    const drawnFrom = JSON.stringify([module, textLanguage, titleModule]);
    let kept = this.#kept.get(key);
    if (kept?.drawnFrom !== drawnFrom) {
      const { content, directives } = drawIslands(() => markup(Modules, { modules: [module], context }));
      kept = { drawnFrom, drawn: { content: inOnePiece(content), directives } };
      this.#kept.set(key, kept);
    }
    return placeIslands(kept.drawn);
  }
}
