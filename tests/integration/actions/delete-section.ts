import type { ActionEntry } from './entry.ts';
import { overtakenSection } from './saved-section.ts';

const input = { id: 987_654, version: 1 };

export const entry: ActionEntry = {
  name: 'deleteSection',
  access: 'staff',
  send: 'json',
  valid: () => input,
  malformed: () => [
    { what: 'a section that is not there', input },
    { what: 'the id 0', input: { ...input, id: 0 }, fields: ['id'] },
  ],
  stale: (desk) => overtakenSection(desk, 'Overtaken by a deletion'),
};
