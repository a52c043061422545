import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, radio, references } from '#schema/fields.ts';

export const description = 'people as a grid with details in a dialog, or as an accordion';

export const cv = defineModule({
  type: 'CV',
  displayName: 'People grid',
  group: 'People and jobs',
  also: ['team', 'management'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    mode: radio({
      label: 'Display',
      options: { accordion: 'Accordion', descriptive: 'Descriptive, with details in a dialog' },
      default: 'descriptive',
    }),
    people: references('cv', { label: 'People', max: 48 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'People' } },
  waitsFor: ({ people }) => (people.length === 0 ? 'Choose people.' : null),
});
