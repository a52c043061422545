import { ownValue } from '#domain/objects.ts';
import { hashSeen } from '#content/publishing/hash-seen.ts';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { locales } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';
import { type Conflict, mergeVersions } from '#domain/pages/merge-versions.ts';
import type { Issue } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { readRevisions } from '#content/source/revisions.ts';
import { type DraftedRecord, type PreparedRecord, prepareDrafts } from '#changes/publish-records.ts';
import { readRecords } from '#content/records/read-record.ts';
import { editableData, recordOfRows } from '#content/records/record-data.ts';
import { readVersions } from '#changes/record-history.ts';
import { mergePage } from '#changes/take-back/merge-page.ts';
import { toPageModel } from '#changes/take-back/page-model.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import { type StoredRelease, readRelease } from './read-release.ts';

/** A page as a release publishes it. */
type PreparedPage = {
  id: number;
  savedAt: string;
  /** The revision that is live. */
  expected: number | null;
  /** Merged with what was published since; null where the contents are those of the release. */
  contents: PageContents | null;
};

/** A place that the release changes, and that was published with another value since: the release has its way. */
type Collision = {
  path: Conflict['path'];
  mine: unknown;
  theirs: unknown;
  /** The place is not on the page any more: what the release has for it is not published. */
  isLost: boolean;
};
/** The file of a medium, among the places of a record. */
export const fileField = 'hash';
export type ItemCollisions = ({ page: number } | { kind: KindName; id: RecordId }) & {
  title: string;
  /** Both sides, for words. */
  sides: { mine: unknown; theirs: unknown };
  places: readonly Collision[];
};

export type PreparedRelease = {
  release: StoredRelease;
  pages: PreparedPage[];
  records: (PreparedRecord & { version: number | null })[];
  collisions: ItemCollisions[];
  /** What keeps it from being published, each with the item before the path. */
  issues: Issue[];
};

/** Everything that a release would write, merged with what was published since its drafts were written; null where there is none. */
export async function prepareRelease(
  actor: Pick<Actor, 'client' | 'service'>,
  id: number,
): Promise<PreparedRelease | null> {
  const release = await readRelease(actor.client, id);
  if (!release) return null;
  const [pages, records, clashes, circles] = await Promise.all([
    preparePages(actor.client, release),
    prepareRecords(actor, release),
    findClashes(actor.client, release.id),
    findPageCircles(actor.client, release),
  ]);
  return {
    release,
    pages: pages.prepared,
    records: records.prepared,
    collisions: [...pages.collisions, ...records.collisions],
    issues: [
      ...(release.pageItems.length + release.recordItems.length === 0 ? [nothingInIt] : []),
      ...pages.issues,
      ...clashes,
      ...circles,
      ...records.issues,
    ],
  };
}

const nothingInIt: Issue = {
  path: ['items'],
  message: 'Nothing is in this release, so that nothing can be published. Add drafts to it first.',
};

/** What a release would write, and what of others it would write over: with another one, what was planned is not what goes live. */
export function identifyRelease({ release, collisions }: Pick<PreparedRelease, 'release' | 'collisions'>): string {
  const lines = [
    ...release.pageItems.map(({ id, savedAt }) => ['page', id, savedAt]),
    ...release.recordItems.map(({ kind, id, savedAt }) => [kind, id, savedAt]),
    ...collisions.flatMap(({ places, sides: _, title: __, ...item }) =>
      places.map(({ path, theirs, isLost }) => [item, path, theirs ?? null, isLost]),
    ),
  ];
  return hashSeen(lines.map((line) => JSON.stringify(line)).toSorted());
}

/** Pages and records of a release of which something else was published since. */
export type Overtaken = { pages: readonly number[]; records: readonly { kind: string; id: string }[] };

/** What a release would write of those of its pages and records where something else was published since. */
export async function mergeOvertaken(
  actor: Pick<Actor, 'client' | 'service'>,
  id: number,
  { pages, records }: Overtaken,
): Promise<Pick<PreparedRelease, 'pages' | 'records' | 'collisions' | 'issues'>> {
  const release = pages.length + records.length > 0 ? await readRelease(actor.client, id) : null;
  if (!release) return { pages: [], records: [], collisions: [], issues: [] };
  const overtaken = new Set(records.map(({ kind, id: ref }) => `${kind}:${ref}`));
  const part = {
    ...release,
    pageItems: release.pageItems.filter((page) => pages.includes(page.id)),
    recordItems: release.recordItems.filter((record) => overtaken.has(`${record.kind}:${record.id}`)),
  };
  const [ofPages, ofRecords] = await Promise.all([preparePages(actor.client, part), prepareRecords(actor, part)]);
  return {
    pages: ofPages.prepared,
    records: ofRecords.prepared,
    collisions: [...ofPages.collisions, ...ofRecords.collisions],
    issues: [...ofPages.issues, ...ofRecords.issues],
  };
}

