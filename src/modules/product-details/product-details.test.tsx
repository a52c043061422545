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
  media: [
    { kind: 'image', image },
    { kind: 'video', url: 'https://www.youtube.com/watch?v=OstrWafer01', image: null },
  ],
  properties: [productProperty(1)],
  documents: [document],
  related: [product(2)],
};
const all = { showMedia: true, showProperties: true, showDocuments: true, showRelated: true };
const render = (items: ProductDetail[], shown = all, title = 'Details', videos: { url: string }[] = []) =>
  markup(View, {
    id: 9,
    data: { ...layout, heading: { ...noHeading, title }, product: product(1), videos, ...shown },
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
    expect(headingLevels(html)).toEqual([2, 3, 4, 4, 4, 5]);
    expect(headingLevels(render([detail], all, ''))).toEqual([2, 3, 3, 3, 4]);
  });

  it('leaves out disabled and empty parts', () => {
    const none = { showMedia: false, showProperties: false, showDocuments: false, showRelated: false };
    for (const html of [
      render([detail], none),
      render([{ ...detail, images: [], media: [], properties: [], documents: [], related: [] }]),
    ]) {
      for (const part of ['<img', 'youtube', '<table', 'document-list', 'product-card'])
        expect(html).not.toContain(part);
    }
  });

  it('shows pictures, videos and those that are added by their address in one slider', () => {
    const html = render([detail], all, 'Details', [
      { url: 'https://youtu.be/OstrHX45kit' },
      { url: 'https://example.com/film' },
    ]);
    expect(html.match(/product-gallery__strip/g)).toHaveLength(1);
    expect(html.match(/id="module-9-picture-\d"/g)).toEqual([1, 2, 3].map((at) => `id="module-9-picture-${at}"`));
    expect(html.match(/href="#module-9-picture-\d"/g)).toHaveLength(3);
    expect(html).toContain('v=OstrHX45kit');
    expect(html).not.toContain('example.com');
  });

  it('loads nothing from the platform of videos', () => {
    expect(render([detail])).not.toMatch(/src="https?:/);
  });
});
