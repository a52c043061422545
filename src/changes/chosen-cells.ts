import { z } from 'zod';
import { callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { type PageCell, isPageCell } from '#domain/pages/page-cell.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import { addressTaken, refuseLaterSave, savedMark } from '#changes/publish-draft.ts';
import { notEditable } from '#content/drafts/drafts.ts';
import { contents } from '#content/source/revisions.ts';

/** Publishing some of what waits in the draft of a page. */

export const pageCellSchema = z.custom<PageCell>(isPageCell, 'This is no part of a page');

/** More than a page has: 100 modules in five languages. */
export const maxCells = 1000;

export const chosenCells = z.array(pageCellSchema).min(1).max(maxCells);

export const cellNeed = z.object({ cell: pageCellSchema, needs: pageCellSchema });
/** A chosen cell that cannot be live without another one. */
export type CellNeed = z.infer<typeof cellNeed>;

/** A module that a language shows with other texts than now. */
const shownText = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  locale: localeSchema,
  /** The English texts. */
  fallback: z.boolean(),
  was_fallback: z.boolean(),
  /** The draft has texts in this language. */
  has_text: z.boolean(),
});

const chosenContents = z
  .object({
    contents,
    parent_id: z.number().nullable(),
    settled: z.array(pageCellSchema),
    needs: z.array(cellNeed),
    shown: z.array(shownText),
    /** The languages whose settings are other than now. */
    settings: z.array(localeSchema),
  })
  .nullable();
export type ChosenContents = NonNullable<z.infer<typeof chosenContents>>;

const gone = 'This page does not exist any more.';
export const settled =
  'Some of what you chose does not wait any more: somebody has published it or taken it back. Reload the draft.';

/** What would be live of a page with some cells of its draft published. Refused where one of them does not wait any more. */
export async function readChosenContents(
  client: Client,
  pageId: number,
  cells: readonly PageCell[],
): Promise<Result<ChosenContents>> {
  const row = await callFunction(client, 'read_chosen_contents', chosenContents, {
    p_page_id: pageId,
    p_cells: [...cells],
  });
  if (!row) return fail('not-found', gone);
  return row.settled.length > 0 ? fail('conflict', settled) : ok(row);
}

export const cellsAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('published'), published: z.array(z.number()) }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('not-editable') }),
  z.object({ status: z.literal('settled') }),
  z.object({ status: z.literal('incomplete'), needs: z.array(cellNeed) }),
  z.object({ status: z.literal('conflict'), saved: savedMark }),
]);

/** Refuses cells that need others, and names these. */
export function incomplete(needs: readonly CellNeed[]): { ok: false; failure: Failure } {
  const message = 'Some of what you chose cannot be live without something else of the draft. Choose that as well.';
  return { ok: false, failure: { code: 'invalid', message, detail: needs } };
}

/** Publishes some cells of a page's draft; the others stay in it. False when that changes nothing of what is live. */
export async function publishCells(
  { service, userId }: Actor,
  { pageId, cells, lastSave }: { pageId: number; cells: readonly PageCell[]; lastSave: number },
): Promise<Result<{ published: boolean }>> {
  const asked = await callOrRefuse(
    service,
    'publish_cells',
    cellsAnswer,
    (error) => refuseTakenAddress(service, error, addressTaken),
    { p_actor: userId, p_page_id: pageId, p_cells: [...cells], p_last_save: lastSave },
  );
  return asked.ok ? readCells(asked.value, pageId) : asked;
}

/** What has become of the publish of some cells, for the person. */
export function readCells(done: z.output<typeof cellsAnswer>, pageId: number): Result<{ published: boolean }> {
  switch (done.status) {
    case 'published':
      return ok({ published: done.published.includes(pageId) });
    case 'not-found':
      return fail('not-found', gone);
    case 'not-editable':
      return fail('not-editable', notEditable);
    case 'settled':
      return fail('conflict', settled);
    case 'incomplete':
      return incomplete(done.needs);
    case 'conflict':
      return refuseLaterSave(done.saved);
  }
}
