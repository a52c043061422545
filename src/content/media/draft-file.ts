import { isSame } from '#domain/pages/merge-versions.ts';
import { ownValue } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { type StoredDraft, readRecord } from '#content/records/read-record.ts';
import { editableData, recordOfRows } from '#content/records/record-data.ts';
import { discardRecord, saveRecord } from '#content/records/save-record.ts';
import { getKind } from '#kinds/kinds.ts';
import { notFound } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { SavedRecord } from '#view-model/records.ts';
import type { ImageWork } from './jobs/image-jobs.ts';
import { findMediumFiles, readEarlierFile } from './medium-files.ts';
import { plainName } from './plain-name.ts';
import { type Upload, storeUpload } from './store-upload.ts';
import type { MediaStorage } from './store.ts';

/** A medium, and the hash of the file that the person has seen: of its draft, or else the one that it has; null for none. */
type SeenMedium = { kind: UploadKind; id: number; hash: string | null };

/** Gives the draft of a medium another file. Nothing of it is live. */
export async function draftFile(
  actor: Actor,
  storage: MediaStorage,
  images: Pick<ImageWork, 'prepare'>,
  medium: SeenMedium,
  file: Pick<Upload, 'filename' | 'bytes'>,
): Promise<Result<SavedRecord>> {
  const { kind } = medium;
  const stored = await storeUpload(storage, images, { kind, ...file });
  if (!stored.ok) return stored;
  // Visitors save files and documents under their names; a picture's is for editors, who look for it by that name.
  const named = kind === 'file' || kind === 'document' ? { filename: plainName(file.filename, 'file') } : {};
  return saveFile(actor, medium, { ...stored.value.columns, ...named });
}

/** Gives the draft of a medium a file again that the medium had before. */
export async function draftEarlierFile(
  actor: Actor,
  storage: Pick<MediaStorage, 'has'>,
  medium: SeenMedium,
  number: number,
): Promise<Result<SavedRecord>> {
  const file = await readEarlierFile(actor.client, { ...medium, number });
  if (!file) return fail('not-found', 'There is no such earlier file.');
  if (typeof file['storage_path'] !== 'string' || !(await storage.has(file['storage_path'])))
    return fail('not-found', 'This file is not in the store of files any more. Upload it again instead.');
  return saveFile(actor, medium, file);
}

/** Takes the file out of the draft of a medium; with it the draft, where that has nothing else. It can be brought back for 30 days. */
export async function dropFile(actor: Actor, medium: SeenMedium): Promise<Result<{ isDropped: boolean }>> {
  const { kind, id } = medium;
  const opened = await openMedium(actor.client, medium);
  if (!opened.ok) return opened;
  const { live, row, draft } = opened.value;
  if (!draft?.file) return ok({ isDropped: false });
  if (draft.file['hash'] !== medium.hash) return refuseReplaced(actor.client, medium);
  const data = 'filename' in live ? { ...draft.data, filename: live['filename'] ?? null } : draft.data;
  const dropped = isSame(data, live)
    ? await discardRecord(actor, { kind, id, base: draft.saved_at })
    : await saveRecord(actor, {
        kind,
        id,
        data,
        base: draft.saved_at,
        file: Object.fromEntries(Object.keys(draft.file).map((name) => [name, ownValue(row, name) ?? null])),
        isRestored: true,
      });
  return dropped.ok ? ok({ isDropped: true }) : dropped;
}

type OpenedMedium = { live: JsonObject; row: JsonObject; draft: StoredDraft | null };

async function openMedium(client: Client, { kind, id }: SeenMedium): Promise<Result<OpenedMedium>> {
  const definition = getKind(kind);
  const stored = await readRecord(client, definition, id);
  const row = ownValue(stored?.rows, definition.table)?.[0];
  if (!stored?.rows || !row) return fail('not-found', notFound(kind));
  return ok({ live: editableData(definition, recordOfRows(definition, stored.rows)), row, draft: stored.draft });
}

/** How often texts that somebody saves meanwhile are taken along. */
const attempts = 5;

/** @param file its columns, with the name where visitors save it under that */
async function saveFile(
  actor: Actor,
  medium: SeenMedium,
  { filename, ...file }: JsonObject,
): Promise<Result<SavedRecord>> {
  const { kind, id } = medium;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const opened = await openMedium(actor.client, medium);
    if (!opened.ok) return opened;
    const { live, row, draft } = opened.value;
    const seen = draft?.file ?? row;
    if ((seen['hash'] ?? null) !== medium.hash) return refuseReplaced(actor.client, medium);
    if (seen['hash'] === file['hash']) {
      const message = 'This is the file that is there already. Choose another one.';
      return fail('invalid', message, [{ path: ['file'], message }]);
    }
    const data = { ...(draft?.data ?? live), ...(filename === undefined ? {} : { filename }) };
    const saved = await saveRecord(actor, { kind, id, data, base: draft?.saved_at ?? null, file });
    if (saved.ok || saved.failure.code !== 'conflict') return saved;
  }
  return refuseReplaced(actor.client, medium);
}

async function refuseReplaced(client: Client, { kind, id }: SeenMedium): Promise<Result<never>> {
  const now = await findMediumFiles(client, kind, id);
  if (!now.ok) return now;
  const { draft, by } = now.value;
  const who = (draft?.file ? draft.savedBy : by) ?? 'Somebody';
  const message = `${who} has replaced this file meanwhile. Nothing was changed: look at the new file, then decide again.`;
  return { ok: false, failure: { code: 'conflict', message, detail: now.value } };
}
