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
      options: { all: 'All', newsroom: 'Newsroom', career: 'Career' },
      default: 'all',
    }),
    when: radio({
      label: 'Time',
      options: { upcoming: 'Upcoming', past: 'Past' },
      default: 'upcoming',
    }),
    count: select({
      label: 'Number of events',
      options: { '3': '3', '6': '6', '12': '12', '100': 'All' },
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
