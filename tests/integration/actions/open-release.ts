import { ofARelease } from './of-a-release.ts';

export const entry = ofARelease('openRelease');
