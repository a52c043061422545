import { defineMeta, definePicker } from '../meta.ts';

type Item = { name: string };

export const meta = defineMeta({
  words: { one: 'story category', many: 'story categories' },
  group: 'people',
  picker: definePicker<Item>()({ action: 'fetchStoryCategories', show: ({ name }) => ({ title: name, detail: [] }) }),
});
