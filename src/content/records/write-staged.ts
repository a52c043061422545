import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { StagedRow } from '#kinds/contract.ts';
import type { KindName } from '#kinds/registry.ts';

/** What became of staged records: all of them were written, or none. */
export const stagedAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('written'), records: z.int() }),
  z.object({
    status: z.literal('conflict'),
    conflicts: z.array(z.object({ id: z.string(), why: z.enum(['draft', 'live']) })),
  }),
]);

/** So many records are put aside at once. */
const atOnce = 250;

/** The rows of a record by table, as `import_records` reads them. */
export function rowsByTable(rows: readonly StagedRow[]): Record<string, StagedRow['row'][]> {
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, those]) => [table, those.map(({ row }) => row)]),
  );
}

/** Writes many records of a kind by one statement, whose parts are put aside before it. */
export async function writeStaged(
  service: Client,
  { actor, kind, publish }: { actor: string; kind: KindName; publish: boolean },
  records: readonly object[],
): Promise<{ data: unknown; error: { code: string; message: string; details?: string | null } | null }> {
  const batch = randomUUID();
  for (let start = 0; start < records.length; start += atOnce) {
    const rows = records.slice(start, start + atOnce).map((row) => ({ table: 'records', row }));
    const { error } = await service.rpc('import_stage', { p_import: batch, p_rows: rows as Json });
    if (error) return { data: null, error };
  }
  const { data, error } = await service.rpc('import_records', {
    p_actor: actor,
    p_kind: kind,
    p_import: batch,
    p_publish: publish,
  });
  if (error) await service.rpc('import_abandon', { p_import: batch });
  return { data, error };
}
