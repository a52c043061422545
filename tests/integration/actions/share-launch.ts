import type { ActionEntry } from './entry.ts';
import { ofALaunch } from './of-a-launch.ts';

export const entry: ActionEntry = {
  ...ofALaunch('shareLaunch', { days: 7, forWhom: 'The board' }),
  optional: ['forWhom'],
};
