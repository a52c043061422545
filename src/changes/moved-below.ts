import { z } from 'zod';
import { callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { withLocale } from '#domain/sites.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { addressTaken, refuseLaterSave, savedMark } from '#changes/publish-draft.ts';
import { notEditable } from '#content/drafts/drafts.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';

/** A page that is live at its address of before, since a page above it was moved in the draft. */
export type MovedPage = {
  id: number;
  title: string;
  /** Its public addresses, in the first language in which they differ. */
  from: string;
  to: string;
  lastSave: number;
  /** Its draft has other changes as well. */
  hasMore: boolean;
};

/** More than these are not published in one step. */
export const pagesBelowLimit = 500;
const readBatchSize = 50;

const movedRows = z.array(
  z.object({
    id: z.number(),
    title: z.string(),
    locale: localeSchema,
    path: z.string(),
    live: z.string(),
    last_save: z.number(),
    has_more: z.boolean(),
  }),
);

/** The pages below a page that have moved along with it in their drafts, in the order of their addresses. */
export async function findMovedBelow(client: Client, pageId: number): Promise<MovedPage[]> {
  const found: MovedPage[] = [];
  for (let after = 0; found.length < pagesBelowLimit;) {
    const rows = await callFunction(client, 'find_moved_below', movedRows, {
      p_page_id: pageId,
      p_after: after,
      p_limit: readBatchSize,
    });
    for (const { id, title, locale, path, live, last_save: lastSave, has_more: hasMore } of rows) {
      found.push({ id, title, from: withLocale(locale, live), to: withLocale(locale, path), lastSave, hasMore });
    }
    if (rows.length < readBatchSize) break;
    after = rows.at(-1)?.id ?? 0;
  }
  return found.toSorted((a, b) => (a.to < b.to ? -1 : 1));
}

export const belowAnswer = z.object({
  published: z.array(z.number()),
  status: z.enum(['not-editable', 'conflict']).optional(),
  titles: z.array(z.string()).default([]),
  /** Of the page itself. */
  saved: savedMark.optional(),
});

/**
 * Publishes the drafts of a page and of pages below it, all or none. False when the page's own draft was published already.
 * @param lastSave the newest save of the page itself that the caller has seen
 */
export async function publishWithBelow(
  { service, userId }: Actor,
  pageId: number,
  below: readonly { id: number; lastSave: number }[],
  lastSave?: number,
): Promise<Result<{ published: boolean }>> {
  const done = await callOrRefuse(
    service,
    'publish_with_below',
    belowAnswer,
    (error) => refuseTakenAddress(service, error, addressTaken),
    {
      p_actor: userId,
      p_page_id: pageId,
      p_below: below.map((page) => ({ id: page.id, last_save: page.lastSave })),
      p_last_save: lastSave,
    },
  );
  return done.ok ? readBelow(done.value, pageId) : done;
}

/** What has become of pages that were published together, for the person. */
export function readBelow(
  { status, titles, saved, published }: z.output<typeof belowAnswer>,
  pageId: number,
): Result<{ published: boolean }> {
  const names = titles.map((title) => (title === '' ? 'a page that is deleted' : `“${title}”`)).join(', ');
  if (status === 'not-editable') return fail('not-editable', `${notEditable}: ${names}. Nothing was published.`);
  if (saved !== undefined) return refuseLaterSave(saved);
  if (status === 'conflict') {
    return fail(
      'conflict',
      `Nothing was published. Somebody has saved since you looked: ${names}. Open the window again, and see what is published with this page.`,
    );
  }
  return ok({ published: published.includes(pageId) });
}
