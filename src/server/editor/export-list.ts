import { z } from 'zod';
import { findGaps } from '#content/media/media-gaps.ts';
import { exportCsv, exportJson } from '#content/spreadsheet/export-records.ts';
import type { CsvDialect } from '#domain/csv-dialect.ts';
import { fileHeaders } from '#domain/spreadsheet.ts';
import { mediaGaps } from '#domain/media-gaps.ts';
import { ok } from '#domain/result.ts';
import { isStorable } from '#domain/text.ts';
import { capital, isRecordKind, wordsOf } from '#kinds/registry.ts';
import { listStates } from '#view-model/records.ts';
import type { Call } from '#server/auth/call.ts';
import type { Session } from '#server/auth/session.ts';
import { text } from '#edge/answers.ts';

const word = z.string().max(200).refine(isStorable);

/** The query of a list's address; what concerns only its look is left out. */
const view = z.object({
  search: word.default(''),
  sort: z.string().max(100).default(''),
  state: z.enum(listStates).nullable().default(null),
  gap: z.enum(mediaGaps).nullable().default(null),
  filters: z.array(z.object({ by: z.string().max(100), is: word })).max(20),
});

/** The records of a list's view as a file that is written while it is read. */
export async function exportList(
  { kind, format }: { kind: string; format: 'csv' | 'json' },
  { searchParams }: URL,
  { client }: Session,
  { service, dialect }: { service: Call['runtime']['serviceClient']; dialect: CsvDialect },
): Promise<Response> {
  if (!isRecordKind(kind)) return text(404, 'There is no screen here.');
  const filters = [...searchParams].flatMap(([name, is]) =>
    name.startsWith('is.') && is !== '' ? [{ by: name.slice('is.'.length), is }] : [],
  );
  const asked = view.safeParse({ ...Object.fromEntries(searchParams), filters });
  if (!asked.success) return text(400, 'These filters cannot be read. Go back to the list.');
  const { sort, gap, ...query } = asked.data;
  const by = sort.replace(/^-/, '');
  const lacking = gap === null ? ok(null) : await findGaps(client, kind, gap);
  if (!lacking.ok) return text(400, `${lacking.failure.message} Go back to the list.`);
  const wanted = { ...query, kind, ids: lacking.value, sort: by === '' ? null : { by, down: sort.startsWith('-') } };
  const reader = { client, service };
  const found = await (format === 'csv' ? exportCsv(reader, wanted, dialect) : exportJson(reader, wanted));
  if (!found.ok) return text(400, `${found.failure.message} Go back to the list.`);
  return new Response(streamOf(found.value), { headers: fileHeaders(capital(wordsOf(kind).many), format) });
}

/** A body that is read as fast as it is sent. */
function streamOf(parts: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return();
    },
  });
}
