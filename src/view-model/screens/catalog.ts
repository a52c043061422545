import type { Series } from '#view-model/resolved.ts';
import type { CatalogEntry, CatalogTerms } from './catalog-entries.ts';

export type CatalogContent = {
  screen: 'catalog';
  total: number;
  /** The products of the first page. */
  first: readonly CatalogEntry[];
  /** All products by category, while they are few. */
  index: readonly { slug: string; title: string; products: readonly { slug: string; name: string }[] }[];
  /** Where the data of all products is. */
  parts: readonly string[];
  terms: CatalogTerms;
  series: readonly Series[];
  /** The parent of product pages, for breadcrumbs. */
  productPath: string;
  /** Null on sites without a comparison. */
  comparePath: string | null;
};

/** The anchor of the list of all products on the page of the catalog. */
export const catalogIndexId = 'all-products';
