import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'fetchMapLocations', access: 'staff', send: 'json', valid: () => ({}) };
