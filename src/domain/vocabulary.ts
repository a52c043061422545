/** What records can be, as the database, the editor and views name it. */

export const productStatuses = ['active', 'nrnd', 'upcoming', 'obsolete', 'last_buy', 'new'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const publicationCategories = [
  'annual_report',
  'interim_report',
  'presentation',
  'ad_hoc',
  'announcement',
] as const;
export type PublicationCategory = (typeof publicationCategories)[number];
