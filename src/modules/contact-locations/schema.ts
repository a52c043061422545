import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { locationItem } from '#schema/item-shapes.ts';

export const description = 'places with what they are reached by, as a table';

export const contactLocations = defineModule({
  type: 'CONTACT_LOCATIONS',
  displayName: 'Contact table',
  group: 'Contact and forms',
  also: ['addresses', 'offices'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    locations: list(locationItem, { label: 'Locations', itemLabel: 'location', min: 1, max: 24 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Contact' } },
});
