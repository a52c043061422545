import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { mediaHash, mediaPath } from '#domain/media/media-path.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { Client } from '#content/clients/client.ts';
import { contentTypeDisplay, getLargest } from '#kinds/reading/pictures.ts';
import { mediaUrl } from '#kinds/image/resolve.ts';
import { notFound } from '#kinds/registry.ts';

/** A stored file, as it is shown to people. */
type StoredFileFacts = {
  hash: string;
  /** In the bucket of media. */
  path: string;
  /** The file itself, in full size. */
  href: string;
  /** What the browser can show of it; null for a file that is no picture. */
  picture: string | null;
  format: string;
  bytes: number;
  width: number | null;
  height: number | null;
};
/** The file of a medium, since when and by whom, and those that it had before, the last one first. */
type MediumFiles = {
  filename: string;
  /** Null for a document without its file. */
  file: StoredFileFacts | null;
  since: string;
  by: string | null;
  earlier: readonly (StoredFileFacts & { number: number; replacedAt: string; replacedBy: string | null })[];
};

const storedFile = z
  .object({
    hash: mediaHash,
    storage_path: mediaPath,
    content_type: z.string(),
    bytes: z.int().optional(),
    size: z.int().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    widths: z.array(z.int()).optional(),
  })
  .transform(({ hash, storage_path: path, content_type, bytes, size, width, height, widths }): StoredFileFacts => {
    const href = mediaUrl(path);
    const drawn = content_type === 'image/svg+xml' ? href : null;
    return {
      hash,
      path,
      href,
      picture: widths ? getLargest({ hash, widths }) : drawn,
      format: contentTypeDisplay(content_type),
      bytes: bytes ?? size ?? 0,
      width: width ?? null,
      height: height ?? null,
    };
  });

const answer = z.object({
  filename: z.string().nullable(),
  created_at: z.string(),
  file: z.union([storedFile, z.object({ hash: z.null() }).transform(() => null)]),
  earlier: z.array(
    z.object({
      number: z.int(),
      file: storedFile,
      replaced_at: z.string(),
      replaced_by: z.string().nullable(),
    }),
  ),
});

/** The file that a medium has, and those that it had before. */
export async function findMediumFiles(client: Client, kind: UploadKind, id: number): Promise<Result<MediumFiles>> {
  const found = await callFunction(client, 'files_of_medium', answer.nullable(), { p_kind: kind, p_id: id });
  if (!found) return fail('not-found', notFound(kind));
  const [last] = found.earlier;
  return ok({
    filename: found.filename ?? '',
    file: found.file,
    since: last?.replaced_at ?? found.created_at,
    by: last?.replaced_by ?? null,
    earlier: found.earlier.map(({ number, file, replaced_at: replacedAt, replaced_by: replacedBy }) => ({
      ...file,
      number,
      replacedAt,
      replacedBy,
    })),
  });
}
