import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale, isTargetLocale } from '#domain/locales.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import { type Result, ok } from '#domain/result.ts';
import { type SiteId, isSiteId, getLocales, siteIds } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { readDescribingDrafts } from '#content/media/pictures/describing-drafts.ts';
import { isPictureKind } from '#domain/media/upload-kinds.ts';
import { type ListedRow, type RecordQuery, listRecords } from '#content/records/list-records.ts';
import { previewPaths } from '#content/records/preview-paths.ts';
import { openRecord } from '#content/records/open-record.ts';
import { nameRecords, readTitles } from '#content/records/record-names.ts';
import { findTranslationCounts } from '#content/translations/find-translation-counts.ts';
import { type Kind, getColumn } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isKindName } from '#kinds/registry.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { getThumbnail } from '#kinds/reading/pictures.ts';
import type { OpenedRecord, RecordId, RecordPage, RecordRow } from '#view-model/records.ts';
import type { Runtime } from '#server/runtime.ts';
import type { NameOf } from '#server/editor/messages/reasons.ts';
import { readRecordNames } from '#server/editor/messages/reasons.ts';
import { schemaAt, describeValue } from '#server/editor/messages/values.ts';

/** A page of a kind's records, with the values of columns in words. */
export async function describeList(
  { client, service }: Pick<Actor, 'client' | 'service'>,
  query: RecordQuery,
  columns: readonly string[],
): Promise<Result<RecordPage>> {
  const listed = await listRecords(client, query);
  if (!listed.ok) return listed;
  const { next, total } = listed.value;
  const rows = await nameRecords(
    client,
    listed.value.rows.map((row) => ({ ...row, kind: query.kind })),
  );
  const kind = getKind(query.kind);
  const ids = rows.map(({ id }) => id);
  const [words, drafted, texts] = await Promise.all([
    withTitles(client, (nameOf) => rows.map((row) => getValues(kind, row, columns, nameOf))),
    readDrafted(client, query.kind, rows),
    findTranslationCounts(service, query.kind, ids),
  ]);
  return ok({
    rows: rows.map((row, index): RecordRow => {
      const { id, title, state, changedAt, changedBy, picture } = row;
      return {
        id,
        title,
        state,
        values: words[index] ?? {},
        thumbnail: getThumbnail(picture),
        untranslated: listUntranslated(kind, row),
        stale: listLocales(row)
          .filter(isTargetLocale)
          .filter((locale) => (texts.get(String(id))?.[locale]?.stale ?? 0) > 0),
        changedAt,
        changedBy,
        drafted: drafted.get(id) ?? null,
      };
    }),
    next,
    total,
  });
}

/** What the drafts of pictures say that these show, by id. */
async function readDrafted(
  client: Client,
  kind: KindName,
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<RecordId, RecordRow['drafted']>> {
  if (!isPictureKind(kind)) return new Map();
  const changed = rows.flatMap(({ id, state }) =>
    state === 'changed' && typeof id === 'number' ? [{ kind, id }] : [],
  );
  const drafts = await readDescribingDrafts(client, changed);
  return new Map(
    drafts.flatMap((draft) =>
      draft.kind === kind ? [[draft.id, { alt: draft.alt[defaultLocale] ?? '', decorative: draft.decorative }]] : [],
    ),
  );
}

function getValues(
  kind: Kind,
  { row, state }: ListedRow,
  columns: readonly string[],
  nameOf: NameOf,
): Record<string, string> {
  return Object.fromEntries(
    columns.map((field) => {
      const [of = '', text] = field.split('.');
      if (of === 'localized' && text !== undefined)
        return [field, describeValue(ownValue(kind.localized, text) ?? null, getText(row, text), nameOf) ?? ''];
      const value = ownValue(row, state === 'draft' ? field : getColumn(kind, field));
      return [field, describeValue(schemaAt(kind.schema, [field]), value, nameOf) ?? ''];
    }),
  );
}

/** A text in English. */
function getText(row: ListedRow['row'], text: string): unknown {
  const { localized } = row;
  const texts = isRecord(localized) ? localized[defaultLocale] : null;
  return isRecord(texts) ? ownValue(texts, text) : null;
}

/** What is written with the names of records in it: writing it once tells which they are. */
async function withTitles<T>(client: Client, write: (nameOf: NameOf) => T): Promise<T> {
  const wanted = new Map<string, { kind: KindName; id: string }>();
  write((kind, id) => {
    if (isKindName(kind)) wanted.set(`${kind}:${id}`, { kind, id });
    return undefined;
  });
  const [pages = [], records = []] = [true, false].map((isPage) =>
    [...wanted.values()].filter(({ kind }) => (kind === 'page') === isPage),
  );
  const [titles, pageName] = await Promise.all([
    readTitles(client, records),
    readRecordNames(
      client,
      pages.map(({ id }) => `page:${id}`),
    ),
  ]);
  return write((kind, id) => (kind === 'page' ? pageName(kind, id) : titles.get(`${kind}:${id}`)));
}

/** Languages of the sites that show a record in which it has no texts. */
function listUntranslated({ localized }: Kind, row: ListedRow): Locale[] {
  if (!localized || Object.keys(localized).length === 0) return [];
  const texts = row.row['localized'];
  return listLocales(row).filter((locale) => !isRecord(texts) || !Object.hasOwn(texts, locale));
}

/** The languages of the sites that show it. */
function listLocales({ row: { sites } }: ListedRow): Locale[] {
  const own: readonly SiteId[] = Array.isArray(sites) ? sites.filter(isSiteId) : siteIds;
  return [...new Set(own.flatMap((site) => getLocales(site)))];
}

const shownPage = z.object({
  site: siteSchema,
  locale: localeSchema,
  path: z.string(),
  kind: z.string(),
  ref: z.number(),
  title: z.string().nullable(),
  is_own: z.boolean(),
});

/** A record for its form, with the live pages that show it. */
export async function describeRecord(
  { config: { origins } }: Pick<Runtime, 'config'>,
  client: Client,
  kind: KindName,
  id: RecordId,
): Promise<Result<OpenedRecord>> {
  const opened = await openRecord(client, kind, id);
  if (!opened.ok) return opened;
  if (typeof id === 'string') return ok({ ...opened.value, pages: [], previews: [] });
  const data = opened.value.draft?.data ?? opened.value.live ?? {};
  const pages = await callFunction(client, 'record_pages', z.array(shownPage), { p_kind: kind, p_id: id });
  const titles = await readTitles(
    client,
    pages.flatMap(({ kind: of, ref }) => (isKindName(of) ? [{ kind: of, id: String(ref) }] : [])),
  );
  return ok({
    ...opened.value,
    pages: pages.map(({ site, locale, path, kind: of, ref, title, is_own: isOwn }) => ({
      site,
      locale,
      url: `${origins[site]}${path}`,
      title: title ?? titles.get(`${of}:${ref}`) ?? path,
      isOwn,
    })),
    previews: previewPaths(kind, data).map(({ site, locale, path }) => ({
      site,
      locale,
      url: `${origins[site]}${path}?draft=true`,
    })),
  });
}
