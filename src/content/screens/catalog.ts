import { catalogPartPath } from '#domain/catalog-part.ts';
import { idsInCircles } from '#domain/circles.ts';
import { pathFor } from '#domain/addresses/routes.ts';
import type { CatalogTerms } from '#view-model/screens/screen-content.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import type { Reading } from '#content/reading/reading.ts';
import { resolveCatalogEntry } from '#kinds/product/resolve-catalog-entry.ts';
import { resolveSeries } from '#kinds/series/resolve.ts';
import { localText } from '#kinds/reading/local-text.ts';
import type { ListRows } from '#kinds/list-answers.ts';
import type { Screen } from './screen.ts';

/** Products on the first page. */
const firstPage = 12;
/** Up to so many products the page names all of them, for readers without a script. */
const indexLimit = 200;

/** The catalog: its first products, and the address from which the browser loads the rest. */
export async function readCatalogScreen({ source, context }: Reading): Promise<Screen> {
  const { trace, locale, at } = context;
  trace.tag('list:product', 'list:category');
  const rows = await source.list(locale, { list: 'catalog', limit: firstPage, index: indexLimit });
  trace.changesAt(rows.next_change_at, at);
  const products = Map.groupBy(rows.index, (product) => product.category_id);
  const terms = catalogTerms(rows, new Set(products.keys()), context);
  for (const { id } of rows.index) trace.tag(`product/card:${id}`);
  return {
    content: {
      screen: 'catalog',
      total: rows.total,
      first: rows.items.flatMap((row) => resolveCatalogEntry(row, context) ?? []),
      index: terms.categories.flatMap(({ id, slug, title }) => {
        const named = products.get(id);
        return named
          ? [{ slug, title, products: named.map((product) => ({ slug: product.slug, name: product.name })) }]
          : [];
      }),
      // Node answers an address that asks for drafts, the publisher's files all others.
      parts: rows.parts.map((part) => `${catalogPartPath(locale, part)}${source.query}`),
      terms,
      series: rows.series.map((row) => resolveSeries(row, context)),
      productPath: getProductPath(context),
      comparePath: context.routePath('products.compare'),
    },
    jsonLd: [],
  };
}

/** The common start of the paths of products; a slug follows after a slash. */
export function getProductPath({ site, locale }: ReadContext): string {
  return pathFor(site, locale, 'products.catalog.detail', { slug: 'x' })?.slice(0, -2) ?? '';
}

function catalogTerms(
  rows: ListRows['catalog'],
  indexed: ReadonlySet<number | null>,
  context: ReadContext,
): CatalogTerms {
  const { locale, trace } = context;
  const inCircles = idsInCircles(rows.categories.map(({ id, parent_id: parentId }) => ({ id, parentId })));
  const findParent = ({ id, parent_id: parent }: (typeof rows.categories)[number]) =>
    inCircles.has(id) ? null : parent;
  const below = Map.groupBy(rows.categories, findParent);
  const categories: CatalogTerms['categories'][number][] = [];
  /** Answers how many products there are in a category, and notes those that have any, each after the one above it. */
  const visit = (row: (typeof rows.categories)[number]): number => {
    trace.tag(`category:${row.id}`);
    const place = categories.length;
    let products = row.products;
    for (const child of below.get(row.id) ?? []) products += visit(child);
    if (products > 0) {
      const first = categories.slice(place).find(({ anchor }) => anchor !== null);
      categories.splice(place, 0, {
        id: row.id,
        slug: row.slug,
        anchor: indexed.has(row.id) ? row.slug : (first?.anchor ?? null),
        title: localText(row.localized, locale, 'title') ?? '',
        parent: findParent(row),
        products,
        primary: row.primary,
      });
    }
    return products;
  };
  for (const row of below.get(null) ?? []) visit(row);
  const used = new Set(categories.flatMap(({ primary }) => primary));
  return {
    categories,
    series: rows.series.map(({ id, slug, display_name }) => ({ id, slug, name: display_name })),
    properties: rows.properties.flatMap((row) => {
      if (!used.has(row.id)) return [];
      trace.tag(`property:${row.id}`);
      const title = localText(row.localized, locale, 'title') ?? '';
      return [{ id: row.id, key: row.key, title, unit: row.unit ?? '', type: row.type }];
    }),
  };
}
