import { access } from 'node:fs/promises';
import { formatBytes, detectMedium, withoutEnding } from '#domain/media/new-medium.ts';
import { isRecord } from '#domain/objects.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import type { MediaBacklog } from '#content/media/media-backlog.ts';
import { preparePicture } from '#content/media/pictures/prepare-picture.ts';
import type { MediaFile, MediaStorage } from '#content/media/store.ts';
import type { StagedRow } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { isKindName } from '#kinds/registry.ts';
import { type ContentSource, loadFile } from './source.ts';

/** Where media wait that are stored later, and what stores them. */
export type MediaLater = { backlog: MediaBacklog; media: MediaStorage };

type Problem = { path: Issue['path']; message: string };

/** How Storage takes the file of a record; null for a kind of record that has none. */
export function getMediaKind(value: unknown): 'image' | 'vector' | 'file' | null {
  const kind = isRecord(value) ? value['kind'] : undefined;
  return isKindName(kind) ? getKind(kind).media : null;
}

/** Whether the file of a media record is somewhere: in the record, beside it, or in Storage already. */
export async function missingFile(source: ContentSource, media: MediaStorage, value: unknown): Promise<Problem | null> {
  if (!isRecord(value) || getMediaKind(value) === null || typeof value['content'] === 'string') return null;
  const { filename, storage_path: stored } = value;
  if (typeof stored === 'string') {
    if (typeof value['hash'] === 'string' && (await media.has(stored))) return null;
    return { path: ['storage_path'], message: `The file is neither in the bundle nor in Storage` };
  }
  if (typeof filename !== 'string') return null;
  if (!source.mediaFile) {
    return value['kind'] === 'document' ? null : { path: ['content'], message: 'This field is required' };
  }
  const found = await access(source.mediaFile(filename)).then(
    () => true,
    () => false,
  );
  return found ? null : { path: ['filename'], message: `There is no file media/${filename}` };
}

/** The file of a media record; null for any other record, and for one whose file is in Storage already. */
async function readMediaFile(source: ContentSource, value: unknown): Promise<MediaFile | null> {
  const kind = getMediaKind(value);
  if (!isRecord(value) || kind === null) return null;
  const { content, filename } = value;
  const name = typeof filename === 'string' ? filename : 'file';
  if (typeof content === 'string') return { kind, filename: name, bytes: Buffer.from(content, 'base64') };
  if (typeof value['storage_path'] === 'string' || typeof filename !== 'string' || !source.mediaFile) return null;
  const bytes = await loadFile(source.mediaFile(filename));
  return bytes && { kind, filename, bytes };
}

/** A picture as an upload of it would be stored. One that has a hash was stored before, and stays as it is. */
async function prepared(file: MediaFile, value: unknown): Promise<Result<MediaFile>> {
  if (file.kind !== 'image' || (isRecord(value) && typeof value['hash'] === 'string')) return ok(file);
  const medium = detectMedium(file.bytes.subarray(0, formatBytes), file.filename);
  if (!medium.ok) return medium;
  if (medium.value.kind !== 'image') return ok(file);
  const picture = await preparePicture(file.bytes, medium.value.format);
  if (!picture.ok) return picture;
  const { bytes } = picture.value;
  return ok(bytes === null ? file : { ...file, bytes, filename: `${withoutEnding(file.filename)}.webp` });
}

/** Stores the file of a media record, now or later, and returns the columns that describe it. */
export async function storeMedia(
  source: ContentSource,
  media: MediaStorage,
  value: unknown,
  later: MediaLater | null,
): Promise<Result<StagedRow['row']>> {
  const brought = await readMediaFile(source, value);
  if (!brought) return ok({});
  const ready = await prepared(brought, value);
  if (!ready.ok) return ready;
  const file = ready.value;
  const stored = later ? await media.describe(file) : await media.store(file);
  if (!stored.ok) return stored;
  const columns = 'columns' in stored.value ? stored.value.columns : stored.value;
  if (isRecord(value) && typeof value['hash'] === 'string' && value['hash'] !== columns.hash) {
    return fail('invalid', `The content is not that of the hash ${value['hash']}`);
  }
  if (later) storeLater(file, columns.hash, later);
  return ok(file.filename === brought.filename ? { ...columns } : { ...columns, filename: file.filename });
}

function storeLater(file: MediaFile, hash: string, { backlog, media }: MediaLater): void {
  backlog.add(hash, async () => {
    const stored = await media.store(file);
    if (!stored.ok) throw new Error(`${file.filename}: ${stored.failure.message}`);
  });
}

/** Adds the files of a source to a backlog, as the import of the source has done that was not finished. */
export async function addToBacklog(source: ContentSource, later: MediaLater): Promise<void> {
  for await (const { value } of source.records()) {
    const brought = await readMediaFile(source, value);
    const file = brought && (await prepared(brought, value));
    if (!file?.ok) continue;
    const described = await later.media.describe(file.value);
    if (described.ok) storeLater(file.value, described.value.hash, later);
  }
}
