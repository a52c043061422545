import { z } from 'zod';
import { mediaHash, mediaPath } from '#domain/media/media-path.ts';
import { mediaUrl } from '#kinds/image/resolve.ts';
import { contentTypeDisplay, getLargest } from '#kinds/reading/pictures.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { StoredFile } from '#view-model/stored-file.ts';

const columns = z
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
  .transform(({ hash, storage_path: path, content_type, bytes, size, width, height, widths }): StoredFile => {
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

/** The file of a medium, by its row or the columns of the file; null where it has none, and for other records. */
export function readStoredFile(row: JsonObject | null): StoredFile | null {
  return columns.safeParse(row).data ?? null;
}

/** A file by the columns that say which it is; null where a document has none. */
export const storedFile = z.union([columns, z.object({ hash: z.null() }).transform(() => null)]);
