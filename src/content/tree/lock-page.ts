import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { gone } from './refuse-page.ts';

const locked = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['saved', 'not-found']) }),
  z.object({ status: z.literal('in-release'), release: z.string() }),
]);

/** Locks a page, which nobody changes then, or unlocks it. A page that waits in a release is not locked: the release changes it. */
export async function lockPage(
  { service, userId }: Actor,
  { pageId, isLocked }: { pageId: number; isLocked: boolean },
): Promise<Result<null>> {
  const answer = await callFunction(service, 'set_page_lock', locked, {
    p_actor: userId,
    p_page_id: pageId,
    p_is_locked: isLocked,
  });
  switch (answer.status) {
    case 'saved':
      return ok(null);
    case 'not-found':
      return fail('not-found', gone);
    case 'in-release':
      return fail(
        'conflict',
        `The page waits in the release “${answer.release}”, which would change it. Take it out there first, or lock it once the release is live.`,
      );
  }
}
