import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { highlightItem, listMaxima } from '#schema/item-shapes.ts';

export const description = 'up to three figures';

export const keyFigures = defineModule({
  type: 'KEY_FIGURES',
  displayName: 'Key figures',
  group: 'Texts',
  also: ['numbers', 'statistics', 'facts'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    figures: list(highlightItem.omit({ image: true }), {
      label: 'Figures',
      itemLabel: 'figure',
      min: 1,
      max: listMaxima.keyFigures,
    }),
  }),
  defaults: {},
  placeholders: { figures: [{ title: '25', subtitle: 'years of experience' }] },
});
