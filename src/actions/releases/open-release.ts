import { z } from 'zod';
import { getKeys } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import { findDifferingPages } from '#content/tree/find-differing-pages.ts';
import { readRelease } from '#changes/releases/read-release.ts';
import type { ReleasePage, ReleaseRecord, ReleaseSummary } from '#view-model/releases.ts';
import { type StaffContext, asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { gone } from './as-editor-of-all.ts';
import { listSites } from './list-sites.ts';

/** A release with its drafts; each page leads to where it is seen. */
type OpenedRelease = ReleaseSummary & {
  /** Where the draft of each page is worked on, and where it is seen as the release has it. */
  pageItems: (ReleasePage & {
    /** The page has another draft, which is published by itself. */
    hasDraft: boolean;
    href: string | null;
    preview: string | null;
  })[];
  /** Where the sites are seen as the release has them. */
  previews: { site: SiteId; href: string }[];
  recordItems: ReleaseRecord[];
  receipts: { id: number; site: string; changed: number; switchMilliseconds: number | null }[];
};

export const openRelease = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session, runtime }): Promise<Result<OpenedRelease>> => {
      const release = await readRelease(session.client, input.id);
      if (!release) return fail('not-found', gone);
      const { pageItems, recordItems, receipts, ...summary } = release;
      const isToCome = release.state === 'open' || release.state === 'scheduled';
      const drafts = isToCome
        ? await findDifferingPages(
            session.client,
            pageItems.map((one) => one.id),
          )
        : [];
      return ok({
        ...summary,
        pageItems: pageItems.map(({ base: _, live: __, before: ___, revision: ____, ...one }) => ({
          ...one,
          hasDraft: drafts.includes(one.id),
          href: makeHref(runtime.config.origins, one, 'draft=true'),
          preview: one.isRemoval ? null : makeHref(runtime.config.origins, one, `release=${input.id}`),
        })),
        previews: listSites(pageItems).map((site) => ({
          site,
          href: `${runtime.config.origins[site]}/?release=${input.id}`,
        })),
        recordItems: recordItems.map(({ base: _, before: __, version: ___, ...one }) => one),
        receipts: receipts.map(({ switch_ms, ...receipt }) => ({ ...receipt, switchMilliseconds: switch_ms })),
      });
    }),
});

/** Where a page is seen with a query. */
function makeHref(
  origins: StaffContext['runtime']['config']['origins'],
  { site, paths }: ReleasePage,
  query: string,
): string | null {
  const [locale] = getKeys(paths);
  const path = locale === undefined ? undefined : paths[locale];
  if (site === null || locale === undefined || path === undefined) return null;
  return `${origins[site]}${encodeURI(withLocale(locale, path))}?${query}`;
}
