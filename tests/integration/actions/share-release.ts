import type { ActionEntry } from './entry.ts';
import { ofARelease } from './of-a-release.ts';

export const entry: ActionEntry = {
  ...ofARelease('shareRelease', { days: 7, forWhom: 'The board' }),
  optional: ['forWhom'],
};
