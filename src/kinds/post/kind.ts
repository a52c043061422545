import { reference, references, requiredReference, richText, text } from '#schema/fields.ts';
import { bookkeeping, datedVisibility, localized, sites, slug } from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

export const post = defineKind({
  kind: 'post',
  table: 'posts',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    author: requiredReference('author', { label: 'Author' }),
    image: reference('image', { label: 'Picture' }),
    tags: references('tag', { label: 'Tags', distinct: true }),
    sites: sites(),
    ...datedVisibility,
    localized: localized({
      title: text({ label: 'Title', required: true }),
      lead: text({ label: 'Lead', required: true }),
      body: richText({ label: 'Text', required: true }),
    }),
    ...bookkeeping,
  },
  joins: { tags: { table: 'post_tags', owner: 'post_id', member: 'tag_id' } },
  check: checkPeriod,
  unique: ['slug'],
});
