import { defineMeta, definePicker } from '../meta.ts';
import { describeDay } from '../picker-texts.ts';

type Item = { title: string; url: string; startsAt: string | null };

export const meta = defineMeta({
  words: { one: 'webinar', many: 'webinars' },
  group: 'news',
  picker: definePicker<Item>()({
    action: 'fetchWebinars',
    show: ({ title, url, startsAt }) => ({ title, detail: [describeDay(startsAt), url] }),
  }),
});
