import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, references, select } from '#schema/fields.ts';
import type { ListQuery } from '#schema/lists.ts';

const limit = 24;

export const description = 'webinars to come, recordings, or chosen ones';

export const webinars = defineModule({
  type: 'WEBINARS',
  displayName: 'Webinars',
  group: 'News and events',
  also: ['seminars', 'training'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: select({
      label: 'Webinars',
      options: { manual: 'Chosen by hand', upcoming: 'All that are to come', past: 'All recordings' },
      default: 'upcoming',
    }),
    webinars: references('webinar', {
      label: 'Webinars',
      max: limit,
      when: { field: 'source', equals: ['manual'] },
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Webinars' } },
  lists: ({ source }): Record<string, ListQuery> =>
    source === 'manual' ? {} : { webinars: { list: 'webinars', when: source, limit } },
  waitsFor: ({ source, webinars: chosen }, count) => {
    if (source === 'manual') return chosen.length === 0 ? 'Choose webinars.' : null;
    if (count('webinars') > 0) return null;
    return source === 'past' ? 'There are no recordings.' : 'There are no webinars to come.';
  },
});
