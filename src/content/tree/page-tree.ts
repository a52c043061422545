import { z } from 'zod';
import { callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale, englishNames, locales } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { isPagePath, isServerPath } from '#domain/addresses/page-address.ts';
import { type Failure, type Issue, type Result, fail, ok } from '#domain/result.ts';
import { matchRoute } from '#domain/addresses/routes.ts';
import { type SiteId, siteHasLocale, withLocale } from '#domain/sites.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Refused } from '#content/refusals/describe-refusal.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import type { CheckedModule } from '#content/drafts/check-copied.ts';
import { refuseUnseen, unseenAnswer } from '#content/refusals/refuse-unseen.ts';

/** The tree of a site's pages, and changing it in the name of a member of the staff. */

export type PageNames = Partial<Record<Locale, { path: string; title: string }>>;

const names = z.partialRecord(localeSchema, z.object({ path: z.string(), title: z.string() }));
const mark = z.object({ at: z.string(), by: z.string().nullable() }).nullable();

const listedPage = z
  .object({
    id: z.number(),
    parent_id: z.number().nullable(),
    route: z.string().nullable(),
    is_editable: z.boolean(),
    is_published: z.boolean(),
    locales: names,
    live: z.array(localeSchema),
    saved: mark,
  })
  .transform(({ parent_id, is_editable, is_published, ...page }) => ({
    ...page,
    parentId: parent_id,
    isEditable: is_editable,
    isPublished: is_published,
  }));
export type ListedPage = z.output<typeof listedPage>;

/** More pages than an editor works through in a list. */
const maxPages = 5000;

/** The pages of a site by their English address. */
export async function listSitePages(
  client: Client,
  site: SiteId,
): Promise<{ pages: ListedPage[]; isComplete: boolean }> {
  const pages = await callFunction(client, 'list_site_pages', z.array(listedPage), {
    p_site: site,
    p_limit: maxPages + 1,
  });
  return { pages: pages.slice(0, maxPages), isComplete: pages.length <= maxPages };
}

/** Of published pages those whose drafts have changes. */
export function findDifferingPages(client: Client, ids: readonly number[]): Promise<number[]> {
  return callFunction(client, 'differing_pages', z.array(z.number()), { p_page_ids: [...ids] });
}

const pageState = z
  .object({
    id: z.number(),
    modules: z.number(),
    falling_back: z.partialRecord(localeSchema, z.number()),
    publish_at: z.string().nullable(),
  })
  .transform(({ falling_back: fallingBack, publish_at: publishAt, ...state }) => ({
    ...state,
    /** Of the languages besides English, how many modules show English in them. */
    fallingBack,
    /** When a release puts it live by itself. */
    publishAt,
  }));
export type PageState = z.output<typeof pageState>;

/** How far pages are translated, and when they are published by themselves. */
export function findPageStates(client: Client, ids: readonly number[]): Promise<PageState[]> {
  return callFunction(client, 'page_states', z.array(pageState), { p_page_ids: [...ids] });
}

const pageDraft = z.object({ id: z.number(), site: siteSchema, saved_at: z.string(), locales: names });

/** The pages whose drafts a person has changed since they were published, the latest first. */
export function findOwnPageDrafts(
  client: Client,
  userId: string,
  limit: number,
): Promise<z.output<typeof pageDraft>[]> {
  return callFunction(client, 'own_page_drafts', z.array(pageDraft), { p_user: userId, p_limit: limit });
}

/** The pages of a site that have all of these words in the texts of one language of their drafts. */
export function findPagesWithWords(client: Client, site: SiteId, words: readonly string[]): Promise<number[]> {
  return callFunction(client, 'pages_with_words', z.array(z.number()), { p_site: site, p_words: [...words] });
}

const uses = z
  .object({
    below: z.array(z.object({ id: z.number(), path: z.string(), title: z.string() })),
    menus: z.array(z.object({ id: z.number(), site: siteSchema, name: z.enum(['main', 'footer', 'legal']) })),
    links: z.array(
      z.object({
        id: z.number(),
        text: z.string(),
        shown_on: z.array(z.object({ site: siteSchema, path: z.string() })),
      }),
    ),
    redirects: z.number(),
  })
  .transform(({ links, ...rest }) => ({
    ...rest,
    links: links.map(({ shown_on: shownOn, ...link }) => ({ ...link, shownOn })),
  }));
export type PageUses = z.output<typeof uses>;

/** What leads to a page: pages below it, menus, links with the live addresses that show them, and redirects. */
export function findPageUses(client: Client, pageId: number): Promise<PageUses> {
  return callFunction(client, 'page_uses', uses, { p_page_id: pageId });
}

/** Pages that are locked, or that the site needs where they are. */
export const fixedPages = z.array(z.object({ id: z.number(), title: z.string().nullable() }));