/** The same release, merged with what was published meanwhile; read anew where it is not known what that was. */
export async function renewRelease(
  actor: Pick<Actor, 'client' | 'service'>,
  prepared: PreparedRelease,
  overtaken: Overtaken | null,
): Promise<PreparedRelease | null> {
  if (!overtaken) return prepareRelease(actor, prepared.release.id);
  const { pages, records, collisions, issues } = await mergeOvertaken(actor, prepared.release.id, overtaken);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const keyOf = ({ record: { kind, id } }: PreparedRecord) => `${kind}:${id}`;
  const recordOf = new Map(records.map((one) => [keyOf(one), one]));
  return {
    ...prepared,
    pages: prepared.pages.map((page) => pageOf.get(page.id) ?? page),
    records: prepared.records.map((one) => recordOf.get(keyOf(one)) ?? one),
    collisions: [
      ...prepared.collisions.filter((item) =>
        'page' in item ? !pageOf.has(item.page) : !recordOf.has(`${item.kind}:${item.id}`),
      ),
      ...collisions,
    ],
    issues: [...prepared.issues, ...issues],
  };
}

const contentsRow = z.object({ id: z.number(), contents: z.partialRecord(z.enum(locales), z.unknown()).nullable() });
/** Pages whose contents are read by one call. */
const readBatchSize = 20;

async function preparePages(client: Client, { id, pageItems }: StoredRelease) {
  const issues = pageItems.flatMap((item) => findIssue(item) ?? []);
  const collisions: ItemCollisions[] = [];
  const merged = new Map<number, PageContents>();
  const overtaken = pageItems.filter(({ exists, base, live }) => exists && base !== live);
  for (let start = 0; start < overtaken.length; start += readBatchSize) {
    const part = overtaken.slice(start, start + readBatchSize);
    const mine = await readContents(
      client,
      id,
      part.map((item) => item.id),
    );
    const revisions = await readRevisions(
      client,
      part.flatMap(({ base, live }) => [base ?? [], live ?? []].flat()),
    );
    for (const { id: page, title, base, live, cells } of part) {
      const now = revisions.get(live ?? 0)?.locales ?? null;
      // A part of a page of which nothing was live is put on what is live by now.
      const begun = revisions.get(base ?? 0)?.locales ?? (cells === null ? null : {});
      const sides = { before: mine.get(page) ?? null, after: begun, now };
      const { contents, changedSince } = mergePage(sides, () => 'before');
      if (contents) merged.set(page, contents);
      const places = changedSince.map(({ path, before, now: theirs }) => ({
        path,
        mine: before,
        theirs,
        isLost: contents !== null && !isPlaceOf(contents, path),
      }));
      if (places.length > 0) collisions.push({ page, title, sides: { mine: sides.before, theirs: now }, places });
    }
  }
  const prepared = pageItems
    .filter(({ exists }) => exists)
    .map(({ id: page, savedAt, live }): PreparedPage => ({
      id: page,
      savedAt,
      expected: live,
      contents: merged.get(page) ?? null,
    }));
  return { prepared, collisions, issues };
}

/** Why a page of a release cannot be published at all. */
function findIssue({ id, title, exists, base, live, cells }: StoredRelease['pageItems'][number]): Issue | null {
  if (!exists) return { path: ['page', id], message: `The page “${title}” was deleted. Take it out of the release.` };
  // The chosen parts would bring the rest of it back, which somebody has taken off.
  return cells !== null && base !== null && live === null
    ? {
        path: ['page', id],
        message: `The page “${title}” is not on the site any more: no part of it can go live. Take it out of the release.`,
      }
    : null;
}

/** Whether a page shows a place of its model: not of a module, or of a language, that it does not have. */
function isPlaceOf(contents: PageContents, [of, id, , locale]: Conflict['path']): boolean {
  if (of !== 'modules') return true;
  const { structure, details } = toPageModel(contents);
  const isLanguage = locale === undefined || Object.hasOwn(details, locale);
  return isLanguage && structure.some((module) => String(module.id) === id);
}

