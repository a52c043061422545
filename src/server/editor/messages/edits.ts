import type { Client } from '#content/clients/client.ts';
import { type Revision, readRevisions } from '#content/source/revisions.ts';
import { type ContentEdit, type EditedRecord, type StoredReceipt } from '#changes/publish-history.ts';
import { getKindNames } from '#kinds/registry.ts';
import { type FieldText, describePageDifferences } from './page.ts';
import { type NameOf, withNames } from '#server/editor/messages/reasons.ts';
import { describeFields, describePart, getLabel, getMeaning, describeMember, describeSubject } from './fields.ts';
import { listRevisions } from '#server/editor/published-pages.ts';
import { describeStaff } from './staff.ts';

/** What an edit did to one record, in words. */
export type RecordText = {
  subject: string;
  operation: 'added' | 'changed' | 'removed';
  fields: FieldText[];
  /** Labels of fields that are too long to be told. */
  omitted: string[];
};

/** Changes that one person, or one program, made at once. */
export type EditText = {
  id: number;
  madeAt: string;
  who: string;
  /** The publish that was taken back by it. */
  takesBack: number | null;
  records: RecordText[];
  /** How many more records it changed. */
  further: number;
};

/** Who made an edit: a person by name, or what it was that was no person. */
export function whoMade({ by, source, role }: Pick<ContentEdit, 'by' | 'source' | 'role'>): string {
  switch (source) {
    case 'person':
      return by ?? 'Somebody who is not on the staff any more';
    case 'import':
      return by === null ? 'An import' : `${by}, by an import`;
    case 'server':
      return 'The system';
    case 'database':
      return `SQL, as the database role ${role}`;
    case 'reconciliation':
      return 'The check of what is published';
  }
}

/** Edits with the rows that they changed. */
type StoredEdits = Pick<StoredReceipt, 'edits' | 'records'>;

/** Changes in words, such as those that a publish was made for. */
export async function describeEdits(
  client: Client,
  stored: StoredEdits,
  colleagues: ReadonlyMap<string, string> = new Map(),
): Promise<EditText[]> {
  const revisions = await readRevisions(client, stored.records.flatMap(listRevisions));
  return withNames(client, (nameOf) => describeAll(stored, { revisions, nameOf, colleagues }));
}

/** What the words of records are made with. */
type Known = {
  revisions: ReadonlyMap<number, Revision>;
  nameOf: NameOf;
  /** Names of members of the staff by their id. */
  colleagues: ReadonlyMap<string, string>;
};

function describeAll({ edits, records }: StoredEdits, known: Known): EditText[] {
  const recordsOf = Map.groupBy(records, ({ edit }) => edit);
  return edits.map((edit) => ({
    id: edit.id,
    madeAt: edit.made_at,
    who: whoMade(edit),
    takesBack: edit.takes_back,
    records: describeRecords(recordsOf.get(edit.id) ?? [], known),
    further: edit.further_records,
  }));
}

function describeRecords(records: readonly EditedRecord[], { revisions, nameOf, colleagues }: Known): RecordText[] {
  // The rows of one record's parts belong together.
  const groups = Map.groupBy(records, ({ table, ref, operation }) =>
    operation === 'truncate' ? `${table} truncate` : `${getMeaning(table)?.kind ?? table} ${ref}`,
  );
  const all = [...groups.values()].flatMap((group): RecordText[] => {
    const [first] = group;
    if (!first) return [];
    if (first.table === 'staff') {
      return [{ ...describeStaff(first, colleagues), operation: operations[first.operation], omitted: [] }];
    }
    return [
      first.table === 'published_page_locales' ? describePage(group, revisions, nameOf) : describeRecord(group, nameOf),
    ];
  });
  const told = all.filter(
    ({ fields, omitted, operation }) => fields.length + omitted.length > 0 || operation !== 'changed',
  );
  // What has no words of its own, such as the file of a picture, is known by its name where nothing else was changed.
  return told.length > 0 ? told : all;
}

const operations = { insert: 'added', update: 'changed', delete: 'removed', truncate: 'removed' } as const;

function describePage(
  rows: readonly EditedRecord[],
  revisions: ReadonlyMap<number, Revision>,
  nameOf: NameOf,
): RecordText {
  const before = revisions.get(listRevisions(rows, 'before')[0] ?? 0)?.locales ?? null;
  const after = revisions.get(listRevisions(rows, 'after')[0] ?? 0)?.locales ?? null;
  const ref = rows[0]?.ref ?? '';
  const title = (after ?? before)?.en?.title ?? nameOf('page', ref) ?? '';
  return {
    subject: title === '' ? 'Page' : `Page “${title}”`,
    operation: before === null ? 'added' : after === null ? 'removed' : 'changed',
    // A page that came or went is told by its name.
    fields: before === null || after === null ? [] : describePageDifferences(before, after, nameOf),
    omitted: [],
  };
}

function describeRecord(rows: readonly EditedRecord[], nameOf: NameOf): RecordText {
  const [first] = rows;
  const meaning = first ? getMeaning(first.table) : null;
  if (!first || !meaning) {
    return { subject: first?.table ?? '', operation: 'changed', fields: [], omitted: [first?.table ?? ''] };
  }
  const { kind } = meaning;
  if (first.operation === 'truncate') {
    const what = meaning.part === null ? getKindNames(kind).many : `${meaning.part} of ${getKindNames(kind).many}`;
    return { subject: `All ${what}`, operation: 'removed', fields: [], omitted: [] };
  }
  const own = rows.filter(({ table }) => getMeaning(table)?.part === null);
  const parts = Map.groupBy(
    rows.filter(({ table }) => getMeaning(table)?.part !== null),
    ({ table }) => getMeaning(table)?.part ?? table,
  );
  const main = own[0];
  const partFields = [...parts].map(([label, of]) => {
    const text = (side: 'before' | 'after') =>
      of
        .flatMap((row) => {
          const values = row[side] ?? {};
          const member = describeMember(values, nameOf);
          return member === null ? describePart(kind, values, nameOf) : [member];
        })
        .join('; ') || null;
    return { label, locale: null, before: text('before'), after: text('after') };
  });
  return {
    subject: describeSubject(kind, main ?? { ref: first.ref, before: null, after: null }, nameOf),
    operation: main ? operations[main.operation] : 'changed',
    fields: [
      ...own.flatMap((row) => describeFields(kind, row, nameOf)),
      ...partFields.filter(({ before, after }) => before !== after),
    ],
    omitted: own.flatMap(({ omitted }) => omitted.map((name) => getLabel(kind, name))),
  };
}
