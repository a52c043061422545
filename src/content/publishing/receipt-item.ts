import { z } from 'zod';
import { json } from '#schema/record-fields.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';

/** What became of a URL: `same` was read and not drawn, since nothing that it shows is different; `unchanged` was drawn and has the same bytes. */
export const outputChange = z.enum(['new', 'changed', 'removed', 'unchanged', 'same', 'failed']);
export type OutputChange = z.output<typeof outputChange>;

/** A URL in a receipt, as the database stores it. `failure`: why it could not be drawn or written. */
export const receiptItem = z.object({
  path: z.string(),
  locale: localeSchema,
  change: outputChange,
  reasons: z.array(z.string()),
  seen_live_at: z.string().nullable(),
  failure: json().nullable(),
});
