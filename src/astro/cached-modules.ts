import { toJson } from '#domain/values/to-json.ts';
import { drawIslands, placeIslands } from './drawn-islands.ts';
import type { Markups } from './markup-cache.ts';
import { markup } from '#ui/markup.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { Modules } from '#modules/Modules.tsx';
import type { DraftModule } from '#modules/placed.ts';

/**
 * The markup of modules, of which only those are rendered that have changed. A view renders the same from the same: when a product
 * changes, a page that shows it in one of eight modules is that one module's work.
 */
export function cachedModules(cache: Markups, modules: readonly DraftModule[], context: ViewContext): string {
  const { site, locale, textLanguage, titleModule } = context;
  const draw = (module: DraftModule) => drawIslands(() => markup(Modules, { modules: [module], context }));
  return modules
    .map((module) => {
      const from = `${toJson(module)}${textLanguage}${titleModule}`;
      return placeIslands(cache.get(`${site}:${locale}:${module.id}`, from, () => draw(module)));
    })
    .join('');
}
