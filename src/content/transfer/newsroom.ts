import { z } from 'zod';
import { checkPeriod } from './catalog.ts';
import {
  bookkeeping,
  country,
  datedVisibility,
  id,
  localized,
  optionalReference,
  optionalRichText,
  optionalText,
  optionallyLocalized,
  reference,
  references,
  richText,
  sites,
  slug,
  text,
  time,
  visibility,
  webAddress,
} from './fields.ts';
import { defineKind } from './kind.ts';

export const tag = defineKind({
  kind: 'tag',
  table: 'tags',
  schema: z.strictObject({
    kind: z.literal('tag'),
    id: id(),
    slug: slug(),
    sites: sites().default(['main']),
    localized: localized({ name: text() }),
    ...bookkeeping,
  }),
  uniques: (record) => [`tag slug ${record.slug}`],
});

export const author = defineKind({
  kind: 'author',
  table: 'authors',
  schema: z.strictObject({
    kind: z.literal('author'),
    id: id(),
    slug: slug(),
    name: text(),
    image: optionalReference('image'),
    sites: sites().default(['main']),
    localized: optionallyLocalized({ position: optionalText(), bio: optionalText() }),
    ...bookkeeping,
  }),
  uniques: (record) => [`author slug ${record.slug}`],
});

export const article = defineKind({
  kind: 'article',
  table: 'articles',
  schema: z.strictObject({
    kind: z.literal('article'),
    id: id(),
    slug: slug(),
    newsroom_category: z.enum(['newsroom', 'career']),
    newsroom_type: z.enum(['news', 'press_release', 'ad_hoc']).nullable().default(null),
    career_type: z.enum(['career_news', 'apprentice_news']).nullable().default(null),
    image: optionalReference('image'),
    documents: references('document'),
    sites: sites(),
    ...datedVisibility,
    localized: localized({ title: text(), lead: text(), body: richText() }),
    ...bookkeeping,
  }),
  joins: { documents: { table: 'article_documents', owner: 'article_id', member: 'document_id' } },
  check: (record, issue) => {
    if ((record.newsroom_category === 'newsroom') !== (record.newsroom_type !== null)) {
      issue(['newsroom_type'], 'News of the newsroom have a newsroom_type, news of the career pages have none');
    }
    if ((record.newsroom_category === 'career') !== (record.career_type !== null)) {
      issue(['career_type'], 'News of the career pages have a career_type, news of the newsroom have none');
    }
    checkPeriod(record, issue);
  },
  uniques: (record) => [`article slug ${record.slug}`],
});

export const event = defineKind({
  kind: 'event',
  table: 'events',
  schema: z.strictObject({
    kind: z.literal('event'),
    id: id(),
    slug: slug(),
    category: z.enum(['newsroom', 'career']),
    image: optionalReference('image'),
    sites: sites(),
    starts_at: time(),
    ends_at: time(),
    time_zone: z.string().refine(isTimeZone, 'A time zone is written like Europe/Zurich'),
    is_online: z.boolean().default(false),
    country: country().nullable().default(null),
    url: webAddress().nullable().default(null),
    ...visibility,
    localized: localized({
      title: text(),
      summary: text(),
      body: optionalRichText(),
      venue: optionalText(),
      city: optionalText(),
    }),
    ...bookkeeping,
  }),
  check: (record, issue) => {
    if (Date.parse(record.ends_at) < Date.parse(record.starts_at)) issue(['ends_at'], 'The end comes after the start');
    checkPeriod(record, issue);
  },
  uniques: (record) => [`event slug ${record.slug}`],
});

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const post = defineKind({
  kind: 'post',
  table: 'posts',
  schema: z.strictObject({
    kind: z.literal('post'),
    id: id(),
    slug: slug(),
    author: reference('author'),
    image: optionalReference('image'),
    tags: references('tag'),
    sites: sites(),
    ...datedVisibility,
    localized: localized({ title: text(), lead: text(), body: richText() }),
    ...bookkeeping,
  }),
  joins: { tags: { table: 'post_tags', owner: 'post_id', member: 'tag_id' } },
  check: checkPeriod,
  uniques: (record) => [`post slug ${record.slug}`],
});