/** What a release gives pages; nothing for those that leave the site. */
async function readContents(
  client: Client,
  release: number,
  ids: readonly number[],
): Promise<Map<number, PageContents>> {
  const rows = await callFunction(client, 'read_release_contents', z.array(contentsRow), {
    p_release: release,
    p_page_ids: [...ids],
  });
  // The database copied them from drafts and revisions, which are pages.
  return new Map(rows.flatMap(({ id, contents }) => (contents ? [[id, contents as PageContents] as const] : [])));
}

const clash = z.object({
  page_id: z.number(),
  site: siteSchema,
  locale: z.enum(locales),
  path: z.string(),
  title: z.string(),
  release: z.string().nullable(),
});

/** Addresses of the release that other pages have. */
export async function findClashes(client: Client, id: number): Promise<Issue[]> {
  const rows = await callFunction(client, 'release_clashes', z.array(clash), { p_release: id });
  return rows
    .filter(({ release }) => release === null)
    .map(({ page_id, locale, path, title }) => ({
      path: ['page', page_id, locale],
      message: `The page “${title}” has the address ${withLocale(locale, path)}. Give one of them another address, or add that page to this release, if it gets another one.`,
    }));
}

const circle = z.object({ page_id: z.number(), titles: z.array(z.string()) });

/** Pages that would be below themselves once the release is live. */
async function findPageCircles(client: Client, { id }: StoredRelease): Promise<Issue[]> {
  const rows = await callFunction(client, 'release_circles', z.array(circle), { p_release: id });
  return rows.map(({ page_id: page, titles }) => ({
    path: ['page', page],
    message: `With the release a page would be below itself: ${titles.map((title) => `“${title}”`).join(' below ')}. Add the one of them that is in another place in its draft, or take one out.`,
  }));
}

async function prepareRecords(actor: Pick<Actor, 'client' | 'service'>, { id: release, recordItems }: StoredRelease) {
  const drafts: (DraftedRecord & { version: number | null })[] = [];
  const issues: Issue[] = [];
  const collisions: ItemCollisions[] = [];
  for (const [kind, items] of Map.groupBy(recordItems, (item) => item.kind)) {
    const ids = items.map((item) => item.id);
    const stored = await readRecords(actor.client, getKind(kind), ids, release);
    for (const { id, title } of items) {
      const record = stored.get(String(id));
      if (!record?.draft) continue;
      const { rows, draft, version } = record;
      if (draft.base !== null && rows === null) {
        issues.push({ path: [kind, id], message: `“${title}” was deleted. Take it out of the release.` });
        continue;
      }
      const theirs = rows && editableData(getKind(kind), recordOfRows(getKind(kind), rows));
      const { data, places } =
        draft.base === version || !theirs
          ? { data: draft.data, places: [] }
          : await mergeRecord(
              actor.client,
              { kind, id, base: draft.base, mine: draft.data, theirs },
              { mine: draft.file, theirs: ownValue(rows, getKind(kind).table)?.[0] ?? {} },
            );
      if (places.length > 0) collisions.push({ kind, id, title, sides: { mine: draft.data, theirs }, places });
      drafts.push({ name: { kind, id }, stored: { ...record, draft: { ...draft, data } }, version });
    }
  }
  const made = await prepareDrafts(actor, drafts);
  const versionOf = new Map(drafts.map(({ name, version }) => [`${name.kind}:${name.id}`, version]));
  return {
    prepared: made.prepared.map((one) => ({
      ...one,
      version: versionOf.get(`${one.record.kind}:${one.record.id}`) ?? null,
    })),
    issues: [...issues, ...made.issues],
    collisions,
  };
}

/** Whether a release gives a medium a file in place of another one than that which it was begun with. */
function isReplaced(begun: JsonObject | null, { mine, theirs: { hash } }: FileSides): boolean {
  return begun !== null && mine !== null && hash !== mine['hash'] && hash !== begun['hash'];
}

type Sides = { kind: KindName; id: RecordId; base: number | null; mine: JsonObject; theirs: JsonObject };
/** The columns of the file that a release gives a medium, and those of the row that is live. */
type FileSides = { mine: JsonObject | null; theirs: JsonObject };

async function mergeRecord(
  client: Client,
  { kind, id, base, mine, theirs }: Sides,
  file: FileSides,
): Promise<{ data: JsonObject; places: readonly Collision[] }> {
  const begun = (await readVersions(client, kind, id)).find(({ number }) => number === base);
  const { merged, conflicts } = mergeVersions(begun?.data ?? {}, mine, theirs);
  const places = isReplaced(begun?.file ?? null, file) ? [{ path: [fileField], mine: null, theirs: null }] : [];
  return {
    data: jsonObject().parse(merged),
    places: [...conflicts, ...places].map((place) => ({ ...place, isLost: false })),
  };
}
