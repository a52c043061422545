import { ofALaunch } from './of-a-launch.ts';

export const entry = ofALaunch('takeLaunchBack');
