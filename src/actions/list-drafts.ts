import { z } from 'zod';
import { findOwnPageDrafts } from '#content/tree/find-own-page-drafts.ts';
import { type ListedDraft, listDrafts as listOfRecords } from '#content/records/list-drafts.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { getPageName } from '#domain/pages/page-name.ts';
import { type Result, ok } from '#domain/result.ts';
import { getKindNames } from '#kinds/registry.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** Something that was saved and is not live: a record, or a page. */
type OwnDraft = Pick<ListedDraft, 'title' | 'savedAt'> & {
  /** What people call its kind. */
  kind: string;
  href: string;
};

/** At a glance, and all that are listed. */
const glance = 20;
const limitOfAll = 200;

/** What the person who asks has saved and nobody has published, the latest first. */
export const listDrafts = defineAction({
  input: z.object({ isAll: z.boolean().default(false) }),
  handler: ({ isAll }, context) =>
    asStaff(context, async ({ actor: { client, userId }, runtime }): Promise<Result<OwnDraft[]>> => {
      const limit = isAll ? limitOfAll : glance;
      const [records, pages] = await Promise.all([
        listOfRecords(client, userId, limit),
        findOwnPageDrafts(client, userId, limit),
      ]);
      const drafts = [
        ...records.map(({ kind, id, ...draft }) => ({
          ...draft,
          kind: getKindNames(kind).one,
          href: adminPaths.record(kind, id),
        })),
        ...pages.map(({ site, locales, saved_at: savedAt }) => {
          const { title, path } = getPageName(locales);
          const href = `${runtime.config.origins[site]}${encodeURI(path)}?draft=true`;
          return { savedAt, title, href, kind: getKindNames('page').one };
        }),
      ];
      return ok(drafts.toSorted((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt)).slice(0, limit));
    }),
});
