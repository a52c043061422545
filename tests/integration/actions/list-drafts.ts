import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'listDrafts', access: 'staff', send: 'json', valid: () => ({}) };
