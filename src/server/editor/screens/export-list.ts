import { Readable } from 'node:stream';
import { z } from 'zod';
import { findGaps } from '#content/media/media-gaps.ts';
import { exportJson, exportTable } from '#content/spreadsheet/export-records.ts';
import { writeTable } from '#content/spreadsheet/write-table.ts';
import type { CsvDialect } from '#domain/spreadsheets/csv-dialect.ts';
import type { ExportFormat } from '#domain/spreadsheets/export-formats.ts';
import { fileHeaders } from '#domain/spreadsheets/spreadsheet.ts';
import { mediaGaps } from '#domain/media/media-gaps.ts';
import { type Result, ok } from '#domain/result.ts';
import { isStorable } from '#domain/text/text.ts';
import { capital, isListedKind, getKindNames } from '#kinds/registry.ts';
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
  { kind, format }: { kind: string; format: ExportFormat },
  { searchParams }: URL,
  { client }: Session,
  { service, dialect }: { service: Call['runtime']['serviceClient']; dialect: CsvDialect },
): Promise<Response> {
  if (!isListedKind(kind)) return text(404, 'There is no screen here.');
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
  const found = await readBody(reader, wanted, { format, dialect });
  if (!found.ok) return text(400, `${found.failure.message} Go back to the list.`);
  return fileAnswer(found.value, capital(getKindNames(kind).many), format);
}

type Wanted = Parameters<typeof exportTable>;

async function readBody(
  reader: Wanted[0],
  wanted: Wanted[1],
  { format, dialect }: { format: ExportFormat; dialect: CsvDialect },
): Promise<Result<Readable>> {
  if (format === 'json') {
    const parts = await exportJson(reader, wanted);
    return parts.ok ? ok(Readable.from(parts.value, { objectMode: false })) : parts;
  }
  const table = await exportTable(reader, wanted);
  return table.ok ? ok(writeTable(table.value, format, dialect)) : table;
}

/** A file that is read as fast as it is sent. */
export function fileAnswer(body: Readable, name: string, format: ExportFormat): Response {
  const parts: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (value instanceof Uint8Array) controller.enqueue(value);
      if (done === true) controller.close();
    },
    async cancel() {
      await parts.return?.();
    },
  });
  return new Response(stream, { headers: fileHeaders(name, format) });
}
