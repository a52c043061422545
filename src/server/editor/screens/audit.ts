import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { type EditedRecord, contentEdits, editedRecords } from '#changes/publish-history.ts';
import { englishNames } from '#domain/locales.ts';
import { type SheetCell, type SheetTable, momentCell } from '#domain/spreadsheets/spreadsheet.ts';
import { type KindName, capital, isKindName, kindNames, getKindNames } from '#kinds/registry.ts';
import { kinds } from '#kinds/kinds.ts';
import type { Kind as AnyKind } from '#kinds/contract.ts';
import { type EditText, describeEdits } from '#server/editor/messages/edits.ts';

/** Whose changes of what from when; the days are those of the company's time zone, the last one included. */
export const auditFilter = z.strictObject({
  person: z.guid().optional(),
  kind: z
    .string()
    .max(40)
    .refine((kind) => kind === 'staff' || isKindName(kind), 'There is no such kind')
    .optional(),
  from: exactMoment().optional(),
  until: exactMoment().optional(),
});
type AuditFilter = z.output<typeof auditFilter>;

export type AuditEdit = EditText & {
  /** How many changed rows it has, told and not told. */
  rows: number;
  /** Whether all of them are told. */
  isWhole: boolean;
};

const answer = z.object({
  edits: contentEdits,
  records: editedRecords,
  totals: z.record(z.string(), z.number()),
});

const editsPerPage = 40;

/** The newest edits that match a filter, or those before one of them, in words. */
export async function readAudit(
  client: Client,
  filter: AuditFilter,
  before: number | null,
): Promise<{ edits: AuditEdit[]; hasMore: boolean; last: number | null }> {
  const { kind, ...rest } = filter;
  const found = await callFunction(client, 'list_edits', answer, {
    p_filter: { ...rest, ...(kind === undefined ? {} : { tables: listTables(kind) }) },
    p_limit: editsPerPage + 1,
    p_before: before ?? undefined,
  });
  const edits = found.edits.slice(0, editsPerPage);
  const ids = new Set(edits.map(({ id }) => id));
  const records = await nameDeletedPages(
    client,
    found.records.filter(({ edit }) => ids.has(edit)),
  );
  const colleagues = new Map((await readPeople(client)).map(({ id, name }) => [id, name]));
  const words = await describeEdits(client, { edits, records }, colleagues);
  return {
    edits: words.map((edit) => {
      const rows = (found.totals[edit.id] ?? 0) + edit.further;
      return { ...edit, rows, isWhole: records.filter((record) => record.edit === edit.id).length === rows };
    }),
    hasMore: found.edits.length > editsPerPage,
    last: edits.at(-1)?.id ?? null,
  };
}

const discarded = z.array(
  z.object({
    page_id: z.number(),
    content: z.object({ details: z.object({ en: z.object({ title: z.string() }).optional() }) }),
  }),
);

/** Rows of deleted pages with the titles that their drafts had: only the history of drafts has these. */
async function nameDeletedPages(client: Client, records: EditedRecord[]): Promise<EditedRecord[]> {
  const isDeletedPage = ({ table, operation }: EditedRecord) => table === 'pages' && operation === 'delete';
  const refs = records.filter(isDeletedPage).map(({ ref }) => Number(ref));
  if (refs.length === 0) return records;
  const rows = await expectData(
    'draft_saves',
    client
      .from('draft_saves')
      .select('page_id, content')
      .eq('action', 'discard')
      .in('page_id', [...new Set(refs)])
      .order('id'),
    discarded,
  );
  const titles = new Map(rows.map(({ page_id, content }) => [String(page_id), content.details.en?.title]));
  return records.map((record) => {
    const title = isDeletedPage(record) ? titles.get(record.ref ?? '') : undefined;
    return title === undefined ? record : { ...record, before: { ...record.before, title } };
  });
}

export type Named = { id: string; name: string };

/** Everybody who is or was able to edit. */
export async function readPeople(client: Client): Promise<Named[]> {
  const rows = await expectData(
    'staff',
    client.from('staff').select('user_id, name, email').order('email').limit(1000),
    z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string() })),
  );
  return rows.map(({ user_id: id, name, email }) => ({ id, name: name || email }));
}

/** The kinds of records by which the log is filtered. */
export function auditKinds(): Named[] {
  return [
    { id: 'staff', name: 'People' },
    ...kindNames
      .filter((kind) => listTables(kind).length > 0)
      .map((kind) => ({ id: kind, name: capital(getKindNames(kind).many) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  ];
}

/** The tables in which changes of a kind are written down; drafts and what visitors send are in none. */
function listTables(name: string): string[] {
  if (!isKindName(name)) return name === 'staff' ? ['staff'] : [];
  const unwritten: readonly KindName[] = ['page_revision', 'draft_save'];
  if (unwritten.includes(name)) return [];
  const { table, joins, parts }: AnyKind = kinds[name];
  return [
    table,
    ...(name === 'page' ? ['published_page_locales'] : []),
    ...Object.values(joins).map((join) => join.table),
    ...(parts?.tables ?? []).map((part) => part.table),
  ];
}

/** More edits than a spreadsheet shows well. */
const maxEdits = 10_000;

const columns = [
  { label: 'When', holds: 'moment' },
  ...['Who', 'Record', 'What', 'Field', 'Language', 'Before', 'After'].map((label) => ({
    label,
    holds: 'text' as const,
  })),
] as const satisfies SheetTable['columns'];

/** A row for each field that was changed. */
export function auditTable(client: Client, filter: AuditFilter): SheetTable {
  async function* rows() {
    let before: number | null = null;
    for (let described = 0; described < maxEdits; described += editsPerPage) {
      const page = await readAudit(client, filter, before);
      yield page.edits.flatMap(makeLines);
      before = page.last;
      if (!page.hasMore) break;
    }
  }
  return { title: 'Changes', columns, rows: rows() };
}

function makeLines({ madeAt, who, records, rows }: AuditEdit): SheetCell[][] {
  const when = momentCell(madeAt);
  const described = records.flatMap(({ subject, operation, fields, omitted }) => {
    const common = [when, who, subject, operation];
    if (fields.length + omitted.length === 0) return [[...common, '', '', '', '']];
    return [
      ...fields.map(({ label, locale, before, after }) => [
        ...common,
        label,
        locale ? englishNames[locale] : '',
        before ?? '',
        after ?? '',
      ]),
      ...omitted.map((label) => [...common, label, '', 'too long', 'too long']),
    ];
  });
  return described.length > 0
    ? described
    : [[when, who, `${rows} ${rows === 1 ? 'record' : 'records'}`, 'changed', '', '', '', '']];
}
