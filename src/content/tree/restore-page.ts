import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { taken } from './refuse-page.ts';

const restored = z.discriminatedUnion('status', [
  z.object({ status: z.literal('restored') }),
  z.object({ status: z.literal('not-found') }),
  taken,
]);

/** Puts a deleted page back as a draft. */
export async function restorePage({ service, userId }: Actor, pageId: number): Promise<Result<{ id: number }>> {
  const answer = await callFunction(service, 'restore_page', restored, { p_actor: userId, p_page_id: pageId });
  switch (answer.status) {
    case 'restored':
      return ok({ id: pageId });
    case 'not-found':
      return fail('not-found', 'It is not in the trash any more.');
    case 'taken': {
      const titles = [...new Set(answer.pages.map(({ title }) => `“${title}”`))].join(', ');
      return fail('conflict', `Its address belongs to ${titles} by now. Move that page first, then restore this one.`);
    }
  }
}
