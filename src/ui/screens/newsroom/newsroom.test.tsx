import { describe, expect, it } from 'vitest';
import type { ScreenContent } from '#view-model/screens/screen-content.ts';
import type { Author, EventTeaser, PostTeaser } from '#view-model/resolved.ts';
import { article, context, headingLevels, story } from '#view-model/view-fixtures.ts';
import { markup } from '#ui/markup.ts';
import { Screen } from '../Screen.tsx';

const author: Author = { id: 1, name: 'Ada', href: '/a/ada', position: '', bio: '', image: null };
const post = (id: number): PostTeaser => ({ ...article(id), author, tags: [{ id: 2, name: 'Air', href: '/t/air' }] });
const event: EventTeaser = {
  id: 1,
  link: null,
  website: null,
  title: 'Fair',
  summary: '',
  venue: '',
  city: 'Wien',
  country: 'AT',
  isOnline: false,
  startsAt: '2027-01-19T00:00:00Z',
  endsAt: '2027-01-19T08:00:00Z',
  timeZone: 'Europe/Vienna',
  image: null,
};
const render = (content: ScreenContent) => markup(Screen, { content, context });
const many = (count: number) => Array.from({ length: count }, (_, index) => article(index + 1));

describe('a list of news', () => {
  it('is complete, year by year, and marks items of later pages', () => {
    const html = render({
      screen: 'articles',
      articles: [article(0, { publishedAt: '2026-12-31T23:30:00Z' }), ...many(14)],
    });
    // Where the company is, the new year has begun.
    expect([...html.matchAll(/<h2[^>]*>(\d+)</g)].map(([, year]) => year)).toEqual(['2027', '2026']);
    expect(html.match(/data-item=""/g)).toHaveLength(15);
    expect(html.match(/data-beyond=""/g)).toHaveLength(3);
  });

  it('offers filters by links that lead to a part of the list also without script', () => {
    const articles = [article(1, { type: 'news' }), article(2, { publishedAt: '2025-05-05T10:00:00Z' })];
    const html = render({ screen: 'articles', articles });
    expect(html).toContain('href="?year=2025#year-2025"');
    expect(html).toContain('id="year-2025"');
    expect(html).toContain('href="?type=press_release#articles-type-press_release"');
  });
});

describe('the blog', () => {
  it('leads to its posts and their subjects', () => {
    const html = render({ screen: 'posts', posts: [post(1)], tags: [{ id: 2, name: 'Air', href: '/t/air' }] });
    expect(headingLevels(html)).toEqual([2, 3]);
    expect(html).toContain('href="/t/air"');
  });
});

describe('ad hoc announcements', () => {
  it('are flagged and dated to the minute with the zone', () => {
    const html = render({
      screen: 'announcements',
      announcements: [article(1, { publishedAt: '2025-03-11T05:45:00Z' })],
    });
    expect(html).toContain('adHoc.flag');
    expect(html).toMatch(/11 March 2025.{1,5}06:45 (CET|GMT\+1)/);
  });
});

describe('events', () => {
  it('are those to come, then those that are over, if there are any', () => {
    expect(headingLevels(render({ screen: 'events', upcoming: [event], past: [{ ...event, id: 2 }] }))).toEqual([
      2, 3, 2, 3,
    ]);
    expect(headingLevels(render({ screen: 'events', upcoming: [], past: [] }))).toEqual([2]);
  });
});

describe('stories', () => {
  it('are listed below their categories and name their groups', () => {
    const html = render({
      screen: 'stories',
      stories: [story(1), story(2, { category: { id: 2, title: 'First steps' }, groups: [] }), story(3)],
    });
    expect(headingLevels(html)).toEqual([2, 3, 3, 2, 3]);
    expect(html).toContain('data-category="1" data-group="1"');
  });
});

it.each(['articles', 'posts', 'announcements', 'events', 'stories', 'jobs'] as const)(
  '%s says so when there are none',
  (screen) => {
    const contents = {
      articles: { screen: 'articles', articles: [] },
      posts: { screen: 'posts', posts: [], tags: [] },
      announcements: { screen: 'announcements', announcements: [] },
      events: { screen: 'events', upcoming: [], past: [] },
      stories: { screen: 'stories', stories: [] },
      jobs: { screen: 'jobs', jobs: [] },
    } as const satisfies Record<string, ScreenContent>;
    expect(render(contents[screen])).toMatch(/\.empty/);
  },
);
