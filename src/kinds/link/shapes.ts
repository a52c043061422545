import { z } from 'zod';
import { mediaPath } from '#domain/media/media-path.ts';
import { rowKinds } from '../registry.ts';
import { siteSchema } from '../reading/localized-row.ts';
import { addresses } from '../page/shapes.ts';
import { placedRow } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

/** Where a link leads. */
export const linkLeadRow = z.object({
  id: makeRowId('link'),
  type: z.enum(['internal', 'external', 'download', 'anchor']),
  url: z.string().nullable(),
  anchor: z.string().nullable(),
  page_id: z.number().nullable(),
  page_site: siteSchema.nullable(),
  addresses,
  row_kind: z.enum(rowKinds).nullable(),
  row_id: z.number().nullable(),
  row: placedRow.nullable(),
  document_id: z.number().nullable(),
  document_path: mediaPath.nullable(),
});
export type LinkLeadRow = z.infer<typeof linkLeadRow>;

const linkRow = linkLeadRow.extend({
  text: z.string(),
  target: z.enum(['auto', '_blank', '_self']).nullable(),
});
export type LinkRow = z.infer<typeof linkRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { link: linkRow };
