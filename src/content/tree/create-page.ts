import { z } from 'zod';
import { callOrRefuse } from '#content/clients/call-function.ts';
import { type Result, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { CheckedModule } from '#content/drafts/check-copied.ts';
import { taken, refuseAddress, noParent, refuseTaken } from './refuse-page.ts';
import { type PageNames, checkNames } from './page-names.ts';

const created = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), id: z.number() }),
  z.object({ status: z.literal('no-parent') }),
  taken,
]);

/** Makes a page without modules. It is a draft until it is published. */
export async function createPage(
  { service, userId }: Actor,
  page: { site: SiteId; parentId: number | null; locales: PageNames; modules?: readonly CheckedModule[] },
): Promise<Result<{ id: number }>> {
  const checked = checkNames(page.site, page.locales);
  if (!checked.ok) return checked;
  const result = await callOrRefuse(service, 'create_page', created, (error) => refuseAddress(service, error), {
    p_actor: userId,
    p_site: page.site,
    p_parent_id: page.parentId,
    p_locales: checked.value,
    p_modules: [...(page.modules ?? [])],
  });
  if (!result.ok) return result;
  switch (result.value.status) {
    case 'saved':
      return ok({ id: result.value.id });
    case 'no-parent':
      return noParent;
    case 'taken':
      return refuseTaken(result.value.pages);
  }
}
