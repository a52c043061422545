import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, radio, select } from '#schema/fields.ts';

export const description = 'events to come or past';

export const events = defineModule({
  type: 'EVENTS',
  displayName: 'Events',
  group: 'News and events',
  also: ['fairs', 'calendar'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    category: select({
      label: 'Category',
      options: [
        { value: 'all', label: 'All' },
        { value: 'newsroom', label: 'Newsroom' },
        { value: 'career', label: 'Career' },
      ],
      default: 'all',
    }),
    when: radio({
      label: 'Time',
      options: [
        { value: 'upcoming', label: 'Upcoming' },
        { value: 'past', label: 'Past' },
      ],
      default: 'upcoming',
    }),
    count: select({
      label: 'Number of events',
      options: [
        { value: '3', label: '3' },
        { value: '6', label: '6' },
        { value: '12', label: '12' },
        { value: '100', label: 'All' },
      ],
      default: '6',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Events' } },
  lists: ({ category, when, count }) => ({
    events: { list: 'events', category: category === 'all' ? null : category, when, limit: Number(count) },
  }),
  waitsFor: ({ when }, count) =>
    count('events') > 0 ? null : when === 'past' ? 'There are no past events.' : 'There are no upcoming events.',
});
