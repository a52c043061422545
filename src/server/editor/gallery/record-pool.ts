import { z } from 'zod';
import { keysOf } from '#domain/objects.ts';
import { type Client, expectData } from '#content/client.ts';
import type { ContentReader } from '#content/reader.ts';
import type { ReferenceKind } from '#schema/field-meta.ts';
import type { PickRecord } from './sample-data.ts';

/** Where the records of each kind are, and what they are known by. */
const tables = {
  image: ['images', 'filename'],
  vector: ['vectors', 'filename'],
  file: ['files', 'filename'],
  document: ['documents', 'name'],
  video: ['videos', 'filename'],
  webinar: ['webinars', 'title'],
  link: ['links', 'text'],
  product: ['products', 'name'],
  series: ['series', 'name'],
  category: ['categories', 'slug'],
  cv: ['cvs', 'name'],
  location: ['locations', 'name'],
  employee_story: ['employee_stories', 'slug'],
  story_group: ['story_groups', 'localized->en->>name'],
  story_category: ['story_categories', 'localized->en->>name'],
  form: ['forms', 'title'],
} as const satisfies { [K in ReferenceKind]?: readonly [string, string] };
type PooledKind = keyof typeof tables;
const kinds = keysOf(tables);

/** Enough to choose pictures that suit from a demo, and no more of a large site than one page of answers. */
const most = 300;
const rows = z.array(z.object({ id: z.number(), name: z.string() }));
type Candidate = z.output<typeof rows>[number];

async function readCandidates(client: Client, kind: PooledKind): Promise<Candidate[]> {
  const [table, column] = tables[kind];
  return expectData(table, client.from(table).select(`id, name:${column}`).order('id').limit(most), rows);
}

/** Which records the samples show: those that there are and that the reader shows on this site in this locale. */
export async function readRecordPool(client: Client, reader: ContentReader): Promise<PickRecord> {
  const candidates = await Promise.all(kinds.map(async (kind) => [kind, await readCandidates(client, kind)] as const));
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
