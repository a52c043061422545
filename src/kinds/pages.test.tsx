import { describe, expect, it } from 'vitest';
import {
  article,
  context,
  headingLevels,
  image,
  product,
  productDetail,
  richText,
  story,
} from '#view-model/view-fixtures.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import { markup } from '#ui/markup.ts';
import type { EventDetail, PostDetail, StoryDetail } from '#view-model/details.ts';
import type { ArticleDetail } from '#view-model/frame.ts';
import type { Author, ProductDetail } from '#view-model/resolved.ts';
import { Page as ArticlePage } from './article/Page.tsx';
import { Page as AuthorPage } from './author/Page.tsx';
import { Page as StoryPage } from './employee-story/Page.tsx';
import { Page as EventPage } from './event/Page.tsx';
import { Page as PostPage } from './post/Page.tsx';
import { Page as ProductPage } from './product/Page.tsx';
import { Page as TagPage } from './tag/Page.tsx';

const document = {
  id: 1,
  title: 'Data sheet',
  href: '/d.pdf',
  contentDate: '2026-08-01',
  typeLabel: 'datasheet',
  size: 1000,
};

const detail: ProductDetail = {
  ...productDetail,
  displayName: 'HX43',
  name: 'HX43-DIS',
  orderCode: '3.000.412',
  status: 'new',
  tagline: 'The reference <for humidity>',
  description: emptyRichText,
  href: null,
};
const elsewhere = { stock: null, comparePath: null };

const news: ArticleDetail = {
  id: 1,
  title: 'A second line',
  lead: '',
  body: richText('Text'),
  type: 'news',
  publishedAt: '2026-10-28T08:00:00Z',
  image: null,
  documents: [],
  backHref: '/news',
  latest: [],
};

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
const employeeStory: StoryDetail = {
  ...story(1),
  body: richText('Text'),
  publishedAt: '2026-01-01T00:00:00Z',
  videoUrl: null,
  backHref: '/stories',
  others: [story(2, { href: '/stories/2' })],
};

describe('a product', () => {
  it('shows the least there is', () => {
    const html = markup(ProductPage, { ...detail, ...elsewhere, context });
    expect(headingLevels(html)).toEqual([1]);
    expect(html).toContain('The reference &lt;for humidity&gt;');
    expect(html).not.toMatch(/<img|<table|<section/);
  });

  it('shows all there is, in order of headings', () => {
    const html = markup(ProductPage, {
      ...detail,
      ...elsewhere,
      description: richText('Long'),
      features: ['One'],
      images: [image, { ...image, id: 8 }],
      media: [image, { ...image, id: 8 }].map((one) => ({ kind: 'image', image: one }) as const),
      properties: [
        { group: 'primary', title: 'Accuracy', value: '±0.8', unit: '%RH', id: 1, number: null, max: null },
        {
          group: 'secondary',
          title: 'Temperature',
          value: '−40\u00a0…\u00a0125',
          unit: '°C',
          id: 2,
          number: -40,
          max: 125,
        },
      ],
      documents: [document, { ...document, id: 2, href: null, size: null }],
      applications: [{ title: 'Glass', summary: 'Clear', image: null }],
      related: [product(2)],
      context,
    });
    expect(headingLevels(html)).toEqual([1, 2, 2, 2, 2, 3, 2, 3]);
    expect(html.match(/<tbody>/g)).toHaveLength(2);
    expect(html).toContain('href="#picture-2"');
    expect(html).toContain('document.onRequest');
    expect(html).toContain('document.types.datasheet');
    expect(html).toContain('<span class="data-sheet__figures">−40\u00a0… 125</span>');
    expect(html).not.toContain('style=');
  });
});

describe('an article', () => {
  it('shows the least there is, and all there is', () => {
    expect(headingLevels(markup(ArticlePage, { ...news, context }))).toEqual([1]);
    const all = markup(ArticlePage, { ...news, image, documents: [document], latest: [article(2)], context });
    expect(headingLevels(all)).toEqual([1, 2, 2, 3]);
  });
});

describe('a post', () => {
  it('links to its author and its subject, where they have a page', () => {
    const html = markup(PostPage, { ...post, context });
    expect(html).toContain('<a href="/author/ada">Ada &amp; Co</a>');
    expect(html).toContain('<a href="/tag/air">Air</a>');
    expect(html).toContain('<li>Flow</li>');
    expect(headingLevels(html)).toEqual([1]);
    expect(headingLevels(markup(PostPage, { ...post, others: [post], context }))).toEqual([1, 2, 3]);
  });
});

describe('posts', () => {
  it('are listed below their subject, or below their author', () => {
    const posts = { posts: [post], backHref: '/blog', context };
    expect(headingLevels(markup(TagPage, { ...posts, subject: { kind: 'tag', name: 'Air' } }))).toEqual([1, 2, 3]);
    const html = markup(AuthorPage, { ...posts, subject: { kind: 'author', author } });
    expect(html).toContain('Engineer');
    expect(html).toContain('Measures.');
  });
});

describe('an event', () => {
  it('says when it is where it is, and goes into a calendar', () => {
    const html = markup(EventPage, { ...event, context });
    expect(html).toMatch(/19 January 2027.{1,5}09:00 (JST|GMT\+9)/);
    expect(html).toContain('Hall 2, Yokohama, Japan');
    expect(html).toContain('href="/event/fair.ics"');
    expect(html).toContain('href="https://fair.example"');
  });

  it('offers nothing to take part in when it is over', () => {
    const html = markup(EventPage, { ...event, isPast: true, context });
    expect(html).toContain('events.past');
    expect(html).not.toMatch(/\.ics|fair\.example/);
  });
});

describe('a story', () => {
  it('has its video in place of its picture, without a request to the platform', () => {
    expect(markup(StoryPage, { ...employeeStory, context })).not.toContain('video-frame');
    const html = markup(StoryPage, {
      ...employeeStory,
      videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
      context,
    });
    expect(html).toContain('class="video-frame"');
    expect(html).toContain('video.notice');
    expect(html).not.toContain('<iframe');
    expect(headingLevels(html)).toEqual([1, 2, 3]);
  });
});
