import type { Publication } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveDocument } from '../document/resolve.ts';
import type { PublicationRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** A publication for investors: elsewhere by its address, or here as a document. */
export function resolvePublication(row: PublicationRow, context: ReadContext): Publication {
  context.trace.tag(`investor_publication:${row.id}`);
  const document = row.document && resolveDocument(row.document, context);
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? '',
    category: row.category,
    publishedAt: row.published_at,
    href: row.url ?? document?.href ?? null,
    isExternal: row.url !== null,
    size: document?.size ?? null,
  };
}
