import type { ActionEntry } from './entry.ts';

/** An action that is given ids, a hundred at most. */
export function listOfIds(name: string): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ ids: [987_654] }),
    malformed: () => [
      { what: 'ids that are no ids', input: { ids: [0, 'x'] }, fields: ['ids'] },
      {
        what: 'more ids than a list holds',
        input: { ids: Array.from({ length: 101 }, (_, id) => id + 1) },
        fields: ['ids'],
      },
    ],
  };
}
