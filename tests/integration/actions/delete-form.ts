import type { ActionEntry } from './entry.ts';
import { oneRecord } from './one-record.ts';

export const entry: ActionEntry = {
  ...oneRecord('deleteForm'),
  optional: ['version'],
  valid: () => ({ id: 987_654, version: 1 }),
};
