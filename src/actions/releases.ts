import type { ActionAPIContext } from 'astro:actions';
import { z } from 'zod';
import { getKeys } from '#domain/objects.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import { sharedDays, sharedHref } from '#domain/addresses/shared-link.ts';
import { type SiteId, siteIds, withLocale } from '#domain/sites.ts';
import { exactMoment, isOfYears, yearsMessage } from '#domain/values/moment.ts';
import { isTimeZone, listMoments } from '#domain/values/zoned-moment.ts';
import {
  type ReleaseItem,
  addPartToRelease as addPart,
  addRemoval,
  addToRelease as add,
  createRelease as create,
  deleteRelease as remove,
  releaseName,
  renameRelease as rename,
  scheduleRelease as schedule,
  takeOut,
} from '#content/changes/releases/change-release.ts';
import { chosenCells } from '#content/changes/chosen-cells.ts';
import { findDifferingPages } from '#content/tree/page-tree.ts';
import { mayPublish } from '#content/changes/releases/may-publish.ts';
import { findClashes, prepareRelease } from '#content/changes/releases/prepare-release.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import { readReleasePreview } from '#content/changes/releases/preview-release.ts';
import { readCalendar } from '#content/changes/releases/read-calendar.ts';
import { listLinks, revokeLink, shareRelease as share } from '#content/changes/releases/share-release.ts';
import { releasesOf, listReleases as list, readRelease } from '#content/changes/releases/read-release.ts';
import { prepareReleaseBack, takeReleaseBack as takeBack } from '#content/changes/releases/take-release-back.ts';
import { type PausedSite, readPaused } from '#content/publishing/paused-sites.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, recordKinds } from '#kinds/registry.ts';
import type { DrawnPlan } from '#publish/plan/draw-plan.ts';
import { planRelease as planUrls } from '#publish/plan/plan-release.ts';
import { planReleaseBack as planBack } from '#publish/plan/plan-release-back.ts';
import { plannedChanges } from '#publish/plan/planned-changes.ts';
import { drawNamed } from '#server/editor/publishing/draw-named.ts';
import { refusals } from '#server/auth/refusals.ts';
import { makeSecret, makeToken } from '#server/auth/shared-link.ts';
import { type CollisionText, describeCollisions } from '#server/editor/messages/collisions.ts';
import {
  type PublishPlan,
  type PublishReceipt,
  collectReceipts,
  describe,
  describePlan,
  describeRecordReceipts,
  plannedEntry,
} from '#server/editor/publishing/receipts.ts';
import type { ReleaseLink, ReleasePage, ReleaseRecord, ReleaseSummary } from '#view-model/releases.ts';
import { type StaffContext, asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();
const page = z.object({ page: id });
const record = z
  .object({
    kind: z.enum(recordKinds, 'There are no records of this kind'),
    id: z.union([id, z.string().min(1).max(40)]),
  })
  .refine(({ kind, id: ref }) => getKind(kind).schema.shape['id']?.safeParse(ref).success === true, {
    path: ['id'],
    message: 'There is no such id',
  });
const item = z.union([page, record]);

/** Releases, those to come first, by their moment; or those that have a draft of a page or a record. */
export const listReleases = defineAction({
  input: z.object({ isToCome: z.boolean().default(false) }),
  handler: ({ isToCome }, context) =>
    asStaff(context, async ({ session }): Promise<Result<ReleaseSummary[]>> =>
      ok(await list(session.client, isToCome ? ['open', 'scheduled'] : undefined)),
    ),
});

/** The releases to come that have a draft of a page or a record. */
export const findReleasesOf = defineAction({
  input: z.object({ of: item }),
  handler: ({ of }, context) => asStaff(context, async ({ session }) => ok(await releasesOf(session.client, of))),
});

/** A release with its drafts; each page leads to where it is seen. */
export type OpenedRelease = ReleaseSummary & {
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

/** The sites on which something of a release is; all of them where it has records alone. */
function listSites(pages: readonly Pick<ReleasePage, 'site'>[]): readonly SiteId[] {
  const named = siteIds.filter((site) => pages.some((one) => one.site === site));
  return named.length > 0 ? named : siteIds;
}

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

/** The kinds of the records among some items. */
function listKinds(items: readonly ReleaseItem[]): KindName[] {
  return [...new Set(items.flatMap((one) => ('kind' in one ? [one.kind] : [])))];
}

/** For who may edit everything that is in a release. */
function asEditorOfAll<T>(
  context: ActionAPIContext,
  release: number,
  work: (staff: StaffContext) => Promise<Result<T>>,
): Promise<T> {
  return asStaff(context, async (caller) => {
    const found = await readRelease(caller.session.client, release);
    if (!found) return fail('not-found', gone);
    return mayPublish(caller.staff, found) ? work(caller) : fail('forbidden', refusals.notThis);
  });
}

const gone = 'This release does not exist any more.';

export const createRelease = defineAction({
  input: z.object({ name: releaseName }),
  handler: ({ name }, context) => asStaff(context, ({ actor }) => create(actor, name)),
});

export const renameRelease = defineAction({
  input: z.object({ id, name: releaseName }),
  handler: (input, context) => asStaff(context, ({ actor }) => rename(actor, input.id, input.name)),
});

/** Deletes an empty release, or the entry of one that is live. */
export const deleteRelease = defineAction({
  input: z.object({ id }),
  handler: (input, context) => asStaff(context, ({ actor }) => remove(actor, input.id)),
});

export type AddedToRelease = {
  added: number;
  refused: { item: ReleaseItem; message: string }[];
  /** What people should know: addresses that stay in a draft, and those that keep the release from being published as it is. */
  notes?: string[];
};

/** Moves drafts into a release. Those that cannot be moved are named. */
export const addToRelease = defineAction({
  input: z.object({
    release: id,
    items: z.array(item).min(1).max(2000),
    /** The newest save of a single page that the caller has seen. */
    lastSave: z.int().nonnegative().optional(),
    /** The moment of what the release has of a single item already, which this draft replaces. */
    replaces: exactMoment().optional(),
  }),
  handler: ({ release, items, ...seen }, context) =>
    asEditorOf(context, listKinds(items), async ({ actor }): Promise<Result<AddedToRelease>> => {
      const refused: AddedToRelease['refused'] = [];
      const kept: string[] = [];
      for (const one of items) {
        const done = await add(actor, release, one, items.length === 1 ? seen : {});
        if (done.ok) {
          kept.push(...done.value.notes);
          continue;
        }
        if (items.length === 1) return done;
        refused.push({ item: one, message: done.failure.message });
      }
      const notes = [...kept, ...(await listClashes(actor, release, items))];
      return ok({ added: items.length - refused.length, refused, ...(notes.length > 0 ? { notes } : {}) });
    }),
});

/** What keeps a release from being published, with the pages that were just added: others that have their addresses. */
async function listClashes(
  { client }: StaffContext['actor'],
  release: number,
  items: readonly ReleaseItem[],
): Promise<string[]> {
  const pages = new Set(items.flatMap((one) => ('page' in one ? [one.page] : [])));
  if (pages.size === 0) return [];
  const clashes = await findClashes(client, release);
  return clashes.filter(({ path }) => pages.has(Number(path[1]))).map(({ message }) => message);
}

/** Moves some of what waits in a page's draft into a release. */
export const addPartToRelease = defineAction({
  input: z.object({
    release: id,
    page: id,
    cells: chosenCells,
    lastSave: z.int().nonnegative(),
    replaces: exactMoment().optional(),
  }),
  handler: ({ release, ...part }, context) =>
    asStaff(context, async ({ actor }): Promise<Result<{ kept: PageCell[]; notes?: string[] }>> => {
      const done = await addPart(actor, release, part);
      if (!done.ok) return done;
      const notes = [...done.value.notes, ...(await listClashes(actor, release, [part]))];
      return ok({ kept: done.value.kept, ...(notes.length > 0 ? { notes } : {}) });
    }),
});

/** Takes a page off the site with a release. */
export const addRemovalToRelease = defineAction({
  input: z.object({ release: id, page: id, replaces: exactMoment().optional() }),
  handler: ({ release, page: ref, replaces }, context) =>
    asStaff(context, ({ actor }) => addRemoval(actor, release, ref, replaces)),
});

/** Takes a draft out of a release: it is dropped, it is published by itself from then on, or a page is worked on. */
export const takeOutOfRelease = defineAction({
  input: z.object({
    release: id,
    item,
    to: z.enum(['draft', 'nowhere', 'work']),
    /** The moment of what the person has seen of it in the release. */
    savedAt: exactMoment().optional(),
  }),
  handler: ({ release, item: one, to, savedAt }, context) =>
    asEditorOf(context, listKinds([one]), ({ actor }) => takeOut(actor, release, one, to, savedAt)),
});

const when = z.object({
  /** A date and a time of the day, as clocks of the zone show it. */
  local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'Choose a date and a time'),
  zone: z.string().max(60).refine(isTimeZone, 'There is no such time zone. Choose one of the list.'),
  /** Which one, where clocks show the time twice. */
  which: z.enum(['first', 'second']).optional(),
});

/** Says when a release becomes live by itself; null: it does not. A time that comes twice is asked about. */
export const scheduleRelease = defineAction({
  input: z.object({ id, when: when.nullable() }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ actor, runtime }) => {
      const moment = input.when && parseMoment(input.when, new Date());
      if (moment?.ok === false) return moment;
      const done = await schedule(
        actor,
        input.id,
        moment && input.when ? { at: moment.value, zone: input.when.zone } : null,
      );
      if (done.ok) runtime.releases.wake();
      return done;
    }),
});