/** A page that moves would take these along to other addresses. */
export function fixedBelow(pages: z.output<typeof fixedPages>): Result<never> {
  const titles = pages.map(({ title, id }) => `“${title ?? id}”`).join(', ');
  return fail(
    'conflict',
    `${titles} ${pages.length === 1 ? 'is' : 'are'} below this page, and the address ${pages.length === 1 ? 'of it is' : 'of each is'} locked. Unlock ${pages.length === 1 ? 'it' : 'them'} first, or move ${pages.length === 1 ? 'it' : 'them'} elsewhere.`,
  );
}

/** Why a page does not get the names and the parent that it is to get. */
export const pageRefusals = [
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('no-parent') }),
  z.object({ status: z.literal('below-itself') }),
  z.object({ status: z.literal('fixed') }),
  z.object({
    status: z.literal('taken'),
    pages: z.array(z.object({ locale: localeSchema, page_id: z.number(), title: z.string() })),
  }),
  z.object({ status: z.literal('locked'), pages: fixedPages }),
] as const;
type PageRefusal = z.output<(typeof pageRefusals)[number]>;
const taken = pageRefusals[4];
const gone = 'This page does not exist any more. Somebody has deleted it; load the list again.';
const noParent = fail('invalid', 'The page above does not exist any more. Choose another.', [
  { path: ['parentId'], message: 'This page does not exist any more. Choose another' },
]);

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
      return takenBy(result.value.pages);
  }
}

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
      return takenBy(result.value.pages);
  }
}

const changed = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved') }),
  z.object({ status: z.literal('conflict'), saved: mark }),
  ...pageRefusals,
]);

export function refusePage(refusal: PageRefusal): Result<never> {
  switch (refusal.status) {
    case 'not-found':
      return fail('not-found', gone);
    case 'no-parent':
      return noParent;
    case 'below-itself':
      return fail(
        'invalid',
        'A page cannot be below itself, or below a page that is below it. Choose another page above it.',
        [{ path: ['parentId'], message: 'A page cannot be below itself, or below a page that is below it' }],
      );
    case 'fixed':
      return fail('not-editable', 'The address of this page is fixed: the site needs it where it is.');
    case 'taken':
      return takenBy(refusal.pages);
    case 'locked':
      return fixedBelow(refusal.pages);
  }
}

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

const deleted = z.discriminatedUnion('status', [
  z.object({ status: z.literal('deleted') }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('fixed') }),
  z.object({ status: z.literal('no-target') }),
  z.object({ status: z.literal('used'), uses }),
  unseenAnswer,
]);

type PageDeletion = {
  pageId: number;
  isConfirmed: boolean;
  leadsTo: number | null;
  /** The newest save of the page that the person has seen. */
  lastSave?: number | undefined;
};

/**
 * Deletes a page, unless somebody has saved it since the person looked. Where others are below it, and unless confirmed where something leads to it, the failure lists them.
 * @param leadsTo the page that its addresses lead to from then on; without one they answer that it is gone
 */
export async function deletePage(
  { service, userId }: Actor,
  { pageId, isConfirmed, leadsTo, lastSave }: PageDeletion,
): Promise<Result<null>> {
  const answer = await callFunction(service, 'delete_page', deleted, {
    p_actor: userId,
    p_page_id: pageId,
    p_is_confirmed: isConfirmed,
    p_leads_to: leadsTo ?? undefined,
    p_last_save: lastSave,
  });
  switch (answer.status) {
    case 'deleted':
      return ok(null);
    case 'not-found':
      return fail('not-found', gone);
    case 'unseen':
    case 'newer':
      return refuseUnseen(answer, 'this page');
    case 'fixed':
      return fail('not-editable', 'This page cannot be deleted: the site needs it.');
    case 'no-target':
      return fail('invalid', 'The page that its addresses should lead to is not there any more. Choose another.', [
        { path: ['leadsTo'], message: 'Choose another page' },
      ]);
    case 'used': {
      const detail: PageUses = answer.uses;
      const message =
        answer.uses.below.length > 0
          ? 'Other pages are below this one. Move or delete them first.'
          : 'Menus or links lead to this page. Confirm that they may lose their destination.';
      const failure: Failure = { code: 'conflict', message, detail };
      return { ok: false, failure };
    }
  }
}

const deletedPage = z
  .object({
    id: z.number(),
    title: z.string(),
    path: z.string().nullable(),
    deleted_at: z.string(),
    deleted_by: z.string().nullable(),
  })
  .transform(({ deleted_at: deletedAt, deleted_by: deletedBy, ...page }) => ({ ...page, deletedAt, deletedBy }));
type DeletedPage = z.output<typeof deletedPage>;

/** The pages of a site that can be restored, the last deleted first. */
export function listDeletedPages(client: Client, site: SiteId): Promise<DeletedPage[]> {
  return callFunction(client, 'list_deleted_pages', z.array(deletedPage), { p_site: site });
}

const restored = z.discriminatedUnion('status', [
  z.object({ status: z.literal('restored') }),
  z.object({ status: z.literal('not-found') }),
  taken,
]);

