import type { ProductStatus } from '#domain/vocabulary.ts';
import { defineMeta, definePicker } from '../meta.ts';
import { statusWords } from '../picker-words.ts';

type Item = { displayName: string; status: ProductStatus; thumbnail: string | null };

export const meta = defineMeta({
  words: { one: 'series', many: 'series' },
  group: 'products',
  picker: definePicker<Item>()({
    action: 'fetchSeries',
    show: ({ displayName, status, thumbnail }) => ({ title: displayName, detail: [statusWords(status)], thumbnail }),
  }),
});
