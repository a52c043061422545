import { z } from 'zod';
import {
  bookkeeping,
  date,
  id,
  localeSchema,
  localized,
  nullableText,
  optionalReference,
  optionalText,
  optionalTime,
  optionallyLocalized,
  text,
  videoAddress,
  webAddress,
} from './fields.ts';
import { mediaPath } from '#domain/media-path.ts';
import { anchorPattern, contactAddress, linkTargets, linkTypes, localPath } from '#domain/new-link.ts';
import { rowKinds } from '#domain/row-kinds.ts';
import { defineKind } from './kind.ts';

/** The file of a media record in base64: what was uploaded, from which the stored variants are made again. */
const content = () => z.base64('This is not base64').optional();

/** What importing a file finds out about it. A record without `content` names a file that Storage has already. */
const stored = {
  hash: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  content_type: z
    .string()
    .regex(/^[^/\s]+\/[^/\s]+$/)
    .optional(),
  storage_path: mediaPath.optional(),
};

export const image = defineKind({
  kind: 'image',
  table: 'images',
  besides: ['content'],
  schema: z.strictObject({
    kind: z.literal('image'),
    id: id(),
    filename: text(100),
    display: z.string().default(''),
    is_decorative: z.boolean().default(false),
    localized: optionallyLocalized({ alt: optionalText() }),
    ...stored,
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    bytes: z.int().positive().optional(),
    widths: z.array(z.int().positive()).optional(),
    ...bookkeeping,
    content: content(),
  }),
});

export const vector = defineKind({
  kind: 'vector',
  table: 'vectors',
  besides: ['content'],
  schema: z.strictObject({
    kind: z.literal('vector'),
    id: id(),
    filename: text(100),
    localized: optionallyLocalized({ alt: optionalText() }),
    ...stored,
    bytes: z.int().positive().optional(),
    ...bookkeeping,
    content: content(),
  }),
});

export const file = defineKind({
  kind: 'file',
  table: 'files',
  besides: ['content'],
  schema: z.strictObject({
    kind: z.literal('file'),
    id: id(),
    filename: text(100),
    localized: optionallyLocalized({ title: optionalText() }),
    ...stored,
    size: z.int().positive().optional(),
    ...bookkeeping,
    content: content(),
  }),
});

export const document = defineKind({
  kind: 'document',
  table: 'documents',
  besides: ['content'],
  schema: z.strictObject({
    kind: z.literal('document'),
    id: id(),
    name: text(),
    filename: nullableText(100),
    content_date: date(),
    document_type: z.enum([
      'datasheet',
      'application_note',
      'manual',
      'certificate',
      'drawing',
      'software',
      'brochure',
      'report',
    ]),
    language: localeSchema,
    localized: localized({ title: text() }),
    ...stored,
    size: z.int().positive().optional(),
    ...bookkeeping,
    content: content(),
  }),
});

export const video = defineKind({
  kind: 'video',
  table: 'videos',
  schema: z.strictObject({
    kind: z.literal('video'),
    id: id(),
    filename: text(100),
    video_url: videoAddress(),
    image: optionalReference('image'),
    size: z.int().positive().nullable().default(null),
    localized: localized({ title: text() }),
    ...bookkeeping,
  }),
});

export const webinar = defineKind({
  kind: 'webinar',
  table: 'webinars',
  schema: z.strictObject({
    kind: z.literal('webinar'),
    id: id(),
    title: text(),
    url: webAddress(),
    starts_at: optionalTime(),
    localized: localized({ title: text(), summary: optionalText() }),
    ...bookkeeping,
  }),
});

const rowId = z.int().positive();

const linkFields = z.strictObject({
  kind: z.literal('link'),
  id: id(),
  text: text(),
  link_type: z.enum(linkTypes, 'Link type is required'),
  target: z.enum(linkTargets).nullable().default('auto'),
  url: z.string().min(1).max(2000).nullable().default(null),
  page: optionalReference('page'),
  row_kind: z.enum(rowKinds).nullable().default(null),
  row_id: z.nullable(rowId).default(null),
  document: optionalReference('document'),
  anchor_id: z.string().regex(anchorPattern, 'An anchor is written like #featured-products').nullable().default(null),
  ...bookkeeping,
});

export const link = defineKind({
  kind: 'link',
  table: 'links',
  schema: linkFields,
  check: (record, issue) => {
    const destinations = [record.url, record.page, record.row_id, record.document].filter((value) => value !== null);
    if (destinations.length > 1) issue([], 'A link leads to one destination');
    if ((record.row_kind === null) !== (record.row_id === null)) issue(['row_kind'], 'row_kind and row_id go together');
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
