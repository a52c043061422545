import { defineMeta, definePicker } from '../meta.ts';

type Item = { name: string; position: string; thumbnail: string | null };

export const meta = defineMeta({
  words: { one: 'person', many: 'people' },
  group: 'people',
  picker: definePicker<Item>()({
    action: 'fetchCVs',
    show: ({ name, position, thumbnail }) => ({ title: name, detail: [position], thumbnail }),
  }),
});
