import { type PageCell, isPageCell } from '#domain/pages/page-cell.ts';
import { maxCells } from '#changes/chosen-cells.ts';
import { pagesBelowLimit } from '#changes/moved-below.ts';
import { oneByOne } from '#changes/publish-records.ts';
import { getKind } from '#kinds/kinds.ts';
import type { RecordName } from '#content/records/prepare-record.ts';
import { isRecordKind } from '#kinds/registry.ts';

/** What is published: the draft of a page or some cells of it, also with those of pages below it and of records; the drafts of records; or a release. */
export type PlannedDrafts =
  | { pageId: number; cells: readonly PageCell[] | null; below: readonly number[]; along: readonly RecordName[] }
  | { records: readonly RecordName[] }
  | { release: number };

export type PlannedSide = { side: 'before' | 'after'; drafts: PlannedDrafts };

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/**
 * The page beside what publishing makes of it that an address asks for; null where it asks for none.
 *
 * @example parsePlannedSide(new URL('https://x.example/?plan=5&side=after')) // { side: 'after', drafts: { pageId: 5, cells: null, below: [], along: [] } }
 */
export function parsePlannedSide({ searchParams }: URL): PlannedSide | null {
  const side = searchParams.get('side');
  if (side !== 'before' && side !== 'after') return null;
  const drafts = parseDrafts(searchParams);
  return drafts && { side, drafts };
}

function parseDrafts(parameters: URLSearchParams): PlannedDrafts | null {
  const plan = parameters.get('plan') ?? '';
  if (plan === 'release') {
    const id = parameters.get('id') ?? '';
    return isId(id) ? { release: Number(id) } : null;
  }
  if (plan === 'records') {
    const records = parseRecords(parameters.get('of') ?? '');
    return records && { records };
  }
  if (!isId(plan)) return null;
  const cells = parameters.get('cells')?.split(',').slice(0, maxCells).filter(isPageCell) ?? null;
  const below = (parameters.get('below')?.split(',', pagesBelowLimit) ?? []).filter(isId).map(Number);
  const along = parameters.has('with') ? parseRecords(parameters.get('with') ?? '') : [];
  return along && { pageId: Number(plan), cells, below, along };
}

/** Names of records as `product:88,site:main`; null where one of them is none. */
function parseRecords(text: string): RecordName[] | null {
  const names = text.split(',', oneByOne);
  const records = names.flatMap((name) => parseRecord(name) ?? []);
  return records.length === names.length ? records : null;
}

function parseRecord(name: string): RecordName | null {
  const [kind = '', text = ''] = name.split(':', 2);
  if (!isRecordKind(kind)) return null;
  const id = isId(text) ? Number(text) : text;
  return getKind(kind).schema.shape['id']?.safeParse(id).success === true ? { kind, id } : null;
}
