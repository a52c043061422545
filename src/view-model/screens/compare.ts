export type CompareContent = {
  screen: 'compare';
  /** What the pages of products stand below. */
  productPath: string;
  catalogPath: string | null;
};