/** Puts a deleted page back as a draft. */
export async function restorePage({ service, userId }: Actor, pageId: number): Promise<Result<{ id: number }>> {
  const answer = await callFunction(service, 'restore_page', restored, { p_actor: userId, p_page_id: pageId });
  switch (answer.status) {
    case 'restored':
      return ok({ id: pageId });
    case 'not-found':
      return fail('not-found', 'It is not in the trash any more.');
    case 'taken': {
      const titles = [...new Set(answer.pages.map(({ title }) => `“${title}”`))].join(', ');
      return fail('conflict', `Its address belongs to ${titles} by now. Move that page first, then restore this one.`);
    }
  }
}

const place = z
  .object({
    site_id: siteSchema,
    route: z.string().nullable(),
    parent_id: z.number().nullable(),
    is_editable: z.boolean(),
    page_locales: z.array(z.object({ locale: localeSchema, path: z.string(), title: z.string() })),
  })
  .nullable();

export type PagePlace = {
  site: SiteId;
  route: string | null;
  parentId: number | null;
  isEditable: boolean;
  locales: PageNames;
  /** The newest save of the page, against which a change is made. */
  lastSave: number;
};

/** The titles, addresses and parent of a page's draft, and the save that they are of. */
export async function readPagePlace(client: Client, pageId: number): Promise<Result<PagePlace>> {
  // First the save: a later one makes the change a conflict, never the other way round.
  const [latest] = await expectData(
    'draft_saves',
    client.from('draft_saves').select('id').eq('page_id', pageId).order('id', { ascending: false }).limit(1),
    z.array(z.object({ id: z.number() })),
  );
  const row = await expectData(
    'pages',
    client
      .from('pages')
      .select('site_id, route, parent_id, is_editable, page_locales(locale, path, title)')
      .eq('id', pageId)
      .maybeSingle(),
    place,
  );
  if (!row) return fail('not-found', gone);
  const own: PageNames = {};
  for (const { locale, path, title } of row.page_locales) own[locale] = { path, title };
  return ok({
    site: row.site_id,
    route: row.route,
    parentId: row.parent_id,
    isEditable: row.is_editable,
    locales: own,
    lastSave: latest?.id ?? 0,
  });
}

/** Titles and addresses that can be stored; each issue is at its field. */
export function checkNames(
  site: SiteId,
  input: PageNames,
  hasRoute = false,
): Result<Record<string, { path: string; title: string }>> {
  const issues: Issue[] = [];
  const clean: Record<string, { path: string; title: string }> = {};
  if (!input[defaultLocale])
    issues.push({ path: ['locales'], message: 'Every page has a title and an address in English' });
  for (const locale of getKeys(input)) {
    const own = input[locale];
    if (!own) continue;
    const at = ['locales', locale];
    const title = own.title.trim();
    const path = own.path.trim().normalize('NFC');
    if (!siteHasLocale(site, locale)) issues.push({ path: at, message: `This site is not in ${englishNames[locale]}` });
    if (title === '') issues.push({ path: [...at, 'title'], message: 'This field is required' });
    const refusal = hasRoute ? null : refusePath(site, locale, path);
    if (refusal) issues.push({ path: [...at, 'path'], message: refusal });
    clean[locale] = { path, title };
  }
  return issues.length > 0 ? fail('invalid', 'Some fields are not valid.', issues) : ok(clean);
}

const neededBySite = 'This address is needed by the site itself. Choose another';

function refusePath(site: SiteId, locale: Locale, path: string): string | null {
  if (path === '' || path === '/') return 'This field is required';
  if (!path.startsWith('/')) return 'An address begins with a slash, e.g. /company/quality';
  if (path !== path.toLowerCase()) return 'An address is in small letters';
  if (/\s/.test(path)) return 'An address has no spaces. Use hyphens';
  // What comes behind them is not part of the path, and a browser makes a slash of the last: nobody would reach the page.
  if (/[?#\\]/.test(path)) return 'An address has no question mark, # or \\. Use hyphens';
  if (isServerPath(path)) return neededBySite;
  if (!isPagePath(path)) return 'A page cannot have this address. Use letters, digits and hyphens between slashes';
  const route = matchRoute(site, withLocale(locale, path))?.key;
  // Prepared searches are pages.
  return route && route !== 'search.preset' ? neededBySite : null;
}

function takenBy(pages: z.infer<typeof taken>['pages']): Result<never> {
  return fail(
    'invalid',
    'Another page has this address. Choose another.',
    pages.map(({ locale, title }) => ({
      path: ['locales', locale, 'path'],
      message: `The page “${title}” has this address. Choose another`,
    })),
  );
}

/** Two people may choose one address at the same moment: then the database refuses the second. */
export function refuseAddress(service: Client, error: Refused): Promise<Result<never> | null> {
  return refuseTakenAddress(service, error, (holder) => `Nothing was changed. ${holder}. Choose another address.`);
}

/** The locales in which pages are named, as the input of an action has them. */
export const pageNames = z
  .partialRecord(z.enum(locales), z.object({ path: z.string().max(500), title: z.string().max(200) }))
  .refine((input) => Object.keys(input).length > 0, { error: 'Every page has a title and an address in English' });
