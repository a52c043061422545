import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { layoutFields, list, longText, requiredReference, text } from '../fields.ts';

export const hero = defineModule({
  type: 'HERO',
  displayName: 'Header 1 - Home',
  version: 1,
  schema: z.object({
    ...layoutFields,
    tag: text({ label: 'Tag', max: 50 }),
    title: text({ label: 'Title', max: 100, required: true }),
    lead: longText({ label: 'Lead', max: 300 }),
    image: requiredReference('image', { label: 'Image' }),
    links: list(
      z.object({
        title: text({ label: 'Link title', max: 50, required: true }),
        link: requiredReference('link', { label: 'Link' }),
      }),
      { label: 'Buttons', itemLabel: 'button', max: 2 },
    ),
    cards: list(
      z.object({
        title: text({ label: 'Title', max: 60, required: true }),
        body: longText({ label: 'Body', max: 150, required: true }),
        link: requiredReference('link', { label: 'Link' }),
        linkTitle: text({ label: 'Link title', max: 50, required: true }),
      }),
      { label: 'Cards', itemLabel: 'card', max: 3 },
    ),
  }),
  defaults: {
    spaceLayoutTop: 'none',
    title: 'A title that says what the page is about',
    lead: 'One or two sentences that say what the reader finds here.',
  },
});
