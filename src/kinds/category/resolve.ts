import type { Category } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import type { CategoryRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** A category of products, which leads to the catalog narrowed to it, on sites that have a catalog. */
export function resolveCategory(row: CategoryRow, context: ReadContext): Category {
  context.trace.tag(`category/card:${row.id}`);
  const catalog = context.routePath('products.catalog');
  return {
    id: row.id,
    slug: row.slug,
    title: localText(row.localized, context.locale, 'title') ?? '',
    description: localText(row.localized, context.locale, 'description') ?? '',
    href: catalog === null ? null : `${catalog}?category=${encodeURIComponent(row.slug)}`,
  };
}
