import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';

/** A page that uses a form, in one locale: in the draft, live, or both. */
const formUse = z
  .object({
    form_id: z.number(),
    page_id: z.number(),
    site: z.enum(siteIds),
    locale: z.enum(locales),
    path: z.string(),
    title: z.string(),
    is_draft: z.boolean(),
    is_live: z.boolean(),
  })
  .transform(({ form_id, page_id, is_draft, is_live, ...page }) => ({
    ...page,
    formId: form_id,
    pageId: page_id,
    isDraft: is_draft,
    isLive: is_live,
  }));
export type FormUse = z.output<typeof formUse>;
export const formUses = z.array(formUse);

/** Where forms are used, with the rights of the client. */
export function findFormUses(client: Client, formIds: readonly number[]): Promise<FormUse[]> {
  return callFunction(client, 'form_uses', formUses, { p_form_ids: [...formIds] });
}
