import type { Document } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { mediaHref } from '../image/resolve.ts';
import type { DocumentRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

export function resolveDocument(row: DocumentRow, context: ReadContext): Document {
  context.trace.tag(`document/card:${row.id}`);
  if (row.storage_path !== null) context.trace.media.add(row.storage_path);
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? '',
    href: row.storage_path === null ? null : mediaHref(row.storage_path, context),
    contentDate: row.content_date,
    typeLabel: row.type,
    size: row.size,
  };
}
