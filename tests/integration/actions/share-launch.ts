import { ofALaunch } from './of-a-launch.ts';

export const entry = ofALaunch('shareLaunch', { days: 7, forWhom: 'The board' });
