import { z } from 'zod';
import type { Failure } from '#domain/result.ts';
import type { Json } from '#content/database.types.ts';

/** A failure as the index and the receipts keep it: plain JSON that names page, module, field and reason. */
export function failureRecord({ code, message, issues, detail }: Failure): Json {
  const plain = { code, message, ...(issues ? { issues } : {}), ...(detail === undefined ? {} : { detail }) };
  return z.json().parse(plain);
}
