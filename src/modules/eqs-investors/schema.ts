import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, select } from '#schema/fields.ts';

export const description = 'reports and announcements by year';

export const eqsInvestors = defineModule({
  type: 'EQS_INVESTORS',
  displayName: 'Investor publications',
  group: 'Downloads and investors',
  also: ['annual report', 'ad hoc'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    category: select({
      label: 'Category',
      options: {
        all: 'All',
        annual_report: 'Annual reports',
        interim_report: 'Interim reports',
        presentation: 'Presentations',
        ad_hoc: 'Ad hoc announcements',
        announcement: 'Other announcements',
      },
      default: 'all',
    }),
    count: select({
      label: 'Number of publications',
      options: { '6': '6', '12': '12', '24': '24', '100': '100' },
      default: '12',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Reports and announcements' } },
  lists: ({ category, count }) => ({
    publications: {
      list: 'publications',
      category: category === 'all' ? null : category,
      limit: Number(count),
    },
  }),
  waitsFor: (_data, count) => (count('publications') === 0 ? 'There are no publications of this category.' : null),
});