function parseMoment({ local, zone, which }: z.output<typeof when>, now: Date): Result<string> {
  const [first, second] = listMoments(local, zone);
  const refuse = (message: string, detail?: unknown): Result<never> => ({
    ok: false,
    failure: { code: 'invalid', message, detail, issues: [{ path: ['when', 'local'], message }] },
  });
  if (first === undefined) return refuse('Clocks are put forward then: there is no such time. Choose another one.');
  if (second !== undefined && which === undefined) {
    return fail('conflict', 'Clocks are put back then: this time comes twice. Choose the first or the second one.');
  }
  const moment = which === 'second' && second !== undefined ? second : first;
  if (!isOfYears(new Date(moment))) return refuse(`${yearsMessage}. Choose an earlier one.`);
  return Date.parse(moment) > now.getTime()
    ? ok(moment)
    : refuse('This moment has passed. Choose a later one, or publish now.');
}

/** What publishing a release would change, what was published since in the same places, and what keeps it from being published. */
export type ReleasePlan = PublishPlan & {
  collisions: CollisionText[];
  issues: readonly Issue[];
  pagesAre: DrawnPlan['pagesAre'];
};

export const planRelease = defineAction({
  input: z.object({ id }),
  handler: (input, context) => asStaff(context, (staff) => plan(staff, input.id)),
});

