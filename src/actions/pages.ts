import { z } from 'zod';
import { renderPage } from '#astro/render-page.ts';
import { type ListedPage, listSitePages as list } from '#content/tree/list-site-pages.ts';
import { type PagePlace, readPagePlace } from '#content/tree/read-page-place.ts';
import { type PageUses, findPageUses } from '#content/tree/find-page-uses.ts';
import { changePage as change } from '#content/tree/change-page.ts';
import { copyPage as copy } from '#content/tree/copy-page.ts';
import { createPage as create } from '#content/tree/create-page.ts';
import { deletePage as remove } from '#content/tree/delete-page.ts';
import { findTranslationCounts } from '#content/translations/find-translation-counts.ts';
import type { CountsByLocale } from '#view-model/translations.ts';
import { type PageState, findPageStates as findStates } from '#content/tree/find-page-states.ts';
import { findDifferingPages } from '#content/tree/find-differing-pages.ts';
import { findPagesWithWords } from '#content/tree/find-pages-with-words.ts';
import { listDeletedPages as listDeleted } from '#content/tree/list-deleted-pages.ts';
import { lockPage as lock } from '#content/tree/lock-page.ts';
import { pageNames } from '#content/tree/page-names.ts';
import { restorePage as restore } from '#content/tree/restore-page.ts';
import { type MovedPage, findMovedBelow as findMoved } from '#changes/moved-below.ts';
import { type PausedSite, readPaused } from '#content/publishing/paused-sites.ts';
import { modulesOfSection } from '#content/sections/insert-section.ts';
import { describeError } from '#domain/describe-error.ts';
import { defaultLocale } from '#domain/locales.ts';
import { recordId } from '#domain/values/record-id.ts';
import { type Result, ok } from '#domain/result.ts';
import { splitSearch } from '#domain/search/search-words.ts';
import { siteIds } from '#domain/sites.ts';
import { storableText } from '#domain/text/text.ts';
import { changePages, proposePage } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import { type ReceiptEntry, describe, plannedEntry } from '#server/editor/publishing/receipts.ts';
import { type RecordUse, describeNeeds } from '#server/editor/screens/record-uses.ts';
import { log } from '#server/log.ts';
import { asHolder } from './as-holder.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const pageId = z.int().positive();
const parentId = pageId.nullable();

/** All pages of a site, with the origin at which they are seen. */
export type SitePages = { pages: ListedPage[]; isComplete: boolean; origin: string };

export const listSitePages = defineAction({
  input: z.object({ site: z.enum(siteIds) }),
  handler: ({ site }, context) =>
    asStaff(context, async ({ session, runtime }): Promise<Result<SitePages>> =>
      ok({ ...(await list(session.client, site)), origin: runtime.config.origins[site] }),
    ),
});

/** The state of a page with how far its texts are in each language. */
type TranslatedPage = PageState & { texts: CountsByLocale };

/** Which of some pages are live with other drafts, how far they are translated, and when they are published by themselves. */
export const findPageStates = defineAction({
  input: z.object({ ids: z.array(pageId).max(100) }),
  handler: ({ ids }, context) =>
    asStaff(context, async ({ actor, session }): Promise<Result<{ differing: number[]; states: TranslatedPage[] }>> => {
      const [differing, states, texts] = await Promise.all([
        findDifferingPages(session.client, ids),
        findStates(session.client, ids),
        findTranslationCounts(actor.service, 'page', ids),
      ]);
      return ok({ differing, states: states.map((state) => ({ ...state, texts: texts.get(String(state.id)) ?? {} })) });
    }),
});

/** Shorter searches are found in most texts. */
const shortestText = 3;

/** The pages of a site with all words of a search in the texts of their drafts; none for a search of less than three letters. */
export const findPagesWithText = defineAction({
  input: z.object({ site: z.enum(siteIds), search: storableText(200) }),
  handler: ({ site, search }, context) =>
    asStaff(context, async ({ session }): Promise<Result<{ ids: number[] }>> => {
      const words = search.trim().length < shortestText ? [] : splitSearch(search);
      return ok({ ids: words.length === 0 ? [] : await findPagesWithWords(session.client, site, words) });
    }),
});

/** Makes a page in the languages for which it has a title and an address: without modules, or with those of a saved section. */
export const createPage = defineAction({
  input: z.object({ site: z.enum(siteIds), parentId, locales: pageNames, sectionId: recordId.optional() }),
  handler: ({ sectionId, ...page }, context) =>
    asStaff(context, async ({ actor, runtime }): Promise<Result<{ id: number; href: string }>> => {
      const modules = sectionId === undefined ? ok([]) : await modulesOfSection(actor.client, sectionId, page.site);
      if (!modules.ok) return modules;
      const made = await create(actor, { ...page, modules: modules.value });
      if (!made.ok) return made;
      return ok({ id: made.value.id, href: draftHref(runtime.config.origins[page.site], page.locales) });
    }),
});

/** Locks a page, which nobody changes then, or unlocks it. */
export const lockPage = defineAction({
  input: z.object({ pageId, isLocked: z.boolean() }),
  handler: (page, context) =>
    asHolder(
      context,
      'lock pages',
      async ({ actor, runtime }) => {
        const done = await lock(actor, page);
        // What is live says whether the page can be edited.
        if (done.ok) runtime.publisher.wake();
        return done;
      },
      'Only administrators lock pages and unlock them. Ask one.',
    ),
});

