import { defineMeta, definePicker } from '../meta.ts';

type Item = { name: string; typeName: string };

export const meta = defineMeta({
  words: { one: 'shared module', many: 'shared modules' },
  group: 'website',
  picker: definePicker<Item>()({
    action: 'fetchSharedModules',
    show: ({ name, typeName }) => ({ title: name, detail: [typeName] }),
  }),
});
