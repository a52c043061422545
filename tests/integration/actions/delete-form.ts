import type { ActionEntry } from './entry.ts';
import { oneRecord } from './one-record.ts';

export const entry: ActionEntry = {
  ...oneRecord('deleteForm'),
  optional: ['version', 'savedAt'],
  valid: () => ({ id: 987_654, version: 1, savedAt: '2026-07-01T09:00:00Z' }),
};
