import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';
import { englishTexts, pictured, getThumbnail } from '../reading/pictures.ts';

const named = englishTexts({ name: z.string() });

const story = z
  .object({
    id: z.number(),
    slug: z.string(),
    publish_from: z.string(),
    localized: englishTexts({ title: z.string() }),
    story_categories: z.object({ localized: named }).nullable(),
    images: pictured,
  })
  .transform(({ publish_from, localized, story_categories, images, ...row }) => ({
    ...row,
    title: localized.en?.title ?? row.slug,
    category: story_categories?.localized.en?.name ?? null,
    publishFrom: publish_from,
    thumbnail: getThumbnail(images),
  }));

export const picked = definePicked({
  columns: 'id, slug, publish_from, localized, story_categories(localized), images(hash, widths)',
  row: story,
});
