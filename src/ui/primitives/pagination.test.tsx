import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { Pagination } from './Pagination.tsx';
import { type PageSize, offeredPages, pageCount } from './pagination-pages.ts';

describe('pages offered', () => {
  it('are the first, the last, and the current one with its neighbours', () => {
    expect(offeredPages(1, 1)).toEqual([1]);
    expect(offeredPages(1, 9)).toEqual([1, 2, 'gap', 9]);
    expect(offeredPages(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9]);
    expect(offeredPages(9, 9)).toEqual([1, 'gap', 8, 9]);
    expect(offeredPages(2, 3)).toEqual([1, 2, 3]);
    expect(offeredPages(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are as many as the items need', () => {
    expect(pageCount(0, 12)).toBe(1);
    expect(pageCount(12, 12)).toBe(1);
    expect(pageCount(13, 12)).toBe(2);
    expect(pageCount(1000, 'all')).toBe(1);
  });
});

describe('the control', () => {
  const render = (page: number, size: PageSize, total: number) =>
    markup(Pagination, { page, size, total, hrefOf: (to, by) => `?page=${to}&size=${by}`, t: (key) => key });

  it('is hidden on one page of the default size, and only there', () => {
    expect(render(1, 12, 12)).toBe('');
    expect(render(1, 24, 12)).toContain('pagination__sizes');
    expect(render(1, 24, 12)).not.toContain('pagination__pages');
    expect(render(1, 'all', 3)).toContain('pagination__sizes');
  });

  it('says where one is, and leads on from there', () => {
    const html = render(2, 12, 100);
    expect(html).toContain('href="?page=2&amp;size=12" aria-label="pagination.page" aria-current="page">2</a>');
    expect(html).toContain('href="?page=1&amp;size=12" aria-label="slider.previous"');
    expect(html).toContain('href="?page=3&amp;size=12" aria-label="slider.next"');
    expect(html).toContain('href="?page=1&amp;size=24"');
  });

  it('takes a page that does not exist for the nearest one', () => {
    expect(render(99, 12, 30)).toContain('aria-current="page">3</a>');
    expect(render(99, 12, 30)).not.toContain('slider.next');
  });
});