async function plan({ actor, runtime, session }: StaffContext, release: number): Promise<Result<ReleasePlan>> {
  const [prepared, preview] = await Promise.all([prepareRelease(actor, release), readReleasePreview(actor, release)]);
  if (!prepared || !preview) return fail('not-found', gone);
  const at = new Date().toISOString();
  const changes = plannedChanges(prepared);
  const [named, paused, collisions] = await Promise.all([
    planUrls(runtime.serviceClient, changes, at),
    readPaused(runtime.serviceClient),
    describeCollisions(session.client, prepared),
  ]);
  const planned = { release: { id: release, merged: preview.merged } };
  const { outputs, pagesAre } = await drawNamed(runtime, session.client, named, { planned, at });
  const sites = new Set(outputs.map(({ site }) => site));
  const described = await describePlan(runtime, session.client, -1, outputs, {
    warnings: [],
    paused: listPaused(paused, sites),
  });
  return ok({ ...described, collisions, issues: prepared.issues, pagesAre });
}

function listPaused(paused: readonly PausedSite[], sites: ReadonlySet<string>): PausedSite[] {
  return paused.filter(({ site }) => sites.has(site));
}

export type ReleaseReceipt = PublishReceipt & {
  /** How many pages have drafts with other changes, which stay as they are. */
  drafts: number;
};

