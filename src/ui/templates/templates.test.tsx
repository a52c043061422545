import { describe, expect, it } from 'vitest';
import { article, context, headingLevels, image, product, productDetail, richText } from '#view-model/view-fixtures.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import type { ProductDetail } from '#view-model/resolved.ts';
import type { ArticleDetail } from '#view-model/frame.ts';
import { markup } from '../markup.ts';
import { ArticleTemplate } from './ArticleTemplate.tsx';
import { NotFoundTemplate } from './NotFoundTemplate.tsx';
import { PageTitle } from './PageTitle.tsx';
import { ProductTemplate } from './ProductTemplate.tsx';

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

describe('product template', () => {
  it('shows the least there is', () => {
    const html = markup(ProductTemplate, { ...detail, ...elsewhere, context });
    expect(headingLevels(html)).toEqual([1]);
    expect(html).toContain('The reference &lt;for humidity&gt;');
    expect(html).not.toMatch(/<img|<table|<section/);
  });

  it('shows all there is, in order of headings', () => {
    const html = markup(ProductTemplate, {
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

describe('article template', () => {
  it('shows the least there is, and all there is', () => {
    expect(headingLevels(markup(ArticleTemplate, { ...news, context }))).toEqual([1]);
    const all = markup(ArticleTemplate, { ...news, image, documents: [document], latest: [article(2)], context });
    expect(headingLevels(all)).toEqual([1, 2, 2, 3]);
  });
});

describe('page title', () => {
  it('is the h1 of a page without a HERO', () => {
    expect(markup(PageTitle, { title: 'Terms & conditions' })).toContain('<h1>Terms &amp; conditions</h1>');
  });
});

describe('page not found', () => {
  it('leads home and to the first page of every section', () => {
    const child = { id: 'b', label: 'B', description: '', href: '/b', external: false, children: [] };
    const menus = { main: [{ ...child, id: 'a', label: 'A', href: null, children: [child] }], footer: [], legal: [] };
    const html = markup(NotFoundTemplate, { homeHref: '/de', menus, context });
    expect(html).toContain('href="/b"');
    expect(html).toContain('href="/de"');
    expect(headingLevels(html)).toEqual([1]);
  });
});
