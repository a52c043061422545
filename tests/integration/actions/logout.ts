import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'logout', access: 'anybody', send: 'none', valid: () => ({}) };