/** Publishes a release now: in one transaction, and by one switch of all sites. */
export const publishRelease = defineAction({
  input: z.object({ id }),
  handler: (input, context) => asEditorOfAll(context, input.id, (staff) => publish(staff, input.id)),
});

async function publish({ actor, runtime, session }: StaffContext, release: number): Promise<Result<ReleaseReceipt>> {
  const collected = collectReceipts(runtime);
  try {
    const published = await runtime.releases.publishNow(actor, release);
    if (!published.ok) return published;
    const { drafts, isLive } = published.value;
    const done = {
      published: true,
      publishedAt: new Date(),
      drained: isLive,
      isShown: !isLive,
      receipts: collected.receipts,
    };
    return ok({ ...(await describeRecordReceipts(runtime, session.client, done)), drafts });
  } finally {
    collected.stop();
  }
}

/** What taking a release back would not put back, and why. */
export const planReleaseBack = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      const outputs = await planBack(runtime.serviceClient, work, new Date().toISOString());
      const { entries } = await describe(runtime, session.client, -1, outputs.map(plannedEntry));
      return ok({ pages: work.pages.length, records: work.records.length, kept: work.kept, entries });
    }),
});

/** Makes live again what was live before a release, as one. Its drafts stay in it. */
export const takeReleaseBack = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ session, actor, runtime }): Promise<Result<{ isLive: boolean }>> => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      return runtime.releases.writeTogether(() => takeBack(actor, work));
    }),
});

export type SharedRelease = { id: number; expiresAt: string; links: { site: SiteId; href: string }[] };

/** Makes a link by which people without an account see a release, for each site that it has pages of. It is shown this once. */
export const shareRelease = defineAction({
  input: z.object({
    id,
    days: z.union(
      sharedDays.map((days) => z.literal(days)),
      'Choose for how long',
    ),
    forWhom: z.string().trim().max(80, 'Use 80 characters at most').default(''),
  }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ actor, runtime, session }): Promise<Result<SharedRelease>> => {
      const { secret, hash } = makeSecret();
      const made = await share(actor, input.id, { days: input.days, forWhom: input.forWhom, hash });
      if (!made.ok) return made;
      const release = await readRelease(session.client, input.id);
      const token = makeToken(runtime.linkSecret, made.value.id, secret);
      const links = listSites(release?.pageItems ?? []).map((site) => ({
        site,
        href: sharedHref(runtime.config.origins[site], token),
      }));
      return ok({ ...made.value, links });
    }),
});

/** The links of a release, without what opens them. */
export const listReleaseLinks = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asStaff(context, async ({ session }): Promise<Result<ReleaseLink[]>> =>
      ok(await listLinks(session.client, input.id)),
    ),
});

/** Ends a link before its time. */
export const revokeReleaseLink = defineAction({
  input: z.object({ link: id }),
  handler: ({ link }, context) => asStaff(context, ({ actor }) => revokeLink(actor, link)),
});

const longestCalendar = 45 * 24 * 60 * 60 * 1000;

/** What happens or has happened between two moments, at most some weeks apart. */
export const releaseCalendar = defineAction({
  input: z
    .object({ from: exactMoment('Name a moment'), until: exactMoment('Name a moment') })
    .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= longestCalendar, {
      path: ['until'],
      message: 'Ask for 45 days at most',
    }),
  handler: ({ from, until }, context) =>
    asStaff(context, async ({ session }) => ok(await readCalendar(session.client, from, until))),
});
