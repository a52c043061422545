import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Publication } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { eqsInvestors } from './schema.ts';

const report: Publication = {
  id: 1,
  title: 'Annual report 2025',
  category: 'annual_report',
  publishedAt: '2026-03-10T05:45:00Z',
  href: 'https://investors.example/2025.pdf',
  isExternal: true,
  size: null,
};
const render = (items: Publication[]) =>
  markup(View, {
    id: 5,
    data: { ...layout, heading: { ...noHeading, title: 'Reports' }, category: 'all', count: '12' },
    lists: { publications: { list: 'publications', items } },
    slots: {},
    context,
  });

describe('EQS_INVESTORS', () => {
  it('sets publications below their years', () => {
    const html = render([report, { ...report, id: 2, publishedAt: '2025-03-11T05:45:00Z' }]);
    expect(html).toContain('data-module-id="5" data-module-type="EQS_INVESTORS"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
    expect(html).toContain('rel="noopener"');
    expect(html).toContain('investors.categories.annual_report');
  });

  it('takes the year of the company’s seat', () => {
    expect(render([{ ...report, publishedAt: '2025-12-31T23:30:00Z' }])).toContain('>2026</h3>');
  });

  it('offers documents without an address on request', () => {
    expect(render([{ ...report, href: null, isExternal: false }])).toContain('document.onRequest');
  });

  it('asks for one category or all', () => {
    const listsOf = (data: object) => eqsInvestors.lists?.(eqsInvestors.schema.parse(data));
    expect(listsOf({})).toEqual({ publications: { list: 'publications', category: null, limit: 12 } });
    expect(listsOf({ category: 'ad_hoc', count: '100' })).toEqual({
      publications: { list: 'publications', category: 'ad_hoc', limit: 100 },
    });
  });
});
