import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Document } from '#view-model/resolved.ts';
import { context, document, headingLevels, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { documentCategories } from './schema.ts';

const choice = { source: 'manual', product: null, category: null, documentType: 'all' } as const;
const render = (documents: Document[]) =>
  markup(View, {
    id: 3,
    data: { ...layout, ...choice, heading: { ...noHeading, title: 'Documents' }, documents },
    lists: {},
    slots: {},
    context,
  });

describe('DOCUMENT_CATEGORIES', () => {
  it('groups documents by category, in their order', () => {
    const html = render([document, { ...document, id: 2, typeLabel: 'manual' }, { ...document, id: 3 }]);
    expect(html).toContain('data-module-id="3" data-module-type="DOCUMENT_CATEGORIES"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
    expect(html.indexOf('documents.categories.datasheet')).toBeLessThan(html.indexOf('documents.categories.manual'));
  });

  it('folds long lists', () => {
    const many = (count: number) => Array.from({ length: count }, (_, id) => ({ ...document, id }));
    expect(render(many(6))).not.toContain('<details');
    expect(render(many(7))).toContain('<summary>documents.more</summary>');
  });

  it('queries the documents of the chosen records', () => {
    const listsOf = (data: object) => documentCategories.lists?.(documentCategories.schema.parse(data));
    expect(listsOf({ source: 'manual', documents: [1] })).toEqual({});
    expect(listsOf({ source: 'category' })).toEqual({});
    expect(listsOf({ source: 'product', product: 4, documentType: 'manual' })).toEqual({
      documents: { list: 'documents', by: 'product', id: 4, type: 'manual', limit: 200 },
    });
  });
});
