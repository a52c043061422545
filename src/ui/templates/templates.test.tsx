import { describe, expect, it } from 'vitest';
import { context, headingLevels } from '#view-model/view-fixtures.ts';
import { markup } from '../markup.ts';
import { NotFoundTemplate } from './NotFoundTemplate.tsx';
import { PageTitle } from './PageTitle.tsx';
import { RecordArticle } from './RecordArticle.tsx';

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

describe('a record', () => {
  it('has no margin, way back or others where it is given none', () => {
    const html = markup(RecordArticle, { title: '5 < 6', lead: '', back: null, children: 'Text' });
    expect(html).toMatch(
      /^<article class="article"><header class="article__head"><h1[^>]*>5 &lt; 6<\/h1><\/header>Text<\/article>$/,
    );
  });
});
