import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import { kinds } from '#kinds/kinds.ts';
import { type PickedItem, picked } from '#kinds/picked.ts';
import type { Picked } from '#kinds/reading/picked.ts';
import type { ReferenceKind } from '#kinds/registry.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/clients/client.ts';

/** The query of a picker: a page of the matches of a search, or the records with these ids. */
export type RecordQuery = {
  page: number;
  pageSize: number;
  search: string;
  ids?: number[] | undefined;
  /** Pages of this site come first, and links to pages of other sites last. */
  site?: SiteId | undefined;
  /** Of media: those in this folder of the library, or in one below it. */
  folder?: number | undefined;
};
export type Found<T> = { results: T[]; count: number };

/** Lists the records of one kind for the editor's pickers, with the rights of the client. */
export type Finder<T> = {
  find: (client: Client, asked: RecordQuery) => Promise<Found<T>>;
  /** The record with an id, or null when there is none. */
  findOne: (client: Client, id: number) => Promise<T | null>;
};

type Answer = { data: unknown; count?: number | null; error: { code?: string; message: string } | null };

const page = z.object({ count: z.number(), ids: z.array(z.number()) });

/** The finder of a kind: the database returns the matching ids in order and their total, and those of one page are read. */
export function getFinder<K extends ReferenceKind>(kind: K): Finder<PickedItem<K>> {
  const { columns, row, hasDrafts, drafted = [] }: Picked<PickedItem<K>> = picked[kind];
  const { table } = kinds[kind];
  const rows = async (client: Client, ids: number[]): Promise<PickedItem<K>[]> => {
    if (ids.length === 0) return [];
    const stored = await expectData(kind, client.from(table).select(columns).in('id', ids), z.array(storedRow));
    const saved = drafted.length > 0 ? await readSaved(client, kind, ids, drafted) : null;
    const drafts = hasDrafts ? await readDrafts(client, kind, ids) : [];
    const live = stored.map((record) => {
      const shown = { ...record, ...saved?.get(record.id) };
      // A draft may be unfinished.
      return row.safeParse(shown).success ? shown : record;
    });
    // A record that cannot be read cannot be chosen; the others can.
    const found = [...drafts, ...live].flatMap((record) => row.safeParse(record).data ?? []);
    const byId = new Map(found.map((record) => [record.id, record]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    find: async (client, { page: number, pageSize, search, ids, site, folder }) => {
      if (ids) {
        const results = await rows(client, ids);
        return { results, count: results.length };
      }
      const answer = await callFunction(client, 'find_records', page, {
        p_kind: kind,
        p_search: search,
        p_offset: (number - 1) * pageSize,
        p_limit: pageSize,
        p_site: site,
        p_folder: folder,
      });
      return { results: await rows(client, answer.ids), count: answer.count };
    },
    findOne: async (client, id) => (await rows(client, [id]))[0] ?? null,
  };
}

const storedRow = z.looseObject({ id: z.number() });
const draftRow = z.object({ record_id: z.coerce.number(), data: z.record(z.string(), z.unknown()) });

/** The drafts of records that were never published, those that are in no release last: they count before the others. */
async function readDrafts(client: Client, kind: ReferenceKind, ids: number[]): Promise<Record<string, unknown>[]> {
  const query = client
    .from('record_drafts')
    .select('record_id, data')
    .eq('kind', kind)
    .is('base_version', null)
    .in('record_id', ids.map(String))
    .order('release_id', { nullsFirst: false });
  const drafts = await expectData('record_drafts', query, z.array(draftRow));
  return drafts.map(({ record_id: id, data }) => ({ ...data, id }));
}

/** Fields of records as they are in the drafts that are published by themselves, by id. */
async function readSaved(
  client: Client,
  kind: ReferenceKind,
  ids: number[],
  fields: readonly string[],
): Promise<ReadonlyMap<number, Record<string, unknown>>> {
  const query = client
    .from('record_drafts')
    .select('record_id, data')
    .eq('kind', kind)
    .is('release_id', null)
    .in('record_id', ids.map(String));
  const drafts = await expectData('record_drafts', query, z.array(draftRow));
  return new Map(
    drafts.map(({ record_id: id, data }) => [
      id,
      Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field))),
    ]),
  );
}

/** A page of a query that a finder's own search cannot express. */
export async function readPage<T>(call: string, answer: PromiseLike<Answer>, row: z.ZodType<T>): Promise<Found<T>> {
  const { data, count, error } = await answer;
  // A page behind the last one.
  if (error?.code === 'PGRST103') return { results: [], count: count ?? 0 };
  const results = await expectData(call, Promise.resolve({ data, error }), z.array(row));
  if (typeof count !== 'number') throw new DatabaseUnavailable(call, 'shape', 'there is no count');
  return { results, count };
}
