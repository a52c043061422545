import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { ProductDetail } from '#view-model/resolved.ts';
import {
  context,
  document,
  headingLevels,
  image,
  layout,
  noHeading,
  product,
  productDetail,
  productProperty,
} from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const detail: ProductDetail = {
  ...productDetail,
  images: [image],
  videos: [{ url: 'https://www.youtube.com/watch?v=OstrWafer01', image: null }],
  properties: [productProperty(1)],
  documents: [document],
  related: [product(2)],
};
const all = { showMedia: true, showProperties: true, showDocuments: true, showRelated: true };
const render = (items: ProductDetail[], shown = all, title = 'Details') =>
  markup(View, {
    id: 9,
    data: { ...layout, heading: { ...noHeading, title }, product: product(1), ...shown },
    lists: { details: { list: 'product_detail', items } },
    slots: {},
    context,
  });

describe('PRODUCT_DETAILS', () => {
  it('shows pictures, videos, properties, documents and related products below one another', () => {
    const html = render([detail]);
    expect(html).toContain('data-module-id="9" data-module-type="PRODUCT_DETAILS"');
    for (const part of ['product-gallery', 'v=OstrWafer01', 'data-sheet', 'document-list', 'product-card']) {
      expect(html).toContain(part);
    }
    expect(headingLevels(html)).toEqual([2, 3, 4, 4, 4, 4, 5]);
    expect(headingLevels(render([detail], all, ''))).toEqual([2, 3, 3, 3, 3, 4]);
  });

  it('leaves out disabled and empty parts', () => {
    const none = { showMedia: false, showProperties: false, showDocuments: false, showRelated: false };
    for (const html of [
      render([detail], none),
      render([{ ...detail, images: [], videos: [], properties: [], documents: [], related: [] }]),
    ]) {
      for (const part of ['<img', 'youtube', '<table', 'document-list', 'product-card'])
        expect(html).not.toContain(part);
    }
  });

  it('loads nothing from the platform of videos', () => {
    expect(render([detail])).not.toMatch(/src="https?:/);
  });
});
