import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { headingField, layoutFields, list, longText, text } from '../fields.ts';

export const keyFigures = defineModule({
  type: 'KEY_FIGURES',
  displayName: 'Key figures',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    figures: list(
      z.object({
        title: text({ label: 'Figure', max: 8, required: true }),
        subtitle: text({ label: 'Subtitle', max: 70, required: true }),
        body: longText({ label: 'Body', max: 100 }),
      }),
      { label: 'Figures', itemLabel: 'figure', min: 1, max: 3 },
    ),
  }),
  defaults: { figures: [{ title: '25', subtitle: 'years of experience' }] },
});
