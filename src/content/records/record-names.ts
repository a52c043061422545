import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { siteNames } from '#domain/site-names.ts';
import { isSiteId } from '#domain/sites.ts';
import { type Client, exactly, expectData } from '#content/clients/client.ts';
import { getColumn } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isKindName } from '#kinds/registry.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import type { RecordId } from '#view-model/records.ts';
import { formatRecordName, formatNaming, titlePath } from './list-records.ts';
import { parseRecordId } from './record-id.ts';

type Named = { kind: KindName; id: string };

/**
 * What people call records, by kind and id, e.g. `product:88`; pages are not among them. What each site has one of, such as a menu,
 * is called by its site as well.
 */
export async function readTitles(client: Client, names: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const records = names.filter(({ kind }) => kind !== 'page');
  const [titles, sites] = await Promise.all([readNames(client, records), readSites(client, records)]);
  return new Map(
    records.map((record) => {
      const key = makeKey(record);
      const title = formatRecordName(record.kind, parseRecordId(record.kind, record.id), titles.get(key) ?? null);
      return [key, withSite(title, sites.get(key))];
    }),
  );
}

/** The same of those that have a name. */
export async function readNamesWithSites(
  client: Client,
  records: readonly Named[],
): Promise<ReadonlyMap<string, string>> {
  const [names, sites] = await Promise.all([readNames(client, records), readSites(client, records)]);
  return new Map([...names].map(([key, name]) => [key, withSite(name, sites.get(key))]));
}

function withSite(name: string, site: string | undefined): string {
  return site === undefined ? name : `${name}, ${site}`;
}

/** Whether each site has records of a kind that are called the same. */
function isOfSite(kind: KindName): boolean {
  const { schema, label } = getKind(kind);
  return 'site' in schema.shape && fieldRegistry.get(schema.shape[label] ?? z.unknown())?.widget === 'select';
}

/** The names of the sites of records that each belong to one of them, and are known by a choice that every site has. */
async function readSites(client: Client, records: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const ofSites = records.filter(({ kind }) => isOfSite(kind));
  const texts = await readTexts(
    client,
    ofSites.map((record) => ({ ...record, path: ['site_id'] })),
  );
  return new Map(
    ofSites.flatMap((record, index) => {
      const site = texts[index];
      return site ? [[makeKey(record), isSiteId(site) ? siteNames[site] : site] as const] : [];
    }),
  );
}

/** The same of those that have a name: live, in a draft, or when they were deleted. */
export async function readNames(client: Client, names: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const records = names.filter(({ kind }) => kind !== 'page');
  if (records.length === 0) return new Map();
  const own = records.filter(({ kind }) => getKind(kind).namedBy === null);
  const [texts, joined] = await Promise.all([
    readTexts(
      client,
      own.map(({ kind, id }) => ({ kind, id, path: titlePath(getKind(kind)) })),
    ),
    joinNames(
      client,
      records.filter(({ kind }) => getKind(kind).namedBy !== null),
    ),
  ]);
  const found = new Map(own.flatMap((record, index) => named(record, formatNaming(record.kind, texts[index] ?? ''))));
  for (const [key, name] of joined) found.set(key, name);
  const missing = records.filter((record) => !found.has(makeKey(record)));
  for (const [key, name] of await readDeleted(client, missing)) found.set(key, name);
  return found;
}

/** Records with their names, of kinds that are named by other records or by their site as well. */
export async function nameRecords<T extends { kind: string | null; id: RecordId; title: string }>(
  client: Client,
  records: readonly T[],
): Promise<T[]> {
  const unnamed = records.flatMap(({ kind, id }) =>
    isKindName(kind) && (getKind(kind).namedBy !== null || isOfSite(kind)) ? [{ kind, id: String(id) }] : [],
  );
  if (unnamed.length === 0) return [...records];
  const names = await readNamesWithSites(client, unnamed);
  return records.map((record) => ({ ...record, title: names.get(`${record.kind}:${record.id}`) ?? record.title }));
}

function makeKey({ kind, id }: Named): string {
  return `${kind}:${id}`;
}

function named(record: Named, name: string): [string, string][] {
  return name ? [[makeKey(record), name]] : [];
}

/** As many as the database answers at once. */
const readBatchSize = 1000;

/** What records have at paths, live or in a draft. */
async function readTexts(client: Client, asked: readonly (Named & { path: string[] })[]): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (let start = 0; start < asked.length; start += readBatchSize) {
    texts.push(
      ...(await callFunction(client, 'record_titles', z.array(z.string().nullable()), {
        p_records: asked.slice(start, start + readBatchSize),
      })),
    );
  }
  return texts;
}

/** The names of records that are named by what they are about. */
async function joinNames(client: Client, records: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  if (records.length === 0) return new Map();
  const values = new Map<string, string>();
  const getFields = (record: Named) =>
    (getKind(record.kind).namedBy ?? []).map((field) => ({ ...record, field, key: `${makeKey(record)} ${field}` }));
  const all = records.flatMap(getFields);
  // A row has a reference in a column of its own, and a draft in the field.
  for (const placeOf of [columnIn, fieldIn]) {
    const asked = all.filter(({ key }) => !values.has(key));
    const texts = await readTexts(
      client,
      asked.map(({ kind, id, field }) => ({ kind, id, path: [placeOf(kind, field)] })),
    );
    for (const [index, { key }] of asked.entries()) {
      const text = texts[index];
      if (text) values.set(key, text);
    }
  }
  const members = await readNames(
    client,
    all.flatMap(({ kind, field, key }) => {
      const [member, id] = [memberKind(kind, field), values.get(key)];
      return member && id ? [{ kind: member, id }] : [];
    }),
  );
  return new Map(
    records.flatMap((record) => {
      const parts = getFields(record).flatMap(({ field, key }) => {
        const value = values.get(key);
        const member = memberKind(record.kind, field);
        if (value === undefined) return [];
        return member ? (members.get(`${member}:${value}`) ?? []) : wordsIn(value);
      });
      return named(record, parts.join(', '));
    }),
  );
}

const columnIn = (kind: KindName, field: string): string => getColumn(getKind(kind), field);
const fieldIn = (_: KindName, field: string): string => field;

/** The kind of the record that a field names; null for one that has words. */
function memberKind(kind: KindName, field: string): KindName | null {
  const { schema } = getKind(kind);
  const meta = fieldRegistry.get(schema.shape[field] ?? z.unknown());
  return meta?.widget === 'reference' && isKindName(meta.kind) ? meta.kind : null;
}

const words = z.array(z.string());

/** A list of words is JSON. */
function wordsIn(value: string): string[] {
  try {
    return words.parse(JSON.parse(value));
  } catch {
    return [value];
  }
}

const deletedRow = z.object({ kind: z.string(), record_id: z.string(), title: z.string() });

async function readDeleted(client: Client, records: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  if (records.length === 0) return new Map();
  const asked = records.slice(0, readBatchSize / 2);
  const query = client
    .from('record_trash')
    .select('kind, record_id, title')
    .in('kind', [...new Set(asked.map(({ kind }) => kind))])
    .filter('record_id', 'in', exactly(...new Set(asked.map(({ id }) => id))));
  const rows = await expectData('record_trash', query, z.array(deletedRow));
  return new Map(
    rows.flatMap(({ kind, record_id: id, title }) => (isKindName(kind) ? named({ kind, id }, title) : [])),
  );
}
