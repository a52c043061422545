import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { type KindName, kindNames } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import { placesAsJson } from './record-places.ts';

const storedUse = z.object({
  kind: z.enum(kindNames),
  id: z.string(),
  table_name: z.string(),
  column_name: z.string().nullable(),
  module: z.string().nullable(),
  path: z.string().nullable(),
  /** Of a page, the locales of it, with commas between. */
  locale: z.string().nullable(),
});
export const storedUses = z.array(storedUse);
export type StoredUse = z.output<typeof storedUse>;

/** Where a record is named: by records, and by modules of pages and of saved sections. */
export function findUses(client: Client, kind: KindName, id: RecordId): Promise<StoredUse[]> {
  return callFunction(client, 'record_uses', storedUses, {
    p_kind: kind,
    p_id: String(id),
    p_places: placesAsJson(kind),
  });
}
