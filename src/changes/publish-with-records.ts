import { z } from 'zod';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { Result } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type DatabaseError, callOrRefuse } from '#content/clients/call-function.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import { cellsAnswer, readCells } from './chosen-cells.ts';
import { belowAnswer, readBelow } from './moved-below.ts';
import { addressTaken } from './publish-draft.ts';
import { type PreparedRecord, overtakenAnswer, refuseOvertaken, refuseRows, toAsked } from './publish-records.ts';

type PublishedPage = {
  pageId: number;
  /** The newest save that the caller has seen. */
  lastSave?: number | undefined;
  /** Only these of its draft, and none of the pages below. */
  cells?: readonly PageCell[] | undefined;
  below: readonly { id: number; lastSave: number }[];
};

/** Publishes the draft of a page, or some of it, together with the drafts of records: all of it or nothing. */
export async function publishWithRecords(
  { service, userId }: Actor,
  { pageId, lastSave, cells, below }: PublishedPage,
  prepared: readonly PreparedRecord[],
): Promise<Result<{ published: boolean }>> {
  const publish = <T extends z.ZodType>(answer: T) =>
    callOrRefuse(
      service,
      'publish_with_records',
      z.union([overtakenAnswer, answer]),
      async (error: DatabaseError) =>
        (await refuseTakenAddress(service, error, addressTaken)) ?? refuseRows(prepared, error),
      {
        p_actor: userId,
        p_page_id: pageId,
        p_records: toAsked(prepared),
        p_last_save: lastSave,
        p_cells: cells && [...cells],
        p_below: below.map((page) => ({ id: page.id, last_save: page.lastSave })),
      },
    );
  if (cells) {
    const done = await publish(cellsAnswer);
    if (!done.ok) return done;
    return done.value.status === 'overtaken' ? refuseOvertaken(done.value) : readCells(done.value, pageId);
  }
  const done = await publish(belowAnswer);
  if (!done.ok) return done;
  return done.value.status === 'overtaken' ? refuseOvertaken(done.value) : readBelow(done.value, pageId);
}
