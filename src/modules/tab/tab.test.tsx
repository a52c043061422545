import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { requiredMessage } from '#schema/fields.ts';
import type { Link, PageTab } from '#view-model/resolved.ts';
import { context, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { tab } from './schema.ts';

const render = (pages: PageTab[] | null, tabs: { link: Link; linkTitle: string }[] = []) =>
  markup(View, {
    id: 3,
    data: { ...layout, heading: noHeading, source: pages === null ? 'manual' : 'siblings', tabs },
    lists: pages === null ? {} : { pages: { list: 'pages', items: pages } },
    slots: {},
    context,
  });

describe('TAB', () => {
  it('shows the pages of the section, and which of them one is on', () => {
    const html = render([
      { id: 1, title: 'Company', href: '/company', isCurrent: false },
      { id: 2, title: 'About', href: '/company/about', isCurrent: true },
    ]);
    expect(html).toContain('data-module-id="3" data-module-type="TAB"');
    expect(html).toContain('href="/company">Company</a>');
    expect(html).toContain('href="/company/about" aria-current="page">About</a>');
  });

  it('shows links chosen by hand under their own titles, external ones in a new tab', () => {
    const html = render(null, [
      { link, linkTitle: '' },
      { link: { ...link, kind: 'anchor', href: '#module-4' }, linkTitle: 'Down' },
      { link: { ...link, kind: 'external', href: 'https://example.org/', target: '_self' }, linkTitle: 'Away' },
    ]);
    expect(html).toContain('href="/products">Read more</a>');
    expect(html).toContain('href="#module-4">Down</a>');
    expect(html).toMatch(/href="https:\/\/example\.org\/" target="_blank" rel="noopener"><span>Away/);
  });

  it('asks for the pages of the section, unless the tabs are chosen by hand', () => {
    const read = (data: object) => tab.lists?.(tab.schema.parse(data));
    expect(read({})).toEqual({ pages: { list: 'pages', of: 'siblings' } });
    expect(read({ source: 'children' })).toEqual({ pages: { list: 'pages', of: 'children' } });
    expect(read({ source: 'manual', tabs: [{ link: 1 }] })).toEqual({});
  });

  it('needs a tab when they are chosen by hand', () => {
    expect(tab.schema.safeParse({ source: 'manual' }).error?.issues[0]?.message).toBe(requiredMessage);
  });
});
