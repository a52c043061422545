import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'listColleagues', access: 'staff', send: 'none', valid: () => ({}) };
