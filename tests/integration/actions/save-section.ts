import type { ActionEntry, Desk } from './entry.ts';
import { overtakenSection } from './saved-section.ts';

const call = ({ pageId, hero }: Desk) => ({ pageId, moduleIds: [hero.id], name: 'A section', note: '' });

export const entry: ActionEntry = {
  name: 'saveSection',
  access: 'staff',
  send: 'json',
  optional: ['note', 'moduleIds'],
  valid: call,
  malformed: (desk) => [
    { what: 'no module', input: { ...call(desk), moduleIds: [] }, fields: ['moduleIds'] },
    { what: 'a module of no page', input: { ...call(desk), moduleIds: [999_999_999] } },
    { what: 'a page that does not exist', input: { ...call(desk), pageId: 999_999 } },
    { what: 'a name of spaces', input: { ...call(desk), name: '  ' }, fields: ['name'] },
    { what: 'a name that is too long', input: { ...call(desk), name: 'x'.repeat(121) }, fields: ['name'] },
    { what: 'a note that is too long', input: { ...call(desk), note: 'x'.repeat(501) }, fields: ['note'] },
    { what: 'a section that is not there', input: { ...call(desk), replaces: { id: 987_654, version: 1 } } },
    { what: 'a section without its version', input: { ...call(desk), replaces: { id: 1 } }, fields: ['replaces'] },
  ],
  stale: async (desk) => ({ ...call(desk), replaces: await overtakenSection(desk, 'Overtaken by a save') }),
};
