import type { ProductStatus } from '#domain/vocabulary.ts';

export const productStatusLabels: Readonly<Record<ProductStatus, string>> = {
  active: 'Active',
  nrnd: 'Not recommended for new designs',
  upcoming: 'Upcoming',
  obsolete: 'Obsolete',
  last_buy: 'Last buy',
  new: 'New',
};
