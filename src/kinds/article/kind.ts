import { reference, references, richText, text } from '#schema/fields.ts';
import { bookkeeping, choice, datedVisibility, localized, orNull, sites, slug } from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

export const article = defineKind({
  kind: 'article',
  table: 'articles',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    newsroom_category: choice({ label: 'Section', options: { newsroom: 'Newsroom', career: 'Career' } }),
    newsroom_type: orNull(
      choice({
        label: 'Type in the newsroom',
        options: { news: 'News', press_release: 'Press release', ad_hoc: 'Ad hoc announcement' },
      }),
    ),
    career_type: orNull(
      choice({
        label: 'Type on the career pages',
        options: { career_news: 'Career news', apprentice_news: 'News of apprentices' },
      }),
    ),
    image: reference('image', { label: 'Picture' }),
    documents: references('document', { label: 'Documents', distinct: true }),
    sites: sites(),
    ...datedVisibility,
    localized: localized({
      title: text({ label: 'Title', required: true }),
      lead: text({ label: 'Lead', required: true }),
      body: richText({ label: 'Text', required: true }),
    }),
    ...bookkeeping,
  },
  joins: { documents: { table: 'article_documents', owner: 'article_id', member: 'document_id' } },
  check: (record, issue) => {
    if ((record.newsroom_category === 'newsroom') !== (record.newsroom_type !== null)) {
      issue(['newsroom_type'], 'News of the newsroom have a type of the newsroom, news of the career pages have none');
    }
    if ((record.newsroom_category === 'career') !== (record.career_type !== null)) {
      issue(['career_type'], 'News of the career pages have a type of their own, news of the newsroom have none');
    }
    checkPeriod(record, issue);
  },
  unique: ['slug'],
});
