import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, radio } from '#schema/fields.ts';
import { highlightItem } from '#schema/item-shapes.ts';
import type { ListQuery } from '#schema/lists.ts';

/** As many as a visitor goes through in a slider; the job table shows the rest. */
const maximum = 12;

export const description = 'what speaks for working here, by hand or the open positions: 4, 3 or 1 at a time';

export const highlights = defineModule({
  type: 'HIGHLIGHTS',
  displayName: 'Job highlights',
  group: 'People and jobs',
  also: ['careers', 'vacancies'],
  version: 2,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: radio({
      label: 'Highlights',
      options: { manual: 'Written by hand', jobs: 'The newest open positions' },
      default: 'manual',
    }),
    highlights: list(highlightItem, {
      label: 'Highlights',
      itemLabel: 'highlight',
      min: 1,
      max: maximum,
      when: { field: 'source', equals: ['manual'] },
    }),
  }),
  // The positions are there before anything is written.
  defaults: { source: 'jobs' },
  placeholders: { heading: { title: 'What speaks for working here' } },
  lists: ({ source }): Record<string, ListQuery> =>
    source === 'manual' ? {} : { jobs: { list: 'jobs', field: null, location: null, limit: maximum } },
  waitsFor: ({ source }, count) => (source === 'jobs' && count('jobs') === 0 ? 'There are no jobs.' : null),
});
