import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = { name: 'listMediaLibrary', access: 'staff', send: 'json', valid: () => ({}) };
