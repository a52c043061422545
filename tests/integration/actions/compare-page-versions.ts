import type { ActionEntry } from './entry.ts';
import { liveRevision } from './live-revision.ts';

export const entry: ActionEntry = {
  name: 'comparePageVersions',
  access: 'staff',
  send: 'json',
  valid: async (desk) => ({ pageId: desk.pageId, before: await liveRevision(desk), after: 'draft' }),
  malformed: async (desk) => [
    { what: 'a version that is gone', input: { pageId: desk.pageId, before: 987_654, after: 'draft' } },
    { what: 'a version of another page', input: { pageId: 987_654, before: await liveRevision(desk), after: 'draft' } },
    { what: 'no version', input: { pageId: desk.pageId, before: 'live', after: 'draft' }, fields: ['before'] },
  ],
};
