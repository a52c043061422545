import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, list, pageHeaderFields, reference } from '#schema/fields.ts';
import { linkSummaryItem } from '#schema/item-shapes.ts';

export const description = 'header with ways on: one line each';

export const linkHero = defineModule({
  type: 'LINK_HERO',
  displayName: 'Header 2 - Megatrends',
  group: 'Headers',
  also: ['banner', 'stage'],
  version: 1,
  holdsTitle: true,
  schema: z.object({
    ...layoutFields,
    ...pageHeaderFields,
    image: reference('image', { label: 'Image' }),
    links: list(linkSummaryItem, { label: 'Links', itemLabel: 'link', max: 8 }),
  }),
  defaults: {},
  placeholders: {
    title: 'What moves the world, and what we measure for it',
    lead: 'One or two sentences that say what the links below have in common.',
    links: [{ linkTitle: 'A subject', linkSummary: 'What it is about' }],
  },
});
