import type { ActionEntry } from './entry.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';

export const entry: ActionEntry = {
  name: 'awaitPublish',
  access: 'staff',
  send: 'json',
  valid: ({ pageId }) => ({ pageId, publishedAt }),
  malformed: ({ pageId }) => [
    { what: 'a page that does not exist', input: { pageId: 999_999, publishedAt } },
    { what: 'a moment in words', input: { pageId, publishedAt: 'yesterday' }, fields: ['publishedAt'] },
    { what: 'a day', input: { pageId, publishedAt: '2026-01-01' }, fields: ['publishedAt'] },
    {
      what: 'a day that is not there',
      input: { pageId, publishedAt: '2026-02-31T00:00:00Z' },
      fields: ['publishedAt'],
    },
  ],
};
