/** What records can be, as the database, the editor and views name it. */

export const productStatuses = ['active', 'nrnd', 'upcoming', 'obsolete', 'last_buy', 'new'] as const;
export type ProductStatus = (typeof productStatuses)[number];
export const productStatusLabels: Readonly<Record<ProductStatus, string>> = {
  active: 'Active',
  nrnd: 'Not recommended for new designs',
  upcoming: 'Upcoming',
  obsolete: 'Obsolete',
  last_buy: 'Last buy',
  new: 'New',
};

export const publicationCategories = [
  'annual_report',
  'interim_report',
  'presentation',
  'ad_hoc',
  'announcement',
] as const;
export type PublicationCategory = (typeof publicationCategories)[number];
