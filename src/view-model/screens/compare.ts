export type CompareContent = {
  screen: 'compare';
  /** The parent of product pages, for breadcrumbs. */
  productPath: string;
  catalogPath: string | null;
};
