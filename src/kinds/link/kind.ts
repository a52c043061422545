import { z } from 'zod';
import { anchorPattern, contactAddress, linkTargets, linkTypes, localPath } from '#domain/addresses/new-link.ts';
import { reference, text, withMeta } from '#schema/fields.ts';
import { bookkeeping, indexed, orNull } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { rowKinds } from '../registry.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A field that only links of these types have. */
const of = (...equals: (typeof linkTypes)[number][]) => ({ when: { field: 'link_type', equals } });

export const link = defineKind({
  kind: 'link',
  table: 'links',
  label: 'text',
  fields: {
    text: text({ label: 'Text', required: true }),
    link_type: withMeta(z.enum(linkTypes, 'Link type is required'), {
      label: 'Type',
      widget: 'select',
      options: options({ internal: 'Internal', external: 'External', download: 'Download', anchor: 'Anchor' }),
    }),
    target: withMeta(z.enum(linkTargets).nullable().default('auto'), {
      label: 'Opens in',
      widget: 'select',
      options: options({ auto: 'As usual for its type', _blank: 'A new window', _self: 'The same window' }),
    }),
    url: orNull(
      withMeta(z.string().min(1).max(2000), {
        label: 'Address',
        widget: 'url',
        ...of('internal', 'external', 'download'),
      }),
    ),
    page: reference('page', { label: 'Page', ...of('internal') }),
    row_kind: withMeta(z.enum(rowKinds).nullable().default(null), {
      label: 'Kind of the record',
      widget: 'hidden',
      ...of('internal'),
    }),
    row_id: withMeta(z.nullable(z.int().positive()).default(null), {
      label: 'Record with a page of its own',
      widget: 'hidden',
      ...of('internal'),
    }),
    document: reference('document', { label: 'Document', ...of('download') }),
    anchor_id: orNull(
      indexed(
        withMeta(z.string().regex(anchorPattern, 'An anchor is written like #featured-products'), {
          label: 'Anchor',
          help: 'A place on the page, such as #featured-products',
          widget: 'text',
          ...of('internal', 'anchor'),
        }),
      ),
    ),
    ...bookkeeping,
  },
  listed: ['link_type', 'url', 'page', 'document'],
  derived: { search_text: 'Made by the database, for finding' },
  check: (record, issue) => {
    const destinations = [record.url, record.page, record.row_id, record.document].filter((value) => value !== null);
    if (destinations.length > 1) issue([], 'A link leads to one destination');
    if ((record.row_kind === null) !== (record.row_id === null))
      issue(['row_kind'], 'A link to a record names its kind and its number');
    const { url } = record;
    switch (record.link_type) {
      case 'internal':
        if (record.document !== null) issue(['document'], 'A document is linked to as a download');
        if (url !== null && !localPath.test(url)) issue(['url'], 'An internal address starts with a slash');
        break;
      case 'external':
        if (url === null) issue(['url'], 'URL is required');
        else if (!contactAddress.test(url)) issue(['url'], 'This is no http, https, mailto or tel address');
        break;
      case 'download':
        if (record.page !== null || record.row_id !== null)
          issue([], 'A download leads to a document or to an address');
        if (url !== null && !localPath.test(url) && !/^https?:/.test(url)) issue(['url'], 'This is not an address');
        break;
      case 'anchor':
        if (record.anchor_id === null) issue(['anchor_id'], 'Anchor ID is required');
        if (destinations.length > 0) issue([], 'An anchor leads to no other page');
        break;
    }
    if (record.target === null && (record.link_type === 'external' || record.link_type === 'download')) {
      issue(['target'], 'Target is required');
    }
  },
  references: (record) =>
    record.row_kind !== null && record.row_id !== null
      ? [{ kind: record.row_kind, id: record.row_id, path: ['row_id'] }]
      : [],
});
