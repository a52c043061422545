import { describe, expect, it } from 'vitest';
import { toMeasuredValue, productData, buildProductData } from './product-data.ts';

const property = { group: 'primary', unit: '', max: null } as const;

describe("a product's data for the comparison", () => {
  it('is what the comparison reads, with numbers and ranges as numbers', () => {
    const data = buildProductData({
      displayName: 'HX41',
      orderCode: 'HX41-TR',
      tagline: 'Humidity',
      category: 'Sensors',
      images: [],
      status: 'active',
      properties: [
        { ...property, id: 1, title: 'Accuracy', value: '2,5', number: 2.5, unit: '%' },
        { ...property, id: 2, title: 'Range', value: '−40 … 125', number: -40, max: 125 },
        { ...property, id: 3, title: 'Interface', value: 'I²C', number: null },
      ],
    });
    const read = productData.parse(JSON.parse(JSON.stringify(data)));
    expect(read).toEqual(data);
    expect(read.additionalProperty.map(toMeasuredValue)).toEqual(['active', 2.5, [-40, 125], 'I²C']);
  });
});
