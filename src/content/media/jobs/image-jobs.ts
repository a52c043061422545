import { z } from 'zod';
import type { Result } from '#domain/result.ts';
import type { PictureFormat } from '#domain/media/new-medium.ts';
import { type ImageFacts, type ImageFormat, encodeImage, inspectImage } from '#content/media/pictures/encode-image.ts';
import { type PreparedPicture, measurePicture, preparePicture } from '#content/media/pictures/prepare-picture.ts';
import { type CleanDrawing, cleanVector, loadCleaner } from '#content/media/drawings/clean-vector.ts';

/** The processing of uploaded pictures. */
export type ImageWork = {
  /** The format and size of an image file, if it is supported. */
  inspect: (bytes: Uint8Array) => Promise<Result<ImageFacts>>;
  /** The picture in each width. */
  encode: (
    bytes: Uint8Array,
    widths: readonly number[],
    format?: ImageFormat,
  ) => Promise<Result<ReadonlyMap<number, Uint8Array>>>;
  /** What is stored of a picture as somebody brings it. */
  prepare: (bytes: Uint8Array, format: PictureFormat) => Promise<Result<PreparedPicture>>;
  /** A drawing with nothing in it that runs, loads or leads elsewhere, and what was taken out. */
  cleanVector: (bytes: Uint8Array) => Promise<Result<CleanDrawing>>;
};

/** In this process: for commands, where blocking is no problem. */
export const imageWorkHere: ImageWork = {
  inspect: inspectImage,
  encode: encodeImage,
  prepare: preparePicture,
  cleanVector,
};

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A piece of the work, as it is sent to another process. */
export const imageJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('measure'), bytes }),
  z.object({ kind: z.literal('inspect'), bytes }),
  z.object({ kind: z.literal('cleanVector'), bytes }),
  z.object({ kind: z.literal('encode'), bytes, widths: z.array(z.number()), format: z.enum(['webp', 'avif']) }),
  z.object({
    kind: z.literal('prepare'),
    bytes,
    format: z.enum(['jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'tiff']),
  }),
]);
export type ImageJob = z.infer<typeof imageJob>;

/** Loads the code that only such a job needs. */
export async function loadForJob({ kind }: ImageJob): Promise<void> {
  if (kind === 'cleanVector') await loadCleaner();
}

export async function runImageJob(job: ImageJob): Promise<Result<unknown>> {
  switch (job.kind) {
    case 'measure':
      return measurePicture(job.bytes);
    case 'cleanVector':
      return cleanVector(job.bytes);
    case 'inspect':
      return inspectImage(job.bytes);
    case 'encode':
      return encodeImage(job.bytes, job.widths, job.format);
    case 'prepare':
      return preparePicture(job.bytes, job.format);
  }
}
