import { defineMeta, definePicker } from '../meta.ts';

type Item = { title: string; slug: string };

export const meta = defineMeta({
  words: { one: 'category', many: 'categories' },
  group: 'products',
  picker: definePicker<Item>()({ action: 'fetchCategories', show: ({ title, slug }) => ({ title, detail: [slug] }) }),
});
