import { defineMeta, definePicker } from '../meta.ts';

type Item = { name: string };

export const meta = defineMeta({
  words: { one: 'story group', many: 'story groups' },
  picker: definePicker<Item>()({ action: 'fetchStoryGroups', show: ({ name }) => ({ title: name, detail: [] }) }),
});
