import { checkUpload, formatBytes } from '#domain/media/new-medium.ts';
import { type Result, fail } from '#domain/result.ts';
import type { CleanDrawing } from './drawings/clean-vector.ts';
import type { ImageWork } from '#content/media/jobs/image-jobs.ts';
import type { Upload } from '#content/media/store-upload.ts';

/** What would be stored of a drawing, and what would be taken out of it. Nothing is stored. */
export async function checkDrawing(
  images: Pick<ImageWork, 'cleanVector'>,
  { filename, bytes }: Pick<Upload, 'filename' | 'bytes'>,
): Promise<Result<CleanDrawing>> {
  const start = bytes.subarray(0, formatBytes);
  const checked = checkUpload({ start, filename, size: bytes.byteLength }, ['vector']);
  const clean = checked.ok ? await images.cleanVector(bytes) : checked;
  if (clean.ok || clean.failure.code !== 'invalid') return clean;
  const { code, message } = clean.failure;
  return fail(code, message, [{ path: ['file'], message }]);
}
