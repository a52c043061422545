import type { ActionEntry } from './entry.ts';

/** A call about the file of one medium. */
export function namedMedium(name: string): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ kind: 'image', id: 987_654 }),
    malformed: () => [
      { what: 'a kind without a file', input: { kind: 'product', id: 1 }, fields: ['kind'] },
      { what: 'a kind that is none', input: { kind: 'pg_class', id: 1 }, fields: ['kind'] },
      { what: 'the id 0', input: { kind: 'image', id: 0 }, fields: ['id'] },
      { what: 'a medium that is not there', input: { kind: 'image', id: 987_654 } },
    ],
  };
}
