import { describe, expect, it } from 'vitest';
import { article, context, headingLevels, image, richText, story } from '#view-model/view-fixtures.ts';
import type { Author } from '#view-model/resolved.ts';
import type { EventDetail, PostDetail, StoryDetail } from '#view-model/details.ts';
import { markup } from '../markup.ts';
import { EventTemplate } from './EventTemplate.tsx';
import { PostTemplate } from './PostTemplate.tsx';
import { PostsTemplate } from './PostsTemplate.tsx';
import { StoryTemplate } from './StoryTemplate.tsx';

const author: Author = { id: 1, name: 'Ada & Co', href: '/author/ada', position: 'Engineer', bio: 'Measures.', image };
const post: PostDetail = {
  ...article(1),
  author,
  tags: [
    { id: 1, name: 'Air', href: '/tag/air' },
    { id: 2, name: 'Flow', href: null },
  ],
  body: richText('Text'),
  backHref: '/blog',
  others: [],
};
const event: EventDetail = {
  id: 1,
  link: { kind: 'internal', href: '/event/fair', target: '_self', text: '' },
  website: 'https://fair.example',
  title: 'Fair',
  summary: 'Come in.',
  venue: 'Hall 2',
  city: 'Yokohama',
  country: 'JP',
  isOnline: false,
  startsAt: '2027-01-19T00:00:00Z',
  endsAt: '2027-01-21T08:00:00Z',
  timeZone: 'Asia/Tokyo',
  image,
  body: richText('Text'),
  isPast: false,
  calendarHref: '/event/fair.ics',
  backHref: '/events',
  others: [],
};
const detail: StoryDetail = {
  ...story(1),
  body: richText('Text'),
  publishedAt: '2026-01-01T00:00:00Z',
  videoUrl: null,
  backHref: '/stories',
  others: [story(2, { href: '/stories/2' })],
};

describe('a post', () => {
  it('links to its author and its subject, where they have a page', () => {
    const html = markup(PostTemplate, { ...post, context });
    expect(html).toContain('<a href="/author/ada">Ada &amp; Co</a>');
    expect(html).toContain('<a href="/tag/air">Air</a>');
    expect(html).toContain('<li>Flow</li>');
    expect(headingLevels(html)).toEqual([1]);
    expect(headingLevels(markup(PostTemplate, { ...post, others: [post], context }))).toEqual([1, 2, 3]);
  });
});

describe('posts', () => {
  it('are listed below their subject, or below their author', () => {
    const posts = { posts: [post], backHref: '/blog', context };
    expect(headingLevels(markup(PostsTemplate, { ...posts, subject: { kind: 'tag', name: 'Air' } }))).toEqual([
      1, 2, 3,
    ]);
    const html = markup(PostsTemplate, { ...posts, subject: { kind: 'author', author } });
    expect(html).toContain('Engineer');
    expect(html).toContain('Measures.');
  });
});

describe('an event', () => {
  it('says when it is where it is, and goes into a calendar', () => {
    const html = markup(EventTemplate, { ...event, context });
    expect(html).toMatch(/19 January 2027.{1,5}09:00 (JST|GMT\+9)/);
    expect(html).toContain('Hall 2, Yokohama, Japan');
    expect(html).toContain('href="/event/fair.ics"');
    expect(html).toContain('href="https://fair.example"');
  });

  it('offers nothing to take part in when it is over', () => {
    const html = markup(EventTemplate, { ...event, isPast: true, context });
    expect(html).toContain('events.past');
    expect(html).not.toMatch(/\.ics|fair\.example/);
  });
});

describe('a story', () => {
  it('has its video in place of its picture, without a request to the platform', () => {
    expect(markup(StoryTemplate, { ...detail, context })).not.toContain('video-frame');
    const html = markup(StoryTemplate, { ...detail, videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk', context });
    expect(html).toContain('class="video-frame"');
    expect(html).toContain('video.notice');
    expect(html).not.toContain('<iframe');
    expect(headingLevels(html)).toEqual([1, 2, 3]);
  });
});
