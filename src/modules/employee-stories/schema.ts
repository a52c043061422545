import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, radio, reference, references, select } from '#schema/fields.ts';
import type { ListQuery } from '#schema/lists.ts';

const limit = 200;

export const description = 'stories of a group, a category, all or chosen ones';

export const employeeStories = defineModule({
  type: 'EMPLOYEE_STORIES',
  displayName: 'Employee stories',
  group: 'People and jobs',
  also: ['interviews', 'careers'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: select({
      label: 'Stories',
      options: { all: 'All', group: 'All of a group', category: 'All of a category', manual: 'Chosen by hand' },
      default: 'all',
    }),
    group: reference('story_group', { label: 'Group', when: { field: 'source', equals: ['group'] } }),
    category: reference('story_category', { label: 'Category', when: { field: 'source', equals: ['category'] } }),
    stories: references('employee_story', {
      label: 'Stories',
      max: 24,
      when: { field: 'source', equals: ['manual'] },
    }),
    sections: radio({
      label: 'Under headings',
      options: { none: 'None', category: 'By category', group: 'By group' },
      default: 'none',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Employee stories' } },
  lists: ({ source, group, category }): Record<string, ListQuery> => {
    if (source === 'manual') return {};
    const chosen = source === 'group' ? group : source === 'category' ? category : null;
    // A group or category that has not been chosen yet has no stories.
    if (source !== 'all' && chosen === null) return {};
    return {
      stories: {
        list: 'stories',
        group: source === 'group' ? chosen : null,
        category: source === 'category' ? chosen : null,
        limit,
      },
    };
  },
  waitsFor: ({ source, group, category, stories }, count) => {
    if (source === 'manual') return stories.length === 0 ? 'Choose stories.' : null;
    if (source === 'group' && group === null) return 'Choose a group of stories.';
    if (source === 'category' && category === null) return 'Choose a category of stories.';
    return count('stories') === 0 ? 'There are no stories of this choice.' : null;
  },
});
