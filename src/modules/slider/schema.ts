import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { headingField, layoutFields, list, longText, reference, requiredReference, text } from '../fields.ts';

export const slider = defineModule({
  type: 'SLIDER',
  displayName: 'Vertical slider',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    slides: list(
      z.object({
        title: text({ label: 'Title', max: 100, required: true }),
        body: longText({ label: 'Body', max: 300 }),
        image: requiredReference('image', { label: 'Image' }),
        videoUrl: text({ label: 'Video URL' }),
        link: reference('link', { label: 'Link' }),
        linkTitle: text({ label: 'Link title', max: 50 }),
      }),
      { label: 'Slides', itemLabel: 'slide', min: 1, max: 8 },
    ),
  }),
  defaults: {},
});
