import { defineMeta, definePicker } from '../meta.ts';

type Item = {
  displayName: string;
  series: { name: string } | null;
  primaryCategory: { name: string } | null;
  /** Null for what is sold as usual. */
  state: string | null;
  thumbnail: string | null;
};

export const meta = defineMeta({
  words: { one: 'product', many: 'products' },
  group: 'products',
  page: { '': { list: 'products.catalog', page: 'products.catalog.detail' } },
  picker: definePicker<Item>()({
    action: 'fetchProducts',
    show: ({ displayName, series, primaryCategory, state, thumbnail }) => ({
      title: displayName,
      detail: [series?.name, primaryCategory?.name, state],
      thumbnail,
    }),
  }),
});
