import type { Vector } from '#view-model/resolved.ts';
import { mediaHref, missingAlternativeText } from '../image/resolve.ts';
import type { ReadContext } from '../reading/context.ts';
import { localText } from '../reading/local-text.ts';
import type { RecordRow } from '../shapes.ts';

export function resolveVector(row: RecordRow<'vector'>, context: ReadContext): Vector | null {
  if (!row.storage_path) return null;
  context.trace.media.add(row.storage_path);
  const alt = localText(row.localized, context.locale, 'alt') ?? missingAlternativeText;
  return { id: row.id, url: mediaHref(row.storage_path, context), alt };
}
