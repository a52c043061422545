import { z } from 'zod';
import { makeFinder } from './finder.ts';
import { englishTexts, pictured, thumbnailOf } from './pictures.ts';

const named = englishTexts({ name: z.string() });

const group = z
  .object({ id: z.number(), localized: named })
  .transform(({ id, localized }) => ({ id, name: localized.en?.name ?? '' }));

export const storyGroups = makeFinder('story_group', group, (client, ids) =>
  client.from('story_groups').select('id, localized').in('id', ids),
);

export const storyCategories = makeFinder('story_category', group, (client, ids) =>
  client.from('story_categories').select('id, localized').in('id', ids),
);

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
    thumbnail: thumbnailOf(images),
  }));

export const employeeStories = makeFinder('employee_story', story, (client, ids) =>
  client
    .from('employee_stories')
    .select('id, slug, publish_from, localized, story_categories(localized), images(hash, widths)')
    .in('id', ids),
);
