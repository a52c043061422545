import type { ActionEntry } from './entry.ts';

const input = { from: '2026-11-01T00:00:00.000Z', until: '2026-12-06T00:00:00.000Z' };

export const entry: ActionEntry = {
  name: 'releaseCalendar',
  access: 'staff',
  send: 'json',
  valid: () => input,
  malformed: () => [
    { what: 'no moment', input: { ...input, from: 'today' }, fields: ['from'] },
    { what: 'a year', input: { ...input, until: '2027-11-01T00:00:00.000Z' }, fields: ['until'] },
  ],
};
