import { references, requiredReference, richText, text } from '#schema/fields.ts';
import { textMaxima } from '#schema/item-shapes.ts';
import { bookkeeping, datedVisibility, localized, orNull, sites, slug, videoAddress } from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

export const employeeStory = defineKind({
  kind: 'employee_story',
  table: 'employee_stories',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    category: requiredReference('story_category', { label: 'Category' }),
    groups: references('story_group', { label: 'Groups', distinct: true }),
    image: requiredReference('image', { label: 'Picture' }),
    video_url: orNull(videoAddress({ label: 'YouTube address' })),
    sites: sites(),
    ...datedVisibility,
    localized: localized({
      title: text({ label: 'Title', required: true }),
      teaser: text({ label: 'Teaser', required: true, max: textMaxima.storyTeaserBody }),
      body: richText({ label: 'Text', required: true }),
    }),
    ...bookkeeping,
  },
  joins: { groups: { table: 'employee_story_groups', owner: 'employee_story_id', member: 'story_group_id' } },
  check: checkPeriod,
  unique: ['slug'],
});
