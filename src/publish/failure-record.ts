import { z } from 'zod';
import type { Failure } from '#domain/result.ts';
import type { Json } from '#database/database.types.ts';

const json = z.json();

/** A failure as the index and the receipts store it: plain JSON that names page, module, field and reason. */
export function failureRecord({ code, message, issues, detail }: Failure): Json {
  const plain = { code, message, ...(issues ? { issues } : {}), ...(detail === undefined ? {} : { detail }) };
  return json.parse(plain);
}

/** The failure of an output whose file no file system takes. */
export function unwritable(path: string): Failure {
  const message = `There can be no file for ${path}: the address is too long, or a part of it is another file. Give it another one.`;
  return { code: 'invalid', message };
}

/** How the message of a failure ends that mends itself. */
export const triedAgain = 'It is tried again by itself.';

/** The failure of an output whose file cannot be written or removed at the moment, or whose pictures are missing. */
export function waiting(path: string, what: string): Failure {
  return { code: 'unavailable', message: `${path} waits: ${what}. ${triedAgain}` };
}

const fields = z.array(
  z.object({ module: z.number().nullable(), type: z.string().nullable(), field: z.string(), reason: z.string() }),
);
export type FailedField = z.infer<typeof fields>[number];

/** The modules and fields that a failure, or its stored record, names; none when it has another cause. */
export function failedFields(failure: unknown): FailedField[] {
  const parsed = z.object({ detail: fields }).safeParse(failure);
  return parsed.success ? parsed.data.detail : [];
}
