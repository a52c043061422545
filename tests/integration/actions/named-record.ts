import type { ActionEntry } from './entry.ts';

/** A call about one record of any kind. */
export function namedRecord(name: string): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ kind: 'product', id: 1 }),
    malformed: () => [
      { what: 'a kind that is none', input: { kind: 'pg_class', id: 1 }, fields: ['kind'] },
      { what: 'a kind with a way of its own', input: { kind: 'page', id: 1 }, fields: ['kind'] },
      { what: 'the name of a site for a product', input: { kind: 'product', id: 'main' }, fields: ['id'] },
      { what: 'a number for a site', input: { kind: 'site', id: 1 }, fields: ['id'] },
      { what: 'the id 0', input: { kind: 'product', id: 0 }, fields: ['id'] },
    ],
  };
}
