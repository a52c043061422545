import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'fetchDeletedForms', access: 'staff', send: 'json', valid: () => ({}) };
