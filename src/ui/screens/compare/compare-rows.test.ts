import { describe, expect, it } from 'vitest';
import { compareRows } from './compare-rows.ts';
import type { ComparedProduct } from './read-product.ts';

function product(slug: string, properties: Record<string, string | number>): ComparedProduct {
  return {
    slug,
    href: `/${slug}`,
    name: slug,
    sku: slug,
    description: '',
    category: '',
    additionalProperty: [
      { propertyID: 'status', name: 'Status', value: 'new' },
      ...Object.entries(properties).map(([propertyID, value]) => ({ propertyID, name: `P${propertyID}`, value })),
    ],
  };
}

describe('a comparison', () => {
  it('has a line for each property of any product, and says which differ', () => {
    const rows = compareRows([product('a', { 1: 2.5, 2: 'I²C' }), product('b', { 2: 'I²C', 3: '7' })], 'de');
    expect(rows.map(({ id, values, differs }) => [id, values, differs])).toEqual([
      ['1', ['2,5', ''], true],
      ['2', ['I²C', 'I²C'], false],
      ['3', ['', '7'], true],
    ]);
  });

  it('writes ranges as the language does', () => {
    const range = { propertyID: '9', name: 'Range', minValue: -40, maxValue: 1.5 };
    const one = product('a', {});
    const [row] = compareRows([{ ...one, additionalProperty: [range] }], 'de');
    expect(row?.values).toEqual(['−40\u00a0…\u00a01,5']);
  });

  it('has nothing that differs with one product', () => {
    expect(compareRows([product('a', { 1: '2' })], 'en').some(({ differs }) => differs)).toBe(false);
  });
});
