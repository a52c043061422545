import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { EmployeeStory } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading, story } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const render = (items: EmployeeStory[]) =>
  markup(View, {
    id: 9,
    data: { ...layout, heading: { ...noHeading, title: 'Stories' }, count: '6' },
    lists: { stories: { list: 'stories', items } },
    slots: {},
    context,
  });

describe('LATEST_EMPLOYEE_STORIES', () => {
  it('is a grid of up to three, and slides from four on', () => {
    const grid = render([story(1), story(2), story(3)]);
    expect(grid).toContain('data-module-id="9" data-module-type="LATEST_EMPLOYEE_STORIES"');
    expect(grid).not.toContain('splide');
    expect(headingLevels(grid)).toEqual([2, 3, 3, 3]);
    const slider = render([story(1), story(2), story(3), story(4)]);
    expect(slider.match(/class="splide__slide"/g)).toHaveLength(4);
    expect(slider).not.toContain('style=');
  });

  it('leads to a story that has a page', () => {
    expect(render([story(1)])).not.toContain('<a ');
    expect(render([story(1, { href: '/career/stories/a' })])).toContain('href="/career/stories/a"');
  });

  it('tells of a video', () => {
    expect(render([story(1, { hasVideo: true })])).toContain('stories.video');
    expect(render([story(1)])).not.toContain('stories.video');
  });
});
