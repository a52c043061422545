import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import { ownValue } from '#domain/objects.ts';
import { siteNames } from '#domain/site-names.ts';
import { isSiteId } from '#domain/sites.ts';
import { kindOf } from '#kinds/kinds.ts';
import { type KindName, kindNames } from '#kinds/registry.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
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

/**
 * What people call records, by kind and id, e.g. `product:88`; pages are not among them. What each site has one of, such as a menu,
 * is called by its site as well.
 */
export async function readTitles(
  client: Client,
  names: readonly { kind: KindName; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const named = names.filter(({ kind }) => kind !== 'page');
  const [titles, sites] = await Promise.all([readNames(client, named), readSites(client, named)]);
  return new Map(
    named.map(({ kind, id }) => {
      const key = `${kind}:${id}`;
      const title = nameOf(kind, idOf(kind, id), titles.get(key) ?? null);
      const site = sites.get(key);
      return [key, site === undefined ? title : `${title}, ${site}`];
    }),
  );
}

/** The names of the sites of records that each belong to one of them, and are known by a choice that every site has. */
async function readSites(
  client: Client,
  names: readonly { kind: KindName; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ofSites = names.filter(({ kind }) => labelOptions(kind) !== null && 'site' in kindOf(kind).schema.shape);
  const found = await readColumn(
    client,
    ofSites.map((name) => ({ ...name, path: ['site_id'] })),
  );
  return new Map([...found].map(([key, site]) => [key, isSiteId(site) ? siteNames[site] : site]));
}

/** The options of the choice that records of a kind are known by; null for kinds with names. */
function labelOptions(kind: KindName) {
  const { schema, label } = kindOf(kind);
  const meta = fieldRegistry.get(ownValue(schema.shape, label) ?? schema);
  return meta?.widget === 'select' ? meta.options : null;
}

/** The same of those that have a name, in a draft at least. */
export async function readNames(
  client: Client,
  names: readonly { kind: KindName; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const records = names
    .filter(({ kind }) => kind !== 'page')
    .map(({ kind, id }) => ({ kind, id, path: titlePath(kindOf(kind)) }));
  const found = await readColumn(client, records);
  return new Map(
    [...found].map(([key, name]) => {
      const [kind] = key.split(':');
      const options = labelOptions(kindNames.find((own) => own === kind) ?? 'page');
      return [key, options?.find(({ value }) => value === name)?.label ?? name];
    }),
  );
}

type AskedColumn = { kind: KindName; id: string; path: string[] };

/** A text of each record, by kind and id; none where it is empty. */
async function readColumn(client: Client, records: readonly AskedColumn[]): Promise<ReadonlyMap<string, string>> {
  if (records.length === 0) return new Map();
  const query = client.rpc('record_titles', { p_records: [...records] });
  const found = await expectData('record_titles', query, z.array(z.string().nullable()));
  return new Map(
    records.flatMap(({ kind, id }, index) => {
      const name = found[index] ?? '';
      return name === '' ? [] : [[`${kind}:${id}`, name] as const];
    }),
  );
}
