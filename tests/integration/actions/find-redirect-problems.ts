import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'findRedirectProblems', access: 'staff', send: 'none', valid: () => ({}) };
