import type { ActionEntry } from './entry.ts';

/** An action about the person with an e-mail address. */
export function ofAnAddress(name: string): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ email: 'nobody@example.com' }),
    malformed: () => [
      { what: 'no address', input: { email: 'nobody' }, fields: ['email'] },
      { what: 'everybody', input: { email: '%@%' }, fields: ['email'] },
    ],
  };
}
