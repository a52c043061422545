import { ofARelease } from './of-a-release.ts';

export const entry = ofARelease('renameRelease', { name: 'Spring' });
