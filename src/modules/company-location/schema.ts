import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, radio, reference, requiredReference, text } from '#schema/fields.ts';

export const description = 'one place on a card over its picture';

export const companyLocation = defineModule({
  type: 'COMPANY_LOCATION',
  displayName: 'Image + floating company location',
  group: 'Contact and forms',
  also: ['address', 'office', 'branch'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    location: requiredReference('location', { label: 'Location' }),
    image: reference('image', { label: 'Image', help: 'In place of the picture of the location' }),
    side: radio({
      label: 'Card',
      options: { left: 'Left', right: 'Right' },
      default: 'left',
    }),
    tag: text({ label: 'Tag', max: 50 }),
    link: reference('link', { label: 'Link' }),
    linkTitle: text({ label: 'Link title', max: 50 }),
  }),
  defaults: {},
});
