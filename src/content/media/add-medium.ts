import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { withoutEnding } from '#domain/media/new-medium.ts';
import { type Result, ok } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Json } from '#schema/record-fields.ts';
import { makeHash } from './pictures/encode-image.ts';
import { findSameFile } from './find-same-file.ts';
import type { ImageWork } from './jobs/image-jobs.ts';
import type { Medium } from './medium.ts';
import { plainName } from './plain-name.ts';
import { type Upload, storeUpload } from './store-upload.ts';
import type { MediaStorage } from './store.ts';

/** A file that becomes a record of the wanted kind, in a folder of the library where one is named; a document says what it is. */
type NewFile = Upload & { documentType: string; language: Locale; folder: number | null };

const added = z.object({ id: z.int(), title: z.string(), is_new: z.boolean() });

/** Stores a file as a person brings it, and makes its record. What it is says its content; its name is only a name. */
export async function addMedium(
  { client, service, userId }: Actor,
  storage: MediaStorage,
  images: Pick<ImageWork, 'prepare'>,
  file: NewFile,
): Promise<Result<Medium>> {
  const { kind } = file;
  // Its name is part of the path of a file: under another one its bytes would be stored once more, without a record.
  const same = isStoredAsBrought(kind) ? await findSameFile(client, kind, makeHash(file.bytes)) : null;
  if (same?.path && (await storage.has(same.path))) return ok(same.medium);
  const stored = await storeUpload(storage, images, file);
  if (!stored.ok) return stored;
  const {
    id,
    title,
    is_new: isNew,
  } = await callFunction(service, 'add_medium', added, {
    p_actor: userId,
    p_kind: kind,
    p_row: { ...stored.value.columns, ...makeTexts(file) },
    p_folder: file.folder ?? undefined,
  });
  return ok({ kind, id, title, isNew, removals: stored.value.removals });
}

function isStoredAsBrought(kind: UploadKind): boolean {
  return kind === 'file' || kind === 'document';
}

/** The columns that say what a file is called. */
function makeTexts({ kind, filename: original, documentType, language }: NewFile): Record<string, Json> {
  switch (kind) {
    case 'image':
      return { filename: `${withoutEnding(pictureName(original))}.webp`, localized: { en: {} } };
    case 'vector':
      return { filename: plainName(original, 'drawing.svg'), localized: { en: {} } };
    case 'file':
      return { filename: plainName(original, 'file'), localized: { en: {} } };
    case 'document': {
      const filename = plainName(original, 'file');
      const title = withoutEnding(filename);
      const content_date = new Date().toISOString().slice(0, 10);
      const localized = { [defaultLocale]: { title } };
      return { filename, name: title, content_date, document_type: documentType, language, localized };
    }
  }
}

/** Browsers call every pasted picture the same. */
function pictureName(original: string): string {
  if (original !== 'image.png') return plainName(original, 'picture');
  return `pasted-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
}
