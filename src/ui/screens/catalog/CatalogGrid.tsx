import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { encodeSegment } from '#domain/addresses/routes.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { CompareToggle } from '../../compare/CompareToggle.tsx';
import { ProductCardView } from '../../primitives/ProductCardView.tsx';
import { type CatalogEntry, type CatalogTerms, unpackImage } from '#view-model/screens/catalog-entries.ts';

export type CatalogListProps = {
  entries: readonly CatalogEntry[];
  terms: CatalogTerms;
  productPath: string;
  canCompare: boolean;
  context: ViewContext;
};

export function productHref(productPath: string, { slug }: CatalogEntry): string {
  return `${productPath}/${encodeSegment(slug) ?? ''}`;
}

/** Products as cards. */
export function CatalogGrid({ entries, terms, productPath, canCompare, context }: CatalogListProps): ReactNode {
  return (
    <ul className="catalog__grid">
      {entries.map((entry) => (
        <li key={entry.id}>
          <ProductCardView
            product={{
              id: entry.id,
              displayName: entry.name,
              href: productHref(productPath, entry),
              status: entry.status,
              tagline: entry.tagline,
              series: terms.series.find(({ id }) => id === entry.series)?.name ?? '',
              category: terms.categories.find(({ id }) => id === entry.category)?.title ?? '',
              image: entry.image && unpackImage(entry.id, entry.image),
            }}
            level={2}
            context={context}
            sizes={pictureSizes.catalog}
          />
          {canCompare ? <CompareToggle product={{ slug: entry.slug, name: entry.name }} t={context.t} /> : null}
        </li>
      ))}
    </ul>
  );
}
