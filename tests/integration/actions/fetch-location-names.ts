import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'fetchLocationNames', access: 'staff', send: 'json', valid: () => ({}) };
