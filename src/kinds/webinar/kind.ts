import { text } from '#schema/fields.ts';
import { bookkeeping, localized, optionalText, orNull, time, webAddress } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const webinar = defineKind({
  kind: 'webinar',
  table: 'webinars',
  label: 'title',
  fields: {
    title: text({ label: 'Name', required: true, help: 'Under which editors find it' }),
    url: webAddress({ label: 'Address', help: 'Where it takes place, or its recording' }),
    starts_at: orNull(time({ label: 'Start', help: 'Empty: a recording' })),
    localized: localized({
      title: text({ label: 'Title', required: true }),
      summary: optionalText({ label: 'Summary', long: true }),
    }),
    ...bookkeeping,
  },
});
