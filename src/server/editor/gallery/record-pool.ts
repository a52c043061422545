import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import type { ContentReader } from '#content/reader.ts';
import { kinds } from '#kinds/kinds.ts';
import { referenceKinds } from '#kinds/registry.ts';
import type { ReferenceKind } from '#schema/field-meta.ts';
import type { PickRecord } from './sample-data.ts';

type PooledKind = Exclude<ReferenceKind, 'page'>;
/** A sample links to pages by link records. */
const pooled = referenceKinds.filter((kind): kind is PooledKind => kind !== 'page');

/** Enough to choose pictures that suit from a demo, and no more of a large site than one page of answers. */
const most = 300;
const rows = z.array(z.object({ id: z.number(), name: z.string() }));
type Candidate = z.output<typeof rows>[number];

async function readCandidates(client: Client, kind: PooledKind): Promise<Candidate[]> {
  const { table, label } = kinds[kind];
  return expectData(table, client.from(table).select(`id, name:${label}`).order('id').limit(most), rows);
}

/** Which records the samples show: those that there are and that the reader shows on this site in this locale. */
export async function readRecordPool(client: Client, reader: ContentReader): Promise<PickRecord> {
  const candidates = await Promise.all(pooled.map(async (kind) => [kind, await readCandidates(client, kind)] as const));
  const targets = candidates.flatMap(([kind, list]) => list.map(({ id }) => ({ kind, id })));
  const resolution = await reader.resolve(targets, [], null);
  const shown = new Set(
    resolution.ok
      ? resolution.value.records.flatMap(({ kind, id, record }) => (record === null ? [] : [`${kind} ${id}`]))
      : [],
  );
  const pool = new Map<ReferenceKind, Candidate[]>(
    candidates.map(([kind, list]) => [kind, list.filter(({ id }) => shown.has(`${kind} ${id}`))]),
  );
  return (kind, index, suits) => {
    const all = pool.get(kind) ?? [];
    const fitting = all.filter(({ name }) => name.toLowerCase().includes(suits));
    const list = fitting.length > 0 ? fitting : all;
    return list[index % list.length]?.id ?? null;
  };
}
