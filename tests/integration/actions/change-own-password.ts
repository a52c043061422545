import type { ActionEntry } from './entry.ts';

const typed = { current: 'not-the-current-password', next: 'another-long-password' };

export const entry: ActionEntry = {
  name: 'changeOwnPassword',
  access: 'staff',
  send: 'json',
  valid: () => typed,
  malformed: () => [
    { what: 'a wrong password', input: typed, fields: ['current'] },
    { what: 'a short password', input: { ...typed, next: 'short' }, fields: ['next'] },
    { what: 'a password that no hash holds', input: { ...typed, next: 'x'.repeat(100) }, fields: ['next'] },
  ],
};
