import { z } from 'zod';
import { checkbox, reference, text, withMeta } from '#schema/fields.ts';
import {
  bookkeeping,
  choice,
  country,
  localized,
  optionalRichText,
  optionalText,
  orNull,
  sites,
  slug,
  time,
  visibility,
  webAddress,
} from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const event = defineKind({
  kind: 'event',
  table: 'events',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    category: choice({ label: 'Section', options: { newsroom: 'Newsroom', career: 'Career' } }),
    image: reference('image', { label: 'Picture' }),
    sites: sites(),
    starts_at: time({ label: 'Start' }),
    ends_at: time({ label: 'End' }),
    time_zone: withMeta(z.string().refine(isTimeZone, 'A time zone is written like Europe/Zurich'), {
      label: 'Time zone',
      help: 'Of the place, such as Europe/Zurich',
      widget: 'time-zone',
    }),
    is_online: checkbox({ label: 'Online', default: false }),
    country: orNull(country({ label: 'Country' })),
    url: orNull(webAddress({ label: 'Website', help: 'Where one registers' })),
    ...visibility,
    localized: localized({
      title: text({ label: 'Title', required: true }),
      summary: text({ label: 'Summary', required: true }),
      body: optionalRichText({ label: 'Text' }),
      venue: optionalText({ label: 'Venue' }),
      city: optionalText({ label: 'City' }),
    }),
    ...bookkeeping,
  },
  check: (record, issue) => {
    if (Date.parse(record.ends_at) < Date.parse(record.starts_at)) issue(['ends_at'], 'The end comes after the start');
    checkPeriod(record, issue);
  },
  unique: ['slug'],
});
