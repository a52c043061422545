import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, list, longText, reference, text } from '#schema/fields.ts';
import { linkButtonItem } from '#schema/item-shapes.ts';

export const description = 'one contact over the full width';

export const cta = defineModule({
  type: 'CTA',
  displayName: 'Contact full-width',
  group: 'Contact and forms',
  also: ['call to action', 'banner', 'contact us'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    title: text({ label: 'Title', max: 100, required: true }),
    body: longText({ label: 'Body', max: 400 }),
    image: reference('image', { label: 'Image', help: 'A portrait of the person to contact' }),
    name: text({ label: 'Name', max: 100 }),
    position: text({ label: 'Position', max: 100 }),
    phone: text({ label: 'Phone', max: 40, help: 'As it is dialled from abroad: +41 55 000 14 00' }),
    email: text({ label: 'E-mail', max: 100 }),
    links: list(linkButtonItem, { label: 'Buttons', itemLabel: 'button', max: 2 }),
  }),
  defaults: { backgroundColor: 'Anthracite' },
  placeholders: {
    title: 'Talk to somebody who knows',
    body: 'What the reader can ask here, and how soon an answer comes.',
  },
});
