import { defineMeta, definePicker } from '../meta.ts';

type Item = { name: string; addressLines: readonly string[] };

export const meta = defineMeta({
  words: { one: 'location', many: 'locations' },
  group: 'people',
  picker: definePicker<Item>()({
    action: 'fetchLocations',
    show: ({ name, addressLines }) => ({ title: name, detail: [addressLines.join(', ')] }),
  }),
});
