import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, select } from '#schema/fields.ts';

export const description = 'the newest stories in a row: 3, 2 or 1 at a time';

export const latestEmployeeStories = defineModule({
  type: 'LATEST_EMPLOYEE_STORIES',
  displayName: 'Latest employee stories',
  group: 'People and jobs',
  also: ['interviews', 'careers'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    count: select({
      label: 'Number of stories',
      options: { '3': '3', '6': '6', '9': '9' },
      default: '6',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Employee stories' } },
  lists: ({ count }) => ({ stories: { list: 'stories', group: null, category: null, limit: Number(count) } }),
  waitsFor: (_data, count) => (count('stories') === 0 ? 'There are no stories.' : null),
});
