import { z } from 'zod';
import { callOrRefuse } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { taken, refuseAddress, gone, noParent, refuseTaken } from './refuse-page.ts';
import { type PageNames, checkNames } from './page-names.ts';

const copied = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), id: z.number() }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('no-parent') }),
  taken,
]);

/** Makes a page with the modules of another's draft, in all languages, on the same site or another one. */
export async function copyPage(
  { service, userId }: Actor,
  page: { pageId: number; site: SiteId; parentId: number | null; locales: PageNames },
): Promise<Result<{ id: number }>> {
  const checked = checkNames(page.site, page.locales);
  if (!checked.ok) return checked;
  const result = await callOrRefuse(service, 'copy_page', copied, (error) => refuseAddress(service, error), {
    p_actor: userId,
    p_page_id: page.pageId,
    p_site: page.site,
    p_parent_id: page.parentId,
    p_locales: checked.value,
  });
  if (!result.ok) return result;
  switch (result.value.status) {
    case 'saved':
      return ok({ id: result.value.id });
    case 'not-found':
      return fail('not-found', gone);
    case 'no-parent':
      return noParent;
    case 'taken':
      return refuseTaken(result.value.pages);
  }
}
