import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail } from '#domain/result.ts';
import { trimEnd } from '#domain/text/trim-end.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, notFound } from '#kinds/registry.ts';
import type { RecordId, RecordVersion, SavedRecord } from '#view-model/records.ts';
import { editableData, recordOfRows, recordRows } from '#content/records/record-data.ts';
import { previewPaths } from '#content/records/preview-paths.ts';
import { readRecord } from '#content/records/read-record.ts';
import { saveRecord } from '#content/records/save-record.ts';
import { readStoredFile } from '#content/records/stored-file.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';

const versionRow = z.object({
  number: z.int(),
  rows: recordRows.nullable(),
  file: jsonObject().nullable(),
  made_at: z.string(),
  made_by: z.string().nullable(),
  receipt: z.number().nullable(),
  takes_back: z.number().nullable(),
  release: z.string().nullable(),
});

/** The versions of a record that were live, the newest first; of one that was deleted without data. */
export async function recordVersions(client: Client, name: KindName, id: RecordId): Promise<RecordVersion[]> {
  const versions = await readVersions(client, name, id);
  return versions.map(({ data, file, made_at: madeAt, made_by: madeBy, takes_back: takesBack, ...version }) => {
    const pages = data === null ? [] : previewPaths(name, data);
    return { ...version, data, pages, file: readStoredFile(file), madeAt, madeBy, takesBack };
  });
}

/** What a version has, with the columns of its file: null for records without one, and where that is not on record. */
export type VersionContent = { number: number; data: JsonObject | null; file: JsonObject | null };

/** @returns what versions of a record have, the newest first */
export async function readVersions(
  client: Client,
  name: KindName,
  id: RecordId,
): Promise<(VersionContent & Omit<z.output<typeof versionRow>, 'rows'>)[]> {
  const kind = getKind(name);
  const versions = await callFunction(client, 'record_versions_of', z.array(versionRow), {
    p_kind: name,
    p_id: String(id),
  });
  return versions.map(({ rows, ...version }) => ({
    ...version,
    data: rows && editableData(kind, recordOfRows(kind, rows)),
  }));
}

/** A draft of a new record with the content of another one, under a slug that is free. */
export async function copyRecord(actor: Actor, name: KindName, id: RecordId): Promise<Result<SavedRecord>> {
  const kind = getKind(name);
  const stored = await readRecord(actor.client, kind, id);
  if (!stored) return fail('not-found', notFound(name));
  const source = stored.draft?.data ?? (stored.rows && editableData(kind, recordOfRows(kind, stored.rows))) ?? {};
  const { slug } = source;
  const data =
    typeof slug === 'string' && slug !== '' ? { ...source, slug: await freeSlug(actor.client, name, slug) } : source;
  return saveRecord(actor, { kind: name, id: null, data, base: null });
}

const tries = 20;
/** As long as the slug that it is the end of may be: 120 characters, 240 bytes. */
const longest = { characters: 110, bytes: 225 };

async function freeSlug(client: Client, kind: KindName, slug: string): Promise<string> {
  let stem = slug;
  while (stem.length > longest.characters || new TextEncoder().encode(stem).length > longest.bytes)
    stem = stem.slice(0, -1);
  stem = trimEnd(stem, '-');
  const wanted = Array.from({ length: tries }, (_, index) => `${stem}-copy${index === 0 ? '' : `-${index + 1}`}`);
  const [free] = await callFunction(client, 'free_slugs', z.array(z.string()), { p_kind: kind, p_slugs: wanted });
  // Publishing says that it is taken.
  return free ?? `${stem}-copy`;
}
