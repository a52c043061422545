import { checkUpload, formatBytes } from '#domain/media/new-medium.ts';
import type { Result } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { ImageWork } from './jobs/image-jobs.ts';
import { plainName } from './plain-name.ts';
import type { MediaStorage, Stored } from './store.ts';

/** A file as a person brings it, for a record of a kind. */
export type Upload = { kind: UploadKind; filename: string; bytes: Uint8Array };

/** Stores a file as a person brings it, and answers with the columns that say which file it is, and what was taken out of it. What it is says its content. */
export async function storeUpload(
  storage: MediaStorage,
  images: Pick<ImageWork, 'prepare'>,
  upload: Upload,
): Promise<Result<Stored>> {
  const stored = await store(storage, images, upload);
  if (stored.ok || stored.failure.code !== 'invalid') return stored;
  const { code, message } = stored.failure;
  return { ok: false, failure: { code, message, issues: [{ path: ['file'], message }] } };
}

async function store(
  storage: MediaStorage,
  images: Pick<ImageWork, 'prepare'>,
  { kind, filename, bytes }: Upload,
): Promise<Result<Stored>> {
  const checked = checkUpload({ start: bytes.subarray(0, formatBytes), filename, size: bytes.byteLength }, [kind]);
  if (!checked.ok) return checked;
  const { format } = checked.value;
  if (format === undefined)
    return storage.store({ kind: kind === 'vector' ? 'vector' : 'file', filename: plainName(filename, 'file'), bytes });
  const prepared = await images.prepare(bytes, format);
  return prepared.ok ? storage.store({ kind: 'image', filename, bytes: prepared.value.bytes ?? bytes }) : prepared;
}
