import type { ActionEntry } from './entry.ts';

const call = {
  linkType: 'external',
  text: 'Example',
  target: '_blank',
  url: 'https://example.com/of-the-table',
  page: null,
  document: null,
  anchorId: null,
};

export const entry: ActionEntry = {
  name: 'addLink',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['page', 'document', 'anchorId'],
  malformed: () => [
    { what: 'an unknown type', input: { ...call, linkType: 'magic' }, fields: ['linkType'] },
    { what: 'a text of spaces', input: { ...call, text: '  ' }, fields: ['text'] },
    { what: 'a script', input: { ...call, url: 'javascript:alert(1)' }, fields: ['url'] },
    { what: 'again in words', input: { ...call, again: 'yes' }, fields: ['again'] },
    {
      what: 'a page that is gone',
      input: { ...call, linkType: 'internal', url: null, page: 987_654 },
      fields: ['page'],
    },
  ],
};
