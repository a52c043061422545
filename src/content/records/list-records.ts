import { z } from 'zod';
import { folderFilter, isMediaKind, tagFilter } from '#domain/media/media-library.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import { siteNames } from '#domain/site-names.ts';
import { isSiteId } from '#domain/sites.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { type DatabaseError, callOrRefuse } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type Kind, getColumn } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type Pictured, pictured } from '#kinds/reading/pictures.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import { type ListState, type RecordId, type RecordState, untranslatedFilter } from '#view-model/records.ts';
import { getRecordState } from './open-record.ts';
import { parseRecordId } from './record-id.ts';

export type RecordQuery = {
  kind: KindName;
  search: string;
  sort: { by: string; down: boolean } | null;
  filters: readonly { by: string; is: string | number | boolean | null }[];
  state: ListState | null;
  after: string | null;
  limit: number;
  /** Only these. */
  ids: readonly RecordId[] | null;
};

/** A row of a list, with the columns of its table or, of a draft that was never published, its fields. */
export type ListedRow = {
  id: RecordId;
  title: string;
  state: RecordState;
  row: JsonObject;
  picture: Pictured;
  changedAt: string | null;
  changedBy: string | null;
};
type ListedRecords = { rows: ListedRow[]; next: string | null; total: number };

/** A record is listed without a picture that cannot be shown. */
const shownPicture = pictured.catch(null);

const answer = z.object({
  rows: z.array(
    z.object({
      id: z.union([z.number(), z.string()]),
      row: jsonObject(),
      picture: shownPicture,
      after: z.tuple([z.json(), z.json()]),
      title: z.string().nullable(),
      has_draft: z.boolean(),
      changed_by: z.string().nullable(),
    }),
  ),
  drafts: z.array(
    z.object({
      id: z.string(),
      row: jsonObject(),
      picture: shownPicture,
      title: z.string().nullable(),
      changed_by: z.string().nullable(),
      changed_at: z.string(),
    }),
  ),
  total: z.number(),
});

const naming = ['title', 'name', 'question'];

/** Where a record has what people call it: a text in English that every one has, or else the column by which it is known. */
export function titlePath({ localized, label }: Pick<Kind, 'localized' | 'label'>): string[] {
  const text = naming.find((name) => {
    const field = ownValue(localized, name);
    return field !== undefined && !z.safeParse(field, undefined).success;
  });
  return text ? ['localized', 'en', text] : label.split(/->>?/);
}

/** A name as people read it: of one that is chosen from a list, the words of the list. */
export function formatNaming(kind: KindName, title: string): string {
  if (kind === 'site' && isSiteId(title)) return siteNames[title];
  const { schema, label } = getKind(kind);
  const meta = fieldRegistry.get(schema.shape[label] ?? z.unknown());
  if (meta?.widget !== 'select' && meta?.widget !== 'radio') return title;
  return meta.options.find(({ value }) => value === title)?.label ?? title;
}

/** What a record is called; one whose name is its number, or that has none, with the word of its kind. */
export function formatRecordName(kind: KindName, id: RecordId, title: string | null): string {
  const isNumber = typeof id === 'number' && title === String(id) && getKind(kind).label === 'id';
  return title === null || title === '' || isNumber ? `${getKindNames(kind).one} ${id}` : formatNaming(kind, title);
}

/** Which records a list finds, in whatever order. */
type ViewQuery = Pick<RecordQuery, 'kind' | 'search' | 'filters' | 'state' | 'ids'>;

/** The ids of all records that a list finds; refused where they are more than what is done at once. */
export async function findRecordIds(client: Client, query: ViewQuery): Promise<Result<RecordId[]>> {
  const kind = getKind(query.kind);
  const unknown = unknownIn(kind, query.filters);
  if (unknown) return unknown;
  const refuse = (error: DatabaseError) => refuseView(error, ['filters']);
  const found = await callOrRefuse(client, 'find_record_ids', z.array(z.string()), refuse, {
    p_kind: query.kind,
    p_title: titlePath(kind),
    p_search: query.search,
    p_filters: query.filters.map(({ by, is }) => ({ by: getColumn(kind, by), is })),
    p_state: query.state,
    p_limit: sheetLimits.rows + 1,
    p_ids: query.ids?.map(String),
  });
  if (!found.ok) return found;
  if (found.value.length > sheetLimits.rows) {
    const most = showNumber(sheetLimits.rows);
    return fail('invalid', `The list finds more than ${most}. Search or filter it, so that it finds fewer.`);
  }
  return ok(found.value.map((id) => parseRecordId(query.kind, id)));
}

