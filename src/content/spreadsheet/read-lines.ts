import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { KindName } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import type { IdOf } from './read-cell.ts';

const rowBatchSize = 500;
const wordBatchSize = 2000;

function* splitInParts<T>(all: readonly T[], batchSize: number): Generator<T[], void, undefined> {
  for (let start = 0; start < all.length; start += batchSize) yield all.slice(start, start + batchSize);
}

/** The ids of the records of a kind that are known by these words, by word. */
export async function findByWords(
  service: Client,
  kind: KindName,
  words: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const part of splitInParts([...words], wordBatchSize)) {
    const found = await callFunction(
      service,
      'find_records_by_word',
      z.record(z.string(), z.union([z.number(), z.string()])),
      { p_kind: kind, p_words: part },
    );
    for (const [word, id] of Object.entries(found)) ids.set(word, Number(id));
  }
  return ids;
}

/** Finds the records that cells name: with a slug or another word of their own, or with their number, also as `#12` at the end. */
export async function findNamed(service: Client, words: ReadonlyMap<KindName, ReadonlySet<string>>): Promise<IdOf> {
  const ids = new Map<KindName, Map<string, number>>();
  for (const [kind, wanted] of words) ids.set(kind, await findByWords(service, kind, wanted));
  return (kind, word) => {
    const known = ids.get(kind)?.get(word);
    const number = /(?:^|#)([1-9]\d{0,14})$/.exec(word)?.[1];
    return known ?? (number === undefined ? undefined : Number(number));
  };
}

const keyed = z.object({ key: z.array(z.string()), ids: z.array(z.union([z.number(), z.string()]).nullable()) });

/** The ids of the records that have the same key as these rows, each with the same columns; null for those that nobody has. */
export async function findByKey(
  service: Client,
  kind: KindName,
  rows: readonly { [column: string]: Json | undefined }[],
): Promise<(RecordId | null)[]> {
  const ids: (RecordId | null)[] = [];
  for (const part of splitInParts(rows, rowBatchSize)) {
    const { data, error } = await service.rpc('find_records_by_key', { p_kind: kind, p_rows: part });
    // A value that no column of its type has: nobody has it.
    const found = error ? { ids: [] } : keyed.parse(data);
    ids.push(...part.map((_, index) => found.ids[index] ?? null));
  }
  return ids;
}
