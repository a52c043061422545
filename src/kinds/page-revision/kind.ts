import { z } from 'zod';
import { requiredReference } from '#schema/fields.ts';
import { byLocale, hidden, jsonObject, localeSchema, time, userId } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

const revisionLocale = z.strictObject({
  path: z.string(),
  title: z.string(),
  nav_title: z.string(),
  description: z.string(),
  seo: jsonObject(),
  modules: z.array(jsonObject()),
});

/** A page as it was published. It never changes. */
export const pageRevision = defineKind({
  kind: 'page_revision',
  table: 'page_revisions',
  label: 'id',
  exportBatchSize: 100,
  fields: {
    page: requiredReference('page', { label: 'Page' }),
    number: hidden(z.int().positive(), 'Number'),
    created_by: userId('Published by'),
    created_at: time({ label: 'Published' }),
    locales: hidden(byLocale(revisionLocale), 'The page in each language'),
  },
  besides: ['locales'],
  machineWritten: ['page', 'number', 'created_by', 'created_at', 'locales'],
  uniques: (record) => [`revision ${record.number} of page ${record.page}`],
  rows: (record) =>
    Object.entries(record.locales).map(([locale, content]) => ({
      table: 'page_revision_locales',
      row: { revision_id: record.id, locale, ...content },
    })),
  parts: {
    tables: [{ table: 'page_revision_locales', owner: 'revision_id' }],
    read: (_, rows) => ({
      locales: Object.fromEntries(
        rows('page_revision_locales').map(({ revision_id: _id, locale, ...rest }) => [
          localeSchema.parse(locale),
          rest,
        ]),
      ),
    }),
  },
});
