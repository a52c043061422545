import { z } from 'zod';
import type { Result } from '#domain/result.ts';
import { type ImageFacts, type ImageFormat, encodeImage, inspectImage } from './encode-image.ts';

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
};

/** In this process: for commands, where blocking is no problem. */
export const imageWorkHere: ImageWork = { inspect: inspectImage, encode: encodeImage };

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A piece of the work, as it is sent to another process. */
export const imageJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inspect'), bytes }),
  z.object({ kind: z.literal('encode'), bytes, widths: z.array(z.number()), format: z.enum(['webp', 'avif']) }),
]);
export type ImageJob = z.infer<typeof imageJob>;

export function runImageJob(job: ImageJob): Promise<Result<unknown>> {
  return job.kind === 'inspect' ? inspectImage(job.bytes) : encodeImage(job.bytes, job.widths, job.format);
}
