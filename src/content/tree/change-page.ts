import { z } from 'zod';
import { callOrRefuse } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { saveMark } from './save-mark.ts';
import { pageRefusals, refuseAddress, refusePage } from './refuse-page.ts';
import { type PageNames, checkNames } from './page-names.ts';
import { readPagePlace } from './read-page-place.ts';

const changed = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved') }),
  z.object({ status: z.literal('conflict'), saved: saveMark }),
  ...pageRefusals,
]);

/** Gives the draft of a page its titles, addresses and parent; pages below it move along, in their drafts. */
export async function changePage(
  { client, service, userId }: Actor,
  page: { pageId: number; parentId: number | null; locales: PageNames; lastSave: number },
): Promise<Result<null>> {
  const stored = await readPagePlace(client, page.pageId);
  if (!stored.ok) return stored;
  // Its own routes have their addresses from the table of routes.
  const checked = checkNames(stored.value.site, page.locales, stored.value.route !== null);
  if (!checked.ok) return checked;
  const result = await callOrRefuse(service, 'change_page', changed, (error) => refuseAddress(service, error), {
    p_actor: userId,
    p_page_id: page.pageId,
    p_parent_id: page.parentId,
    p_locales: checked.value,
    p_last_save: page.lastSave,
  });
  if (!result.ok) return result;
  switch (result.value.status) {
    case 'saved':
      return ok(null);
    case 'conflict': {
      const by = result.value.saved?.by ?? 'Somebody';
      return fail('conflict', `${by} has saved this page since you opened this window. Close it, and look again.`);
    }
    default:
      return refusePage(result.value);
  }
}
