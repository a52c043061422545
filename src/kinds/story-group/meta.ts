import { defineMeta, definePicker } from '../meta.ts';

type Item = { name: string };

export const meta = defineMeta({
  words: { one: 'story group', many: 'story groups' },
  group: 'people',
  picker: definePicker<Item>()({ action: 'fetchStoryGroups', show: ({ name }) => ({ title: name, detail: [] }) }),
});
