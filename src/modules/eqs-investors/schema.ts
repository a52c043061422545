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
      options: [
        { value: 'all', label: 'All' },
        { value: 'annual_report', label: 'Annual reports' },
        { value: 'interim_report', label: 'Interim reports' },
        { value: 'presentation', label: 'Presentations' },
        { value: 'ad_hoc', label: 'Ad hoc announcements' },
        { value: 'announcement', label: 'Other announcements' },
      ],
      default: 'all',
    }),
    count: select({
      label: 'Number of publications',
      options: [
        { value: '6', label: '6' },
        { value: '12', label: '12' },
        { value: '24', label: '24' },
        { value: '100', label: '100' },
      ],
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
