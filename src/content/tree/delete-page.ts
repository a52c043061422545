import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { refuseUnseen, unseenAnswer } from '#content/refusals/refuse-unseen.ts';
import { uses, type PageUses } from './find-page-uses.ts';
import { gone } from './refuse-page.ts';

const deleted = z.discriminatedUnion('status', [
  z.object({ status: z.literal('deleted') }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('fixed') }),
  z.object({ status: z.literal('no-target') }),
  z.object({ status: z.literal('used'), uses }),
  unseenAnswer,
]);

type PageDeletion = {
  pageId: number;
  isConfirmed: boolean;
  leadsTo: number | null;
  /** The newest save of the page that the person has seen. */
  lastSave?: number | undefined;
};

/**
 * Deletes a page, unless somebody has saved it since the person looked. Where others are below it, and unless confirmed where something leads to it, the failure lists them.
 * @param leadsTo the page that its addresses lead to from then on; without one they answer that it is gone
 */
export async function deletePage(
  { service, userId }: Actor,
  { pageId, isConfirmed, leadsTo, lastSave }: PageDeletion,
): Promise<Result<null>> {
  const answer = await callFunction(service, 'delete_page', deleted, {
    p_actor: userId,
    p_page_id: pageId,
    p_is_confirmed: isConfirmed,
    p_leads_to: leadsTo ?? undefined,
    p_last_save: lastSave,
  });
  switch (answer.status) {
    case 'deleted':
      return ok(null);
    case 'not-found':
      return fail('not-found', gone);
    case 'unseen':
    case 'newer':
      return refuseUnseen(answer, 'this page');
    case 'fixed':
      return fail('not-editable', 'This page cannot be deleted: the site needs it.');
    case 'no-target':
      return fail('invalid', 'The page that its addresses should lead to is not there any more. Choose another.', [
        { path: ['leadsTo'], message: 'Choose another page' },
      ]);
    case 'used': {
      const detail: PageUses = answer.uses;
      const message =
        answer.uses.below.length > 0
          ? 'Other pages are below this one. Move or delete them first.'
          : 'Menus or links lead to this page. Confirm that they lose their destination.';
      const failure: Failure = { code: 'conflict', message, detail };
      return { ok: false, failure };
    }
  }
}
