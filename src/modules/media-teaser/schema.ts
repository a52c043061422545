import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { teaserCardItem } from '#schema/item-shapes.ts';

export const description = 'teasers in a row: 3, 2 or 1 at a time';

export const mediaTeaser = defineModule({
  type: 'MEDIA_TEASER',
  displayName: 'Media teaser',
  group: 'Pictures and videos',
  also: ['gallery', 'carousel', 'video teaser'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    teasers: list(teaserCardItem, { label: 'Teasers', itemLabel: 'teaser', min: 1 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'More to see' } },
});
