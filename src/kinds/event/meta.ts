import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'event', many: 'events' },
  group: 'news',
  page: {
    newsroom: { list: 'company.events', page: 'company.events.detail' },
    career: { list: 'career.events', page: 'career.events.detail' },
  },
});
