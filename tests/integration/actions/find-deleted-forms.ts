import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'findDeletedForms', access: 'staff', send: 'json', valid: () => ({}) };
