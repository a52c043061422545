import type { ProductStatus } from '#domain/vocabulary.ts';
import { defineMeta, definePicker } from '../meta.ts';
import { statusWords } from '../picker-words.ts';

type Item = {
  displayName: string;
  series: { name: string } | null;
  primaryCategory: { name: string } | null;
  status: ProductStatus;
  thumbnail: string | null;
};

export const meta = defineMeta({
  words: { one: 'product', many: 'products' },
  group: 'products',
  page: { '': { list: 'products.catalog', page: 'products.catalog.detail' } },
  picker: definePicker<Item>()({
    action: 'fetchProducts',
    show: ({ displayName, series, primaryCategory, status, thumbnail }) => ({
      title: displayName,
      detail: [series?.name, primaryCategory?.name, statusWords(status)],
      thumbnail,
    }),
  }),
});
