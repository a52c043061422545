import { z } from 'zod';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { callOrRefuse } from '#content/clients/call-function.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import { notEditable } from './drafts.ts';

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), version: z.number() }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('not-editable') }),
  z.object({ status: z.literal('not-published') }),
  z.object({
    status: z.literal('conflict'),
    version: z.number(),
    saved: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  }),
]);

/**
 * Resets a draft to the published page: its structure, its data in every locale, and the details of the page. It is
 * refused after a save that the caller has not seen. It can be brought back for 30 days.
 */
export async function discardDraft(
  { service, userId }: Actor,
  draft: { pageId: number; structureVersion: number; lastSave: number },
): Promise<Result<{ structureVersion: number }>> {
  const describe = (taken: string) =>
    `Nothing was discarded. ${taken}, at which this one is published. Give that one another address, then discard again.`;
  const asked = await callOrRefuse(
    service,
    'discard_draft',
    answer,
    (error) => refuseTakenAddress(service, error, describe),
    {
      p_actor: userId,
      p_page_id: draft.pageId,
      p_expected_version: draft.structureVersion,
      p_last_save: draft.lastSave,
    },
  );
  if (!asked.ok) return asked;
  const result = asked.value;
  switch (result.status) {
    case 'saved':
      return ok({ structureVersion: result.version });
    case 'not-found':
      return fail('not-found', 'This page does not exist any more.');
    case 'not-editable':
      return fail('not-editable', notEditable);
    case 'not-published':
      return fail(
        'invalid',
        'This page is not published: there is nothing to go back to. What was live before is among its versions.',
      );
    case 'conflict': {
      const failure: Failure = {
        code: 'conflict',
        message: `${result.saved?.by ?? 'Somebody'} has saved this page since you opened it. Nothing was discarded; reload the page and look at the changes again.`,
        detail: { version: result.version, saved: result.saved },
      };
      return { ok: false, failure };
    }
  }
}
