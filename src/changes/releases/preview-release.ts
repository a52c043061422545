import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { locales } from '#domain/locales.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import type { Json } from '#database/database.types.ts';
import { rowsByTable } from '#content/records/write-staged.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { mergeOvertaken } from './prepare-release.ts';

const previewRow = z
  .object({
    id: z.number(),
    name: z.string(),
    state: z.enum(['open', 'scheduled', 'publishing', 'live']),
    publish_at: z.string().nullable(),
    time_zone: z.string().nullable(),
    pages: z.array(
      z.object({
        site: siteSchema,
        title: z.string(),
        paths: z.partialRecord(z.enum(locales), z.string()).nullable(),
      }),
    ),
    overtaken_pages: z.array(z.number()),
    overtaken_records: z.array(z.object({ kind: z.string(), id: z.string() })),
    unfinished: z.number(),
  })
  .nullable();

/** What a preview of a release says of it, and what is seen otherwise than in its drafts; null where there is none. */
export async function readReleasePreview(actor: Pick<Actor, 'client' | 'service'>, id: number) {
  const row = await callFunction(actor.client, 'release_preview', previewRow, { p_release: id });
  if (!row) return null;
  const { overtaken_pages: pages, overtaken_records: records, ...preview } = row;
  const overtaken = await mergeOvertaken(actor, id, { pages, records });
  return { ...preview, merged: toMerged(overtaken) };
}

export type ReleasePreview = NonNullable<Awaited<ReturnType<typeof readReleasePreview>>>;

function toMerged({ pages, records }: Awaited<ReturnType<typeof mergeOvertaken>>): Json | null {
  if (pages.length + records.length === 0) return null;
  const merged = {
    pages: Object.fromEntries(pages.flatMap(({ id, contents }) => (contents ? [[id, contents]] : []))),
    records: Object.fromEntries(records.map(({ record: { kind, id, rows } }) => [`${kind}:${id}`, rowsByTable(rows)])),
  };
  // It was read from revisions and rows of the database.
  return merged as Json;
}

/** Reads a release that has a moment as its preview, in the name of whoever chose that. */
export function dueCalls(service: Client, release: number): Calls {
  // What calls are given is JSON.
  return {
    rpc: (name, args) => service.rpc('read_due', { p_release: release, p_call: name, p_args: (args ?? {}) as Json }),
  };
}
