import { z } from 'zod';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { callOrRefuse } from '#content/clients/call-function.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { notEditable } from '#content/drafts/drafts.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';

/** What keeps a page from being published; `taken` as `refuseTakenAddress` says it. */
export const needsAddress = (taken: string) =>
  `${taken}, which this one was to get. Give one of them another address, or publish both together, with a release.`;
export const addressTaken = (taken: string) => `Nothing was published. ${needsAddress(taken)}`;

/** Whether a page is there and may be published by editors; the answer says which site it is on. */
export async function checkPublishable(client: Client, pageId: number): Promise<Result<{ site: SiteId }>> {
  const page = await expectData(
    'pages',
    client.from('pages').select('is_editable, site_id').eq('id', pageId).maybeSingle(),
    z.object({ is_editable: z.boolean(), site_id: siteSchema }).nullable(),
  );
  if (!page) return fail('not-found', 'This page does not exist any more.');
  return page.is_editable ? ok({ site: page.site_id }) : fail('not-editable', notEditable);
}

/** Who has saved a draft last, and when. */
export const savedMark = z.object({ at: z.string(), by: z.string().nullable() }).nullable();

/** Refuses to publish what somebody has saved since the caller looked. */
export function refuseLaterSave(saved: z.output<typeof savedMark>): Result<never> {
  const message = `${saved?.by ?? 'Somebody'} has saved this page since you looked. Nothing was published. Look at what would be published now, then publish it.`;
  const failure: Failure = { code: 'conflict', message, detail: { saved } };
  return { ok: false, failure };
}

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('published').default('published'), published: z.array(z.number()) }),
  z.object({ status: z.literal('not-editable') }),
  z.object({ status: z.literal('conflict'), saved: savedMark }),
]);

/**
 * Makes a page's draft its published revision. False when the draft was published already.
 * @param lastSave the newest save that the caller has seen: refused where somebody has saved since
 */
export async function publishDraft(
  { service, userId }: Actor,
  pageId: number,
  lastSave?: number,
): Promise<Result<{ published: boolean }>> {
  const done = await callOrRefuse(
    service,
    'publish_draft',
    answer,
    (error) => refuseTakenAddress(service, error, addressTaken),
    { p_actor: userId, p_page_id: pageId, p_last_save: lastSave },
  );
  if (!done.ok) return done;
  switch (done.value.status) {
    case 'published':
      return ok({ published: done.value.published.includes(pageId) });
    case 'not-editable':
      return fail('not-editable', notEditable);
    case 'conflict':
      return refuseLaterSave(done.value.saved);
  }
}
