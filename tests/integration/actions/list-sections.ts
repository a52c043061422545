import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'listSections', access: 'staff', send: 'none', valid: () => ({}) };
