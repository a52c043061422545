import { defineMeta, definePicker } from '../meta.ts';
import { describeDay } from '../picker-texts.ts';

type Item = { title: string; category: string | null; publishFrom: string; thumbnail: string | null };

export const meta = defineMeta({
  words: { one: 'employee story', many: 'employee stories' },
  group: 'people',
  page: { '': { list: 'career.stories', page: 'career.stories.article' } },
  picker: definePicker<Item>()({
    action: 'fetchEmployeeStories',
    show: ({ title, category, publishFrom, thumbnail }) => ({
      title,
      detail: [category, describeDay(publishFrom)],
      thumbnail,
    }),
  }),
});
