import type { ActionEntry } from './entry.ts';

/** The lookup of one record by its id. */
export function oneRecord(name: string): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ id: 1 }),
    malformed: () => [
      { what: 'the id 0', input: { id: 0 }, fields: ['id'] },
      { what: 'an id that is a word', input: { id: '1' }, fields: ['id'] },
      { what: 'an id that nothing has', input: { id: 987_654 } },
    ],
  };
}
