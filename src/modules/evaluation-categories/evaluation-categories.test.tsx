import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { evaluationCategories } from './schema.ts';

type Props = Parameters<typeof View>[0];
const category = { id: 1, slug: 'co2', title: 'CO₂', description: 'Room air', href: '/products/catalog?category=co2' };
const render = (source: 'auto' | 'manual', categories: Props['data']['categories'] = [], auto = [category]) =>
  markup(View, {
    id: 8,
    data: { ...layout, heading: noHeading, source, category: null, categories },
    lists: { categories: { list: 'categories', items: auto } },
    slots: {},
    context,
  });

describe('EVALUATION_CATEGORIES', () => {
  it('shows the categories of the catalog, each leading to its products', () => {
    const html = render('auto');
    expect(html).toContain('data-module-id="8" data-module-type="EVALUATION_CATEGORIES"');
    expect(html).toContain('<a href="/products/catalog?category=co2">CO₂</a>');
    expect(headingLevels(html)).toEqual([2]);
  });

  it('shows the editor’s own in their place, and says when one opens a new tab', () => {
    const html = render('manual', [{ title: 'Kits', description: '', link: { ...link, target: '_blank' } }]);
    expect(html).not.toContain('CO₂');
    expect(html).toContain('target="_blank" rel="noopener"');
    expect(html).toContain('(link.newTab)');
  });

  it('shows a category without a catalog as text', () => {
    expect(render('auto', [], [{ ...category, href: '' }])).toContain('CO₂');
  });

  it('needs a link, and words with it', () => {
    const issues = (item: object) =>
      evaluationCategories.schema
        .safeParse({ source: 'manual', categories: [item] })
        .error?.issues.map(({ path, message }) => `${path.at(-1)?.toString()}: ${message}`);
    expect(issues({ title: 'A', description: 'B' })).toEqual(['link: This field is required']);
    expect(issues({ link: 1 })).toEqual([
      'title: Title and description are required when a link is present',
      'description: Title and description are required when a link is present',
    ]);
    expect(issues({ link: 1, title: 'a'.repeat(101), description: 'b'.repeat(200) })).toEqual([
      'title: Max. 100 characters',
    ]);
    expect(issues({ link: 1, title: '湿'.repeat(100), description: '湿'.repeat(201) })).toEqual([
      'description: Max. 200 characters',
    ]);
  });
});
