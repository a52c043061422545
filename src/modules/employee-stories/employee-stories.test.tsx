import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { EmployeeStory } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading, story } from '#view-model/view-fixtures.ts';
import { employeeStories } from './schema.ts';
import { View } from './View.tsx';

const render = (items: EmployeeStory[], sections: 'none' | 'category' | 'group' = 'none') =>
  markup(View, {
    id: 11,
    data: {
      ...layout,
      heading: noHeading,
      source: 'all',
      group: null,
      category: null,
      stories: [],
      sections,
    },
    lists: { stories: { list: 'stories', items } },
    slots: {},
    context,
  });

describe('EMPLOYEE_STORIES', () => {
  it('shows all in one grid', () => {
    const html = render([story(1), story(2)]);
    expect(html).toContain('data-module-id="11" data-module-type="EMPLOYEE_STORIES"');
    expect(headingLevels(html)).toEqual([2, 2]);
  });

  it('puts each below its category', () => {
    const html = render([story(1), story(2, { category: { id: 2, title: 'Research' } }), story(3)], 'category');
    expect(headingLevels(html)).toEqual([2, 3, 3, 2, 3]);
    expect(html.indexOf('Story 3')).toBeLessThan(html.indexOf('Research'));
    expect(html.match(/Research/g)).toHaveLength(1);
  });

  it('puts a story below each of its groups', () => {
    const groups = [
      { id: 1, title: 'Apprentices' },
      { id: 2, title: 'Graduates' },
    ];
    expect(render([story(1, { groups })], 'group').match(/Story 1/g)).toHaveLength(2);
  });

  it('reads those of a group or a category once it is chosen', () => {
    const lists = (data: object) => employeeStories.lists?.(employeeStories.schema.parse(data));
    expect(lists({ source: 'group' })).toEqual({});
    expect(lists({ source: 'group', group: 4, category: 5 })).toMatchObject({ stories: { group: 4, category: null } });
    expect(lists({ source: 'category', category: 5 })).toMatchObject({ stories: { group: null, category: 5 } });
    expect(lists({ source: 'manual', stories: [1] })).toEqual({});
  });
});
