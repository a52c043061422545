import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, references } from '#schema/fields.ts';

export const description = 'places on a map of the world, with their addresses';

export const officeMap = defineModule({
  type: 'OFFICE_MAP',
  displayName: 'Map',
  group: 'Contact and forms',
  also: ['locations', 'offices', 'world map'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    locations: references('location', { label: 'Locations', max: 40 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Where we are' } },
  waitsFor: ({ locations }) => (locations.length === 0 ? 'Choose locations.' : null),
});
