import { checkUpload, formatBytes } from '#domain/media/new-medium.ts';
import { type Result, fail } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';

const unreadable = 'This cannot be read. If it is a folder, choose the files in it.';

/** What a file becomes where these kinds are wanted, before it is sent. */
export async function checkFile(file: File, kinds: readonly UploadKind[]): Promise<Result<{ kind: UploadKind }>> {
  const start = await file
    .slice(0, formatBytes)
    .arrayBuffer()
    .catch(() => null);
  if (!start) return fail('invalid', unreadable);
  return checkUpload({ start: new Uint8Array(start), filename: file.name, size: file.size }, kinds);
}
