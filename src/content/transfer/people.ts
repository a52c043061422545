import { z } from 'zod';
import { checkPeriod, checkPlace } from './catalog.ts';
import {
  bookkeeping,
  contactAddress,
  country,
  datedVisibility,
  email,
  id,
  latitude,
  localized,
  longitude,
  nullableText,
  optionalReference,
  optionalText,
  optionallyLocalized,
  reference,
  references,
  richText,
  sites,
  slug,
  text,
  videoAddress,
  webAddress,
} from './fields.ts';
import { defineKind } from './kind.ts';

export const location = defineKind({
  kind: 'location',
  table: 'locations',
  schema: z.strictObject({
    kind: z.literal('location'),
    id: id(),
    name: text(),
    name_verbose: text(),
    address_lines: z.array(text()).min(1, 'This field is required'),
    image: optionalReference('image'),
    latitude: latitude(),
    longitude: longitude(),
    country: country().nullable().default(null),
    phone: nullableText(),
    email: email().nullable().default(null),
    localized: optionallyLocalized({ name: optionalText(), title: optionalText(), note: optionalText() }),
    ...bookkeeping,
  }),
  check: checkPlace,
});

export const cv = defineKind({
  kind: 'cv',
  table: 'cvs',
  schema: z.strictObject({
    kind: z.literal('cv'),
    id: id(),
    name: text(),
    image: optionalReference('image'),
    contact_url: contactAddress().nullable().default(null),
    linkedin_url: webAddress().nullable().default(null),
    organisation_level: z.enum(['board', 'management', 'team']).nullable().default(null),
    position_order: z.int().default(0),
    localized: localized({
      position: text(),
      additional_text: optionalText(),
      summary: optionalText(),
      experience: optionalText(),
      education: optionalText(),
    }),
    ...bookkeeping,
  }),
});

export const storyGroup = defineKind({
  kind: 'story_group',
  table: 'story_groups',
  schema: z.strictObject({
    kind: z.literal('story_group'),
    id: id(),
    localized: localized({ name: text() }),
    ...bookkeeping,
  }),
});

export const storyCategory = defineKind({
  kind: 'story_category',
  table: 'story_categories',
  schema: z.strictObject({
    kind: z.literal('story_category'),
    id: id(),
    localized: localized({ name: text() }),
    ...bookkeeping,
  }),
});

export const employeeStory = defineKind({
  kind: 'employee_story',
  table: 'employee_stories',
  schema: z.strictObject({
    kind: z.literal('employee_story'),
    id: id(),
    slug: slug(),
    category: reference('story_category'),
    groups: references('story_group'),
    image: reference('image'),
    video_url: videoAddress().nullable().default(null),
    sites: sites(),
    ...datedVisibility,
    localized: localized({ title: text(), teaser: text(150), body: richText() }),
    ...bookkeeping,
  }),
  joins: { groups: { table: 'employee_story_groups', owner: 'employee_story_id', member: 'story_group_id' } },
  check: checkPeriod,
  uniques: (record) => [`employee story slug ${record.slug}`],
});

const pensum = () => z.int().min(1).max(100).nullable().default(null);

export const job = defineKind({
  kind: 'job',
  table: 'jobs',
  schema: z.strictObject({
    kind: z.literal('job'),
    id: id(),
    slug: slug(),
    location: reference('location'),
    city: text(),
    country: country(),
    field: slug().nullable().default(null),
    pensum_min: pensum(),
    pensum_max: pensum(),
    is_remote: z.boolean().default(false),
    direct_link: webAddress().nullable().default(null),
    sites: sites().default(['main']),
    ...datedVisibility,
    localized: localized({
      title: text(),
      short_description: text(),
      city: optionalText(),
      positions: z.array(text()).optional(),
    }),
    ...bookkeeping,
  }),
  check: (record, issue) => {
    const { pensum_min: min, pensum_max: max } = record;
    if ((min === null) !== (max === null) || (min !== null && max !== null && min > max)) {
      issue(['pensum_max'], 'pensum_min and pensum_max go together, the lower one first');
    }
    checkPeriod(record, issue);
  },
  uniques: (record) => [`job slug ${record.slug}`],
});