/** Fields that a list is sorted or filtered by and the kind does not have. */
function unknownIn(kind: Kind, asked: readonly { by: string }[]): Result<never> | null {
  const known = ['id', 'title', 'changedAt', untranslatedFilter];
  if (isMediaKind(kind.kind)) known.push(folderFilter, tagFilter);
  const unknown = asked.find(({ by }) => !known.includes(by) && !Object.hasOwn(kind.schema.shape, by));
  if (!unknown) return null;
  return fail('invalid', `There is no field ${unknown.by}.`, [{ path: ['filters'], message: 'Unknown field' }]);
}

/** What the database says of an order or a filter that it cannot follow. */
function refuseView({ code }: DatabaseError, places: readonly string[]): Result<never> | null {
  if (code === '42703')
    return fail(
      'invalid',
      'The list has no such order or filter.',
      places.map((place) => ({ path: [place], message: 'Not possible' })),
    );
  if (code?.startsWith('22'))
    return fail('invalid', 'A filter has a value that its field cannot have.', [
      { path: ['filters'], message: 'Not possible' },
    ]);
  return null;
}

/** A page of the records of a kind. Drafts that were never published come before all others, on the first page. */
export async function listRecords(
  client: Client,
  query: RecordQuery,
  now = new Date(),
): Promise<Result<ListedRecords>> {
  const kind = getKind(query.kind);
  const after = readPlace(query.after);
  if (after === undefined)
    return fail('invalid', 'There is no such place in the list.', [{ path: ['after'], message: 'Unknown' }]);
  const unknown = unknownIn(kind, [...(query.sort ? [query.sort] : []), ...query.filters]);
  if (unknown) return unknown;
  const places = [...(query.sort ? ['sort'] : []), ...(query.filters.length > 0 ? ['filters'] : [])];
  const found = await callOrRefuse(client, 'list_records', answer, (error) => refuseView(error, places), {
    p_kind: query.kind,
    p_title: titlePath(kind),
    p_search: query.search,
    // Null stands for what records are called.
    p_sort: sortColumn(kind, query.sort?.by ?? 'id'),
    p_down: query.sort?.down ?? true,
    p_filters: query.filters.map(({ by, is }) => ({ by: getColumn(kind, by), is })),
    p_state: query.state,
    p_after: after as Json,
    p_limit: query.limit,
    p_ids: query.ids?.map(String),
  });
  if (!found.ok) return found;
  const { rows, drafts, total } = found.value;
  const shown = rows.slice(0, query.limit);
  const live = shown.map(({ id, title, row, picture, has_draft, changed_by }): ListedRow => ({
    id,
    title: formatRecordName(query.kind, id, title),
    state: getRecordState(row, has_draft, now),
    row,
    picture,
    changedAt: typeof row['updated_at'] === 'string' ? row['updated_at'] : null,
    changedBy: changed_by,
  }));
  const unpublished = drafts.map(({ id, title, row, picture, changed_at, changed_by }): ListedRow => ({
    id: parseRecordId(query.kind, id),
    title: formatRecordName(query.kind, parseRecordId(query.kind, id), title),
    state: 'draft',
    row,
    picture,
    changedAt: changed_at,
    changedBy: changed_by,
  }));
  const last = shown.at(-1);
  const next = rows.length > query.limit && last ? JSON.stringify(last.after) : null;
  const onlyDrafts = query.state === 'draft';
  return ok({
    rows: [...(after === null ? unpublished : []), ...(onlyDrafts ? [] : live)],
    next: onlyDrafts ? null : next,
    total,
  });
}

function sortColumn(kind: Kind, by: string): string | null {
  if (Object.hasOwn(kind.schema.shape, by)) return getColumn(kind, by);
  return by === 'title' ? null : by === 'changedAt' ? 'updated_at' : by;
}

/** The place in a list behind which its next page begins; undefined for what is none. */
function readPlace(after: string | null): unknown {
  if (after === null) return null;
  try {
    const place: unknown = JSON.parse(after);
    return Array.isArray(place) && place.length === 2 && !place.some((part) => isRecord(part) || Array.isArray(part))
      ? place
      : undefined;
  } catch {
    return undefined;
  }
}
