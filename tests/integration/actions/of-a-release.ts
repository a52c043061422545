import type { ActionEntry } from './entry.ts';

/** A call about one release, of which there is none with this number. */
export function ofARelease(name: string, more: Record<string, unknown> = {}): ActionEntry {
  const input = { id: 987_654, ...more };
  return {
    name,
    access: 'staff',
    send: 'json',
    valid: () => input,
    malformed: () => [
      { what: 'a release that is not there', input },
      { what: 'the id 0', input: { ...input, id: 0 }, fields: ['id'] },
    ],
  };
}
