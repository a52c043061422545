import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'revokeReleaseLink',
  access: 'staff',
  send: 'json',
  valid: () => ({ link: 987_654 }),
  malformed: () => [
    { what: 'a link that is not there', input: { link: 987_654 } },
    { what: 'the number 0', input: { link: 0 }, fields: ['link'] },
  ],
};
