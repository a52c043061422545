import { defineMeta, definePicker } from '../meta.ts';

type Item = { displayName: string; state: string | null; thumbnail: string | null };

export const meta = defineMeta({
  words: { one: 'series', many: 'series' },
  group: 'products',
  picker: definePicker<Item>()({
    action: 'fetchSeries',
    show: ({ displayName, state, thumbnail }) => ({ title: displayName, detail: [state], thumbnail }),
  }),
});
