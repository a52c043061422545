import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'findSiteWarnings', access: 'staff', send: 'none', valid: () => ({}) };
