import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'findOwnProfile', access: 'staff', send: 'none', valid: () => ({}) };
