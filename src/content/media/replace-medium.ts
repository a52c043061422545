import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { notFound } from '#kinds/registry.ts';
import type { ImageWork } from './jobs/image-jobs.ts';
import { findMediumFiles } from './medium-files.ts';
import { plainName } from './plain-name.ts';
import { type Upload, storeUpload } from './store-upload.ts';
import type { MediaStorage } from './store.ts';

/** A medium, and the hash of the file that it has for the person who acts; null for a document without a file. */
export type ReplacedMedium = { kind: UploadKind; id: number; hash: string | null };

const outcome = z.enum(['replaced', 'same', 'conflict', 'not-found']);

/** Gives a medium another file, at once and wherever it is shown. What it had before is stored. */
export async function replaceMedium(
  actor: Actor,
  storage: MediaStorage,
  images: Pick<ImageWork, 'prepare'>,
  { kind, id, hash }: ReplacedMedium,
  file: Pick<Upload, 'filename' | 'bytes'>,
): Promise<Result<null>> {
  const stored = await storeUpload(storage, images, { kind, ...file });
  if (!stored.ok) return stored;
  // Visitors save files and documents under their names; a picture's is for editors, who look for it by that name.
  const named = kind === 'file' || kind === 'document' ? { filename: plainName(file.filename, 'file') } : {};
  return settle(
    actor.client,
    { kind, id },
    await callFunction(actor.service, 'replace_medium', outcome, {
      p_actor: actor.userId,
      p_kind: kind,
      p_id: id,
      p_hash: hash,
      p_file: { ...stored.value.columns, ...named },
    }),
  );
}

/** Gives a medium a file again that it had before. */
export async function restoreMedium(
  actor: Actor,
  storage: Pick<MediaStorage, 'has'>,
  { kind, id, hash }: ReplacedMedium,
  number: number,
): Promise<Result<null>> {
  const files = await findMediumFiles(actor.client, kind, id);
  if (!files.ok) return files;
  const earlier = files.value.earlier.find((each) => each.number === number);
  if (!earlier) return fail('not-found', 'There is no such earlier file.');
  if (!(await storage.has(earlier.path)))
    return fail('not-found', 'This file is not in the store of files any more. Upload it again instead.');
  return settle(
    actor.client,
    { kind, id },
    await callFunction(actor.service, 'restore_medium', outcome, {
      p_actor: actor.userId,
      p_kind: kind,
      p_id: id,
      p_hash: hash,
      p_number: number,
    }),
  );
}

async function settle(
  client: Client,
  { kind, id }: Pick<ReplacedMedium, 'kind' | 'id'>,
  done: z.output<typeof outcome>,
): Promise<Result<null>> {
  switch (done) {
    case 'replaced':
      return ok(null);
    case 'same': {
      const message = 'This is the file that is there already. Choose another one.';
      return fail('invalid', message, [{ path: ['file'], message }]);
    }
    case 'not-found':
      return fail('not-found', notFound(kind));
    case 'conflict': {
      const now = await findMediumFiles(client, kind, id);
      if (!now.ok) return now;
      const who = now.value.by ?? 'Somebody';
      const message = `${who} has replaced this file meanwhile. Nothing was changed: look at the new file, then decide again.`;
      return { ok: false, failure: { code: 'conflict', message, detail: now.value } };
    }
  }
}
