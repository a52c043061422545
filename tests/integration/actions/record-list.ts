import type { ActionEntry } from './entry.ts';

/** A picker's list: a page of what matches a search, or the records with these ids. */
export function recordList(name: string, more: Record<string, unknown> = {}): ActionEntry {
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => ({ page: 1, pageSize: 12, search: 'x', ids: [1], ...more }),
    optional: ['page', 'pageSize', 'search', 'ids', ...Object.keys(more)],
    malformed: () => [
      { what: 'page 0', input: { page: 0 }, fields: ['page'] },
      { what: 'a size that is not offered', input: { pageSize: 1000 }, fields: ['pageSize'] },
      { what: 'a search without end', input: { search: 'x'.repeat(201) }, fields: ['search'] },
      { what: 'a search with NUL', input: { search: '\u0000' }, fields: ['search'] },
      { what: 'half a character to search for', input: '{"search":"\\ud800"}', fields: ['search'] },
      {
        what: 'more ids than a list holds',
        input: { ids: Array.from({ length: 101 }, (_, id) => id + 1) },
        fields: ['ids'],
      },
      { what: 'ids that are no ids', input: { ids: [0, 'x'] }, fields: ['ids'] },
    ],
  };
}
