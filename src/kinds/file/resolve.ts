import type { ResolvedRecords } from '#view-model/resolved.ts';
import { mediaHref } from '../image/resolve.ts';
import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import type { RecordRow } from '../shapes.ts';

export function resolveFile(row: RecordRow<'file'>, context: ReadContext): ResolvedRecords['file'] | null {
  if (!row.storage_path) return null;
  context.trace.media.add(row.storage_path);
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? row.filename,
    href: mediaHref(row.storage_path, context),
    size: row.size,
  };
}
