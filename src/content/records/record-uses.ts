import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import { kindOf } from '#kinds/kinds.ts';
import { type KindName, kindNames } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import { titlePath, nameOf } from './list-records.ts';
import { idOf } from './record-id.ts';
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
  const query = client.rpc('record_uses', { p_kind: kind, p_id: String(id), p_places: placesAsJson(kind) });
  return expectData('record_uses', query, storedUses);
}

/** What people call records, by kind and id, e.g. `product:88`; pages are not among them. */
export async function readTitles(
  client: Client,
  names: readonly { kind: KindName; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const titles = await readNames(client, names);
  return new Map(
    names
      .filter(({ kind }) => kind !== 'page')
      .map(({ kind, id }) => [`${kind}:${id}`, nameOf(kind, idOf(kind, id), titles.get(`${kind}:${id}`) ?? null)]),
  );
}

/** The same of those that have a name, in a draft at least. */
export async function readNames(
  client: Client,
  names: readonly { kind: KindName; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const records = names
    .filter(({ kind }) => kind !== 'page')
    .map(({ kind, id }) => ({ kind, id, path: titlePath(kindOf(kind)) }));
  if (records.length === 0) return new Map();
  const query = client.rpc('record_titles', { p_records: records });
  const found = await expectData('record_titles', query, z.array(z.string().nullable()));
  return new Map(
    records.flatMap(({ kind, id }, index) => {
      const name = found[index] ?? '';
      return name === '' ? [] : [[`${kind}:${id}`, name] as const];
    }),
  );
}
