import type { ActionEntry } from './entry.ts';
import { ofARelease } from './of-a-release.ts';

const when = { local: '2030-01-01T09:00', zone: 'Europe/Zurich' };
const of = (changed: object) => ({ id: 1, when: { ...when, ...changed } });

export const entry: ActionEntry = {
  ...ofARelease('scheduleRelease', { when }),
  optional: ['when'],
  malformed: () => [
    { what: 'a release that is not there', input: { id: 987_654, when } },
    { what: 'a zone that there is not', input: of({ zone: 'Europe/Nowhere' }), fields: ['when'] },
    { what: 'no time', input: of({ local: 'tomorrow' }), fields: ['when'] },
  ],
};
