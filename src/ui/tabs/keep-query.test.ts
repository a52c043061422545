import { describe, expect, it } from 'vitest';
import { runInNewContext } from 'node:vm';
import { keepQueryScript } from '../layouts/keep-query-script.ts';
import { keepQuery } from './keep-query.ts';

describe('the query of a page', () => {
  it('goes along to the next one', () => {
    expect(keepQuery('/company/about', '?draft=true&utm_source=mail')).toBe(
      '/company/about?draft=true&utm_source=mail',
    );
    expect(keepQuery('/company/about#history', '?draft=true')).toBe('/company/about?draft=true#history');
  });

  it('goes along with all values of a parameter, and without what is open in the editor', () => {
    expect(keepQuery('/de/produkte', '?series=hx4&series=cx2&show_modal=true&module_id=7')).toBe(
      '/de/produkte?series=hx4&series=cx2',
    );
  });

  it.each([
    ['/company/about#history', '?draft=true&utm_source=mail'],
    ['/de/suche?q=hx4', '?q=other&draft=true'],
    ['/jp', '?series=hx4&series=cx2&show_modal=true&module_type=HERO'],
    ['/jp/search', '?query=%E6%B9%BF%E5%BA%A6+%26'],
    ['/cn', ''],
  ])('is taken along by the script of published pages in the same way: %s, %s', (href, search) => {
    expect(clickedHref(href, search)).toBe(keepQuery(href, search));
  });

  it('is that of the moment in which a link is used', () => {
    expect(clickedHref('/jp', '?page=1', '?page=2')).toBe('/jp?page=2');
  });

  it('adds nothing when there is none', () => {
    expect(keepQuery('/company/about#history', '')).toBe('/company/about#history');
  });

  it('is overridden by the address itself', () => {
    expect(keepQuery('/search?q=hx4', '?q=other&draft=true')).toBe('/search?q=hx4&draft=true');
  });
});

/** What a link to `href` leads to after it was clicked with each of the queries. */
function clickedHref(href: string, ...queries: string[]): string {
  class Link {
    dataset = { keepQuery: '' };
    href = href;
    closest = () => this;
    getAttribute = () => this.href;
    setAttribute = (_: string, value: string) => {
      this.href = value;
    };
  }
  const link = new Link();
  const location = { href: 'https://www.example.com/', search: '' };
  const listeners: ((event: { target: Link }) => void)[] = [];
  const addEventListener = (type: string, listener: (event: { target: Link }) => void) => {
    if (type === 'click') listeners.push(listener);
  };
  runInNewContext(keepQueryScript, { Element: Link, URL, URLSearchParams, location, addEventListener });
  for (const search of queries) {
    location.search = search;
    for (const listener of listeners) listener({ target: link });
  }
  return link.href;
}
