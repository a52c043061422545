import type { PageReference } from '#view-model/resolved.ts';
import { addressFor } from '../link/resolve.ts';
import type { ReadContext } from '../reading/context.ts';
import type { RecordRow } from '../shapes.ts';

/** A page's address and title. */
export function resolvePage(row: RecordRow<'page'>, { locale }: ReadContext): PageReference | null {
  const address = addressFor(row.addresses, locale);
  return address && { id: row.id, ...address };
}
