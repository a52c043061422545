import type { PublicationCategory } from '#domain/vocabulary.ts';
import { reference, text } from '#schema/fields.ts';
import { bookkeeping, choice, localized, orNull, slug, time, webAddress } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

const categoryLabels: Readonly<Record<PublicationCategory, string>> = {
  annual_report: 'Annual report',
  interim_report: 'Interim report',
  presentation: 'Presentation',
  ad_hoc: 'Ad hoc announcement',
  announcement: 'Announcement',
};

/** The parts of a publication that a feed brings as well. */
export const publicationFields = {
  category: choice({ label: 'Category', options: categoryLabels }),
  published_at: time({ label: 'Date' }),
  url: orNull(webAddress({ label: 'Address', help: 'Where it is read, if it is no document' })),
  localized: localized({ title: text({ label: 'Title', required: true, max: 250 }) }),
};

export const investorPublication = defineKind({
  kind: 'investor_publication',
  table: 'investor_publications',
  label: 'key',
  fields: {
    key: slug({ label: 'Key', help: 'Names the publication in files' }),
    ...publicationFields,
    document: reference('document', { label: 'Document' }),
    ...bookkeeping,
  },
  check: (record, issue) => {
    if (record.url !== null && record.document !== null) issue(['url'], 'Either url or document');
  },
  unique: ['key'],
});