/** Makes a page with everything that the draft of another has, in the languages for which it gets a title and an address. */
export const copyPage = defineAction({
  input: z.object({ pageId, site: z.enum(siteIds), parentId, locales: pageNames }),
  handler: (page, context) =>
    asStaff(context, async ({ actor, runtime }): Promise<Result<{ id: number; href: string }>> => {
      const made = await copy(actor, page);
      if (!made.ok) return made;
      return ok({ id: made.value.id, href: draftHref(runtime.config.origins[page.site], page.locales) });
    }),
});

/** The titles, addresses and parent of a page's draft. */
export const findPagePlace = defineAction({
  input: z.object({ pageId }),
  handler: (page, context) =>
    asStaff(context, ({ session }): Promise<Result<PagePlace>> => readPagePlace(session.client, page.pageId)),
});

/** The pages below a page that have moved along with it in their drafts, and are live at their addresses of before. */
export const findMovedBelow = defineAction({
  input: z.object({ pageId }),
  handler: (page, context) =>
    asStaff(context, async ({ session }): Promise<Result<{ pages: MovedPage[] }>> =>
      ok({ pages: await findMoved(session.client, page.pageId) }),
    ),
});

/** Renames and moves the draft of a page, unless somebody has saved it since the caller looked. */
export const changePage = defineAction({
  input: z.object({ pageId, parentId, locales: pageNames, lastSave: z.int().nonnegative() }),
  handler: (page, context) => asStaff(context, ({ actor }) => change(actor, page)),
});

export type PageDeletion = {
  uses: PageUses;
  /** What cannot be published once the links to the page lead nowhere, until another link is chosen there. */
  needs: RecordUse[];
  entries: ReceiptEntry[];
  unchanged: number;
  paused: PausedSite[];
  /** The newest save of the page, against which it is deleted. */
  lastSave: number;
};

/**
 * What leads to a page, and the URLs that deleting it would change: none while pages are below it. Changes nothing. With `first` so
 * many URLs only: a menu that names the page is on every page of its site, and all of them are drawn to tell what changes.
 */
export const planPageDeletion = defineAction({
  input: z.object({ pageId, first: z.int().min(1).max(100).optional() }),
  handler: (page, context) =>
    asStaff(context, async ({ session, runtime }): Promise<Result<PageDeletion>> => {
      const stored = await readPagePlace(session.client, page.pageId);
      if (!stored.ok) return stored;
      const uses = await findPageUses(session.client, page.pageId);
      // It cannot be deleted: drawing all pages that name it would only let the person wait for that answer.
      const { lastSave } = stored.value;
      if (uses.below.length > 0) return ok({ uses, needs: [], entries: [], unchanged: 0, paused: [], lastSave });
      const outputs = await planPublish({
        client: runtime.serviceClient,
        origins: runtime.config.origins,
        renderPage,
        at: new Date().toISOString(),
        set: changePages([proposePage(page.pageId, stored.value.parentId, null)]),
        tags: uses.links.map(({ id }) => `link:${id}`),
        ...(page.first === undefined ? {} : { first: page.first }),
      });
      const [described, needs, paused] = await Promise.all([
        describe(runtime, session.client, page.pageId, outputs.map(plannedEntry)),
        describeNeeds(session.client, { pages: [page.pageId], records: [] }, runtime.config.origins),
        readPaused(runtime.serviceClient),
      ]);
      return ok({
        ...described,
        uses,
        needs,
        lastSave,
        paused: paused.filter(({ site }) => site === stored.value.site),
      });
    }),
});

/** Deletes a page and publishes that it is gone. */
export const deletePage = defineAction({
  input: z.object({
    pageId,
    isConfirmed: z.boolean(),
    leadsTo: pageId.nullable().default(null),
    lastSave: z.int().nonnegative().optional(),
  }),
  handler: (page, context) =>
    asStaff(context, async ({ actor, runtime }): Promise<Result<{ isLive: boolean }>> => {
      const done = await remove(actor, page);
      if (!done.ok) return done;
      const isLive = await runtime.publisher.publishForPeople().then(
        () => true,
        (error: unknown) => {
          const reason = describeError(error);
          log.warn({ pageId: page.pageId, reason }, 'A deleted page waits in the queue');
          return false;
        },
      );
      return ok({ isLive });
    }),
});

/** The pages of a site that were deleted, which can be restored for 30 days. */
export const listDeletedPages = defineAction({
  input: z.object({ site: z.enum(siteIds) }),
  handler: ({ site }, context) => asStaff(context, async ({ session }) => ok(await listDeleted(session.client, site))),
});

/** Puts a deleted page back, as a draft in all its languages. */
export const restorePage = defineAction({
  input: z.object({ pageId }),
  handler: (page, context) => asStaff(context, ({ actor }) => restore(actor, page.pageId)),
});

function draftHref(origin: string, names: z.infer<typeof pageNames>): string {
  return `${origin}${encodeURI((names[defaultLocale]?.path ?? '/').trim().normalize('NFC'))}?draft=true`;
}
