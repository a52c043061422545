import type { Series } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveImage } from '../image/resolve.ts';
import { seriesHref } from '../product/resolve.ts';
import type { RecordRow } from '../shapes.ts';
import { localText } from '../reading/local-text.ts';

/** A family of products. */
export function resolveSeries(row: RecordRow<'series'>, context: ReadContext): Series {
  context.trace.tag(`series/card:${row.id}`);
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    status: row.status,
    summary: localText(row.localized, context.locale, 'summary') ?? '',
    href: seriesHref(row.name, context),
    image: resolveImage(row.image, context),
  };
}
