import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { checkbox, headingField, layoutFields, reference, text } from '#schema/fields.ts';

/** More than a company has open at once; a visitor sees all of them and narrows them down. */
const limit = 500;

export const description = 'open positions as a table, with filters';

export const jobOpenings = defineModule({
  type: 'JOB_OPENINGS',
  displayName: 'Job table',
  group: 'People and jobs',
  also: ['careers', 'vacancies'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    hasFilters: checkbox({ label: 'Let visitors filter by location and field', default: true }),
    location: reference('location', { label: 'Only jobs of one location' }),
    field: text({
      label: 'Only jobs of one field',
      help: 'As the jobs name it, such as research-development. Empty for all.',
      max: 60,
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Open positions' } },
  lists: ({ location, field }) => ({
    jobs: { list: 'jobs', location, field: field.trim() === '' ? null : field.trim(), limit },
  }),
  waitsFor: (_data, count) => (count('jobs') === 0 ? 'There are no jobs of this choice.' : null),
});
