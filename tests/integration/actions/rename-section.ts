import type { ActionEntry } from './entry.ts';
import { overtakenSection } from './saved-section.ts';

const input = { id: 987_654, version: 1, name: 'A section', note: '' };

export const entry: ActionEntry = {
  name: 'renameSection',
  access: 'staff',
  send: 'json',
  optional: ['note'],
  valid: () => input,
  malformed: () => [
    { what: 'a section that is not there', input },
    { what: 'the id 0', input: { ...input, id: 0 }, fields: ['id'] },
    { what: 'a version that no column holds', input: { ...input, version: 2 ** 31 }, fields: ['version'] },
    { what: 'a name of spaces', input: { ...input, name: ' ' }, fields: ['name'] },
  ],
  stale: async (desk) => ({ ...input, ...(await overtakenSection(desk, 'Overtaken by a name')) }),
};
