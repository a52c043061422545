import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { notFound } from '#kinds/registry.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { StoredFile } from '#view-model/stored-file.ts';
import { storedFile } from '#content/records/stored-file.ts';

/** The file of a medium, since when and by whom, and those that it had before, the last one first. */
type MediumFiles = {
  filename: string;
  /** Null for a document without its file. */
  file: StoredFile | null;
  since: string;
  by: string | null;
  /** Its draft, with the file that it gets by that; null for the one that it has. */
  draft: { file: StoredFile | null; savedAt: string; savedBy: string | null } | null;
  earlier: readonly (StoredFile & { number: number; replacedAt: string; replacedBy: string | null })[];
};

const answer = z.object({
  filename: z.string().nullable(),
  created_at: z.string(),
  file: storedFile,
  draft: z
    .object({ file: storedFile.nullable(), saved_at: z.string(), saved_by: z.string().nullable() })
    .transform(({ file, saved_at: savedAt, saved_by: savedBy }) => ({ file, savedAt, savedBy }))
    .nullable(),
  earlier: z.array(
    z.object({
      number: z.int(),
      file: storedFile,
      replaced_at: z.string(),
      replaced_by: z.string().nullable(),
    }),
  ),
});

/** The file of a medium, that of its draft, and those that it had before. */
export async function findMediumFiles(client: Client, kind: UploadKind, id: number): Promise<Result<MediumFiles>> {
  const found = await callFunction(client, 'files_of_medium', answer.nullable(), { p_kind: kind, p_id: id });
  if (!found) return fail('not-found', notFound(kind));
  const [last] = found.earlier;
  return ok({
    filename: found.filename ?? '',
    file: found.file,
    since: last?.replaced_at ?? found.created_at,
    by: last?.replaced_by ?? null,
    draft: found.draft,
    earlier: found.earlier.flatMap(({ number, file, replaced_at: replacedAt, replaced_by: replacedBy }) =>
      file ? [{ ...file, number, replacedAt, replacedBy }] : [],
    ),
  });
}

const earlierRow = z.object({ file: jsonObject() });

/** The columns of a file that a medium had before; null where it had none of that number. */
export async function readEarlierFile(
  client: Client,
  { kind, id, number }: { kind: UploadKind; id: number; number: number },
): Promise<JsonObject | null> {
  const query = client.from('replaced_files').select('file').eq('kind', kind).eq('record_id', id).eq('number', number);
  const found = await expectData('replaced_files', query.maybeSingle(), earlierRow.nullable());
  return found?.file ?? null;
}
