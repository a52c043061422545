import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { headingField, layoutFields, references, select } from '../fields.ts';
import type { ListQuery } from '../lists.ts';

const limit = 24;

export const webinars = defineModule({
  type: 'WEBINARS',
  displayName: 'Webinars',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: select({
      label: 'Webinars',
      options: [
        { value: 'manual', label: 'Chosen by hand' },
        { value: 'upcoming', label: 'All that are to come' },
        { value: 'past', label: 'All recordings' },
      ],
      default: 'upcoming',
    }),
    webinars: references('webinar', {
      label: 'Webinars',
      max: limit,
      when: { field: 'source', equals: ['manual'] },
    }),
  }),
  defaults: { heading: { title: 'Webinars' } },
  lists: ({ source }): Record<string, ListQuery> =>
    source === 'manual' ? {} : { webinars: { list: 'webinars', when: source, limit } },
});
