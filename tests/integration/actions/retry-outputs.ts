import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'retryOutputs',
  access: 'staff',
  send: 'json',
  valid: () => ({ ids: [987_654] }),
  malformed: () => [
    { what: 'nothing', input: { ids: [] }, fields: ['ids'] },
    { what: 'a file that is not there', input: { ids: [987_654] } },
  ],
};
