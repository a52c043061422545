/** What people call the areas of the administration, in their order. */
export const kindGroups = {
  website: 'Website',
  products: 'Products',
  news: 'News',
  people: 'People and careers',
  partners: 'Partners',
  investors: 'Investors',
  media: 'Media',
  forms: 'Forms',
} as const;
export type KindGroup = keyof typeof kindGroups;
