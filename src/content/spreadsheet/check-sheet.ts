import { hashSeen } from '#content/publishing/hash-seen.ts';
import { isDeepStrictEqual } from 'node:util';
import { showNumber } from '#domain/values/show-number.ts';
import { isRecord, valueAt, ownValue } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { hasLostPoint, isAltered, isShortened } from '#domain/text/altered-text.ts';
import { readCellText, safeCell } from '#domain/spreadsheets/spreadsheet.ts';
import { clipText } from '#domain/text/text.ts';
import type { Actor } from '#content/clients/actor.ts';
import { takeTurns } from '#content/records/take-turns.ts';
import { findTogether } from '#content/records/find-together.ts';
import { checkDraft } from '#content/records/check-draft.ts';
import type { Client } from '#content/clients/client.ts';
import { formatRecordName, titlePath } from '#content/records/list-records.ts';
import { readNames } from '#content/records/record-names.ts';
import { machineBlank } from '#content/records/prepare-record.ts';
import { type StoredRecord, readRecords } from '#content/records/read-record.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { recordOfRows } from '#content/records/record-data.ts';
import { parseRecord } from '#content/records/parse-record.ts';
import { type Kind, type ParsedRecord, getColumn } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import { type SheetColumn, listSheetColumns, idHeading } from '#schema/sheet-columns.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import type { Json, JsonObject } from '#schema/record-fields.ts';
import { type CellFormat, isNumberColumn, unknownFormat } from '#schema/written-cell.ts';
import type { RecordId } from '#view-model/records.ts';
import type { CheckedLine, SheetCheck } from '#view-model/sheets.ts';
import { writeCell } from './cells.ts';
import { getColumnValue } from './export-records.ts';
import { type IdOf, readCell, wordsIn } from './read-cell.ts';
import { findAlteredKeys, isPlainText } from './altered-keys.ts';
import { findByKey, findNamed } from './read-lines.ts';
import { CellNames, idsIn } from './cell-names.ts';

/** Lines of a spreadsheet as texts by column, or of JSON as values by field or by the path of one. */
export type Sheet = {
  kind: KindName;
  lines: { row: number; cells: Readonly<Record<string, Json>> }[];
  isText: boolean;
  /** How its numbers and dates are written; of what nothing is said, nothing is guessed. */
  format?: CellFormat | undefined;
};
export type SheetOptions = {
  force: boolean;
  publish: boolean;
  /** Cells are taken also where a spreadsheet may have changed what was in them. */
  takeAltered?: boolean | undefined;
};

/** A record that an import changes. */
export type ImportedRecord = {
  id: RecordId;
  row: number;
  stored: StoredRecord | null;
  data: JsonObject;
  machine: JsonObject;
  record: ParsedRecord | null;
};
type PreparedSheet = { check: SheetCheck; records: ImportedRecord[] };

/** One line on its way. */
type Line = CheckedLine & {
  cells: Readonly<Record<string, Json>>;
  stored: StoredRecord | null;
  base: JsonObject;
  data: JsonObject;
  parsed: ParsedRecord | null;
  /** How many of its cells a spreadsheet seems to have changed. */
  altered: number;
};

/** New records have no id before they are written; these are none that a sequence gives. */
const newIds = 2 ** 50;

/** What a sheet would change, and what is wrong with it. Nothing is written. */
export async function prepareSheet(
  { client, service }: Actor,
  { kind: name, lines: input, isText, format = unknownFormat }: Sheet,
  { force, publish, takeAltered = false }: SheetOptions,
  at = new Date().toISOString(),
): Promise<Result<PreparedSheet>> {
  const kind = getKind(name);
  const columns = new Map(listSheetColumns(kind).map((column) => [column.key, column]));
  const unknown = input
    .flatMap(({ cells }) => Object.keys(cells))
    .find((key) => key !== 'id' && !columns.has(key) && (isText || !Object.hasOwn(kind.schema.shape, key)));
  if (unknown !== undefined) return fail('invalid', `The ${getKindNames(name).many} have no column ${unknown}.`);
  const used = [...new Set(input.flatMap(({ cells }) => Object.keys(cells)))];
  const idOf = await namedIn(service, input, isText ? used.flatMap((key) => columns.get(key) ?? []) : []);
  const lines = input.map((line) => startLine(name, line));
  const reading = { columns, idOf, isText, format };
  await findIds(service, kind, lines, reading);
  if (isText && !takeAltered) await addAlteredKeys(service, kind, lines, columns);
  const ids = lines.flatMap(({ id }) => id ?? []);
  const stored = await readRecords(service, kind, [...new Set(ids)]);
  const words = new CellNames(client);
  const seen = new Set<RecordId>();
  for (const line of lines) {
    if (line.id !== null && seen.has(line.id)) addIssue(line, idHeading, 'Another row has this one already');
    if (line.id !== null) seen.add(line.id);
    setBase(kind, line, stored, force);
  }
  await loadWords(
    words,
    [...columns.values()],
    lines.map(({ base }) => base),
  );
  await takeTurns(lines, (line) => fill(line, { ...reading, words, takeAltered }));
  await loadWords(
    words,
    [...columns.values()],
    lines.map(({ data }) => data),
  );
  const compared = isText ? used.flatMap((key) => columns.get(key) ?? []) : [...columns.values()];
  await takeTurns(lines, (line, index) => finish(line, newIds + index, { kind, compared, words, publish, at }));
  if (kind.namedBy !== null) await nameLines(client, name, lines);
  if (publish) await checkTogether({ client, service }, kind, lines);
  return ok(summarize(kind, lines, used, publish));
}

function addIssue(line: Line, column: string, message: string): void {
  if (!line.issues.some((issue) => issue.column === column && issue.message === message))
    line.issues.push({ column, message });
}

/** Lines of a kind that is named by other records: those that the check tells of. */
async function nameLines(client: Client, kind: KindName, lines: readonly Line[]): Promise<void> {
  const reported = lines.filter((line) => line.id !== null && (isChanged(line) || line.issues.length > 0));
  const names = await readNames(
    client,
    reported.map(({ id }) => ({ kind, id: String(id) })),
  );
  for (const line of reported) line.title = names.get(`${kind}:${line.id}`) ?? line.title;
}

function startLine(name: KindName, { row, cells }: Sheet['lines'][number]): Line {
  const line: Line = {
    row,
    cells,
    id: null,
    title: '',
    changes: [],
    issues: [],
    heldBy: null,
    kept: [],
    stored: null,
    base: {},
    data: {},
    parsed: null,
    altered: 0,
  };
  const cellText = cells['id'];
  const word = typeof cellText === 'number' || typeof cellText === 'string' ? String(cellText).trim() : '';
  if (word === '') return line;
  const id = getKind(name).schema.shape['id'];
  const read = /^\d{1,15}$/.test(word) ? Number(word) : word;
  if (id?.safeParse(read).success) line.id = read;
  else addIssue(line, idHeading, `“${clipText(word)}” is no id. Leave it empty for a new ${getKindNames(name).one}.`);
  return line;
}

async function namedIn(
  service: Actor['service'],
  lines: Sheet['lines'],
  columns: readonly SheetColumn[],
): Promise<IdOf> {
  const words = new Map<KindName, Set<string>>();
  for (const column of columns) {
    if (column.meta.widget !== 'reference' && column.meta.widget !== 'references') continue;
    const found = words.get(column.meta.kind) ?? new Set();
    for (const { cells } of lines)
      for (const word of wordsIn(column, toText(ownValue(cells, column.key)))) found.add(word);
    words.set(column.meta.kind, found);
  }
  return findNamed(service, words);
}

function toText(cell: Json | undefined): string {
  return typeof cell === 'string'
    ? readCellText(cell)
    : cell === null || cell === undefined
      ? ''
      : JSON.stringify(cell);
}

type Reading = {
  columns: ReadonlyMap<string, SheetColumn>;
  idOf: IdOf;
  isText: boolean;
  format: CellFormat;
};

/** A row without an id is of the record with its key: the slug, or what else no two have. */
async function findIds(
  service: Actor['service'],
  kind: Kind,
  lines: readonly Line[],
  { columns, idOf, isText, format }: Reading,
): Promise<void> {
  const nameless = lines.filter(({ id, issues }) => id === null && issues.length === 0);
  if (nameless.length === 0) return;
  const rows: Record<string, string | number | null>[] = [];
  await takeTurns(nameless, ({ cells }) => {
    const row = Object.entries(cells).flatMap(([key, cell]) => {
      const column = columns.get(key);
      if (!column || column.path.length > 1) return [];
      const read = isText ? readCell(column, toText(cell), idOf, format) : { ok: true as const, value: cell };
      const value = read.ok && (typeof read.value === 'string' || typeof read.value === 'number') ? read.value : null;
      return [[getColumn(kind, key), value]];
    });
    rows.push(Object.fromEntries(row));
  });
  const found = await findByKey(service, kind.kind, rows);
  nameless.forEach((line, index) => (line.id = found[index] ?? null));
}

/** A row that would be a new record, since a spreadsheet has changed the word by which its record is known. */
async function addAlteredKeys(
  service: Actor['service'],
  kind: Kind,
  lines: readonly Line[],
  columns: ReadonlyMap<string, SheetColumn>,
): Promise<void> {
  const nameless = lines.filter(({ id, issues }) => id === null && issues.length === 0);
  const texts = nameless.map(({ cells }) =>
    Object.entries(cells).flatMap(([key, cell]) => {
      const column = columns.get(key);
      return column && column.path.length === 1 && isPlainText(column) ? [{ column, cell: toText(cell) }] : [];
    }),
  );
  const found = await findAlteredKeys(service, kind, texts);
  const { one } = getKindNames(kind.kind);
  for (const [line, { column, cell, stored, id }] of found) {
    const behind = nameless[line];
    if (!behind) continue;
    behind.altered += 1;
    addIssue(
      behind,
      column.label,
      `“${clip(cell)}” would be a new ${one}. There is “${stored}”, which spreadsheets turn into that: write ${id} as the Id`,
    );
  }
}

function setBase(kind: Kind, line: Line, stored: ReadonlyMap<string, StoredRecord>, force: boolean): void {
  const acts = getRecordActs(kind.kind);
  const { one, many } = getKindNames(kind.kind);
  if (line.id === null) {
    if (line.issues.length === 0 && !acts.create) addIssue(line, idHeading, `New ${many} are not made here`);
    return;
  }
  const found = stored.get(String(line.id));
  if (!found) return addIssue(line, idHeading, `There is no ${one} ${line.id}. Leave the id empty to make a new one.`);
  line.stored = found;
  const live = found.rows && recordOfRows(kind, found.rows);
  line.base = live && !(force && found.draft) ? live : { ...live, ...found.draft?.data };
  if (!found.draft) return;
  if (!force) line.heldBy = found.draft.saved_by ?? 'somebody';
  else if (found.rows && found.draft.base !== found.version)
    addIssue(line, idHeading, 'It was published since its draft was begun. Open it and bring the two together first.');
}

async function loadWords(
  words: CellNames,
  columns: readonly SheetColumn[],
  records: readonly JsonObject[],
): Promise<void> {
  for (const column of columns) {
    if (column.meta.widget !== 'reference' && column.meta.widget !== 'references') continue;
    await words.load(
      column.meta.kind,
      records.flatMap((data) => idsIn(column, getColumnValue(column, data))),
    );
  }
}

type Filling = Reading & { words: CellNames; takeAltered: boolean };

/** The record with the cells of its line. */
function fill(line: Line, { columns, idOf, isText, format, words, takeAltered }: Filling): void {
  line.data = structuredClone(line.base);
  for (const [key, cell] of Object.entries(line.cells)) {
    if (key === 'id') continue;
    const column = columns.get(key);
    if (!isText || !column) {
      if (!column || !isSameMoment(column, cell, line.base)) setAt(line.data, key.split('.'), cell);
      continue;
    }
    const text = typeof cell === 'string' ? cell.replaceAll('\r\n', '\n') : toText(cell);
    const before = String(writeCell(column, getColumnValue(column, line.base), words.getWord.bind(words)));
    if (text === before || text === safeCell(before)) continue;
    const cellText = readCellText(text);
    if (!takeAltered && isAlteredCell(column, cellText, before)) {
      line.altered += 1;
      line.kept.push({ column: column.label, stored: clip(before), cell: clip(cellText) });
      continue;
    }
    if (!takeAltered && isPlainText(column) && isShortened(cellText)) {
      line.altered += 1;
      addIssue(
        line,
        column.label,
        `“${clip(cellText)}” is a long number of which the spreadsheet has left the first figures`,
      );
    }
    const read = readCell(column, cellText, idOf, format);
    if (!read.ok) addIssue(line, column.label, read.message);
    else if (!isSameMoment(column, read.value, line.base)) setAt(line.data, column.path, read.value);
  }
}

/** Whether a value is the moment that is stored, as another program or another time zone writes it. */
function isSameMoment(column: SheetColumn, value: Json | undefined, base: JsonObject): boolean {
  const stored = getColumnValue(column, base);
  if (column.meta.widget !== 'date-time' || typeof value !== 'string' || typeof stored !== 'string') return false;
  return Date.parse(value) === Date.parse(stored);
}

/** Whether a spreadsheet seems to have changed what is stored into this cell. */
function isAlteredCell(column: SheetColumn, cell: string, before: string): boolean {
  if (isNumberColumn(column)) return before !== '' && hasLostPoint(cell, Number(before));
  return isPlainText(column) && isAltered(cell, before);
}

/** Sets a value, undefined for none; what it is in comes and goes with its parts. */
function setAt(data: JsonObject, path: readonly string[], value: Json | undefined): void {
  const [step = '', ...rest] = path;
  if (rest.length === 0) {
    if (value === undefined) delete data[step];
    else data[step] = value;
    return;
  }
  const inside = ownValue(data, step);
  const part: JsonObject = isRecord(inside) ? inside : {};
  setAt(part, rest, value);
  const isEmpty = Object.values(part).every((each) => each === '' || each === null);
  if (isEmpty && path.length === 2 && step !== 'en') delete data[step];
  else data[step] = part;
}

type Finishing = { kind: Kind; compared: readonly SheetColumn[]; words: CellNames; publish: boolean; at: string };

function finish(line: Line, newId: number, { kind, compared, words, publish, at }: Finishing): void {
  const { base, data, issues } = line;
  const title = valueAt(data, titlePath(kind));
  line.title = formatRecordName(kind.kind, line.id ?? 'new', typeof title === 'string' ? title : null);
  if (issues.length === 0 && line.stored && isDeepStrictEqual(base, data)) return;
  const wordOf = words.getWord.bind(words);
  const reported = new Set<string>();
  for (const column of compared) {
    const [from, to] = [getColumnValue(column, base), getColumnValue(column, data)];
    if (isDeepStrictEqual(from, to)) continue;
    reported.add(column.path[0] ?? '');
    const both = [from, to].map((value) => {
      const written = writeCell(column, value, wordOf);
      return clip(typeof written === 'number' ? showNumber(written) : written);
    });
    if (both[0] !== both[1] || line.stored)
      line.changes.push({ column: column.label, from: both[0] ?? '', to: both[1] ?? '' });
  }
  for (const field of Object.keys(data)) {
    if (
      reported.has(field) ||
      field === 'kind' ||
      field === 'id' ||
      isDeepStrictEqual(ownValue(base, field), ownValue(data, field))
    )
      continue;
    const label = getFieldLabel(kind, field);
    line.changes.push({ column: label, from: shorten(ownValue(base, field)), to: shorten(ownValue(data, field)) });
  }
  const id = line.id ?? newId;
  for (const field of kind.machineWritten) {
    const blank = line.stored?.rows ? undefined : machineBlank(kind, field, at);
    if (ownValue(data, field) === undefined && blank !== undefined) data[field] = blank;
  }
  const parsed = parseRecord({ ...data, kind: kind.kind, id });
  const found = parsed.ok ? parsed.record.issues : parsed.issues;
  const wrong = publish ? found : shapeIssues(kind, id, data);
  for (const { path, message } of wrong) addIssue(line, labelAt(kind, path), message);
  line.parsed = parsed.ok && found.length === 0 ? parsed.record : null;
}

function shapeIssues(kind: Kind, id: RecordId, data: JsonObject) {
  const checked = checkDraft(kind, id, data);
  return checked.ok ? [] : checked.issues;
}

function getFieldLabel(kind: Kind, field: string): string {
  const schema = ownValue(kind.schema.shape, field);
  return (schema && fieldRegistry.get(schema)?.label) ?? field;
}

/** The heading of the column that an issue is in. */
function labelAt(kind: Kind, path: readonly PropertyKey[]): string {
  const at = path.map(String);
  const column = listSheetColumns(kind).find(({ path: own }) => own.every((step, index) => at[index] === step));
  return column?.label ?? (at[0] === undefined ? '' : getFieldLabel(kind, at[0]));
}

const longest = 300;

function clip(text: string): string {
  return clipText(text, longest);
}

function shorten(value: Json | undefined): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  return value === undefined || value === null ? '' : clip(typeof value === 'string' ? value : JSON.stringify(value));
}

function isChanged({ changes, heldBy, issues, stored }: Line): boolean {
  return heldBy === null && issues.length === 0 && (changes.length > 0 || stored === null);
}

/** What the records make wrong with each other and with those that are live. */
async function checkTogether(
  { client, service }: Pick<Actor, 'client' | 'service'>,
  kind: Kind,
  lines: readonly Line[],
): Promise<void> {
  const changed = lines.filter((line) => isChanged(line) && line.parsed !== null);
  const records = changed.flatMap(({ parsed }) => parsed ?? []);
  const byId = new Map(changed.map((line) => [line.parsed?.id, line]));
  for (const { of, issue } of await findTogether({ client, service }, records)) {
    const line = byId.get(of.id);
    if (line) addIssue(line, labelAt(kind, issue.path), issue.message);
  }
}

function summarize(kind: Kind, lines: readonly Line[], used: readonly string[], publish: boolean): PreparedSheet {
  const changed = lines.filter(isChanged);
  const wrong = lines.filter(({ issues }) => issues.length > 0);
  const held = lines.filter(
    ({ heldBy, issues, changes }) => heldBy !== null && issues.length === 0 && changes.length > 0,
  );
  const reported = lines.filter(
    (line) => changed.includes(line) || wrong.includes(line) || held.includes(line) || line.kept.length > 0,
  );
  const machines = new Set(kind.machineWritten);
  return {
    check: {
      lines: reported.map(({ row, id, title, changes, issues, heldBy, kept }) => ({
        row,
        id,
        title,
        changes,
        issues,
        heldBy,
        kept,
      })),
      counts: {
        changed: changed.filter(({ id }) => id !== null).length,
        created: changed.filter(({ id }) => id === null).length,
        same: lines.length - reported.length,
        wrong: wrong.length,
        held: held.length,
        altered: lines.reduce((sum, { altered }) => sum + altered, 0),
      },
      liveColumns: publish ? [] : used.filter((key) => machines.has(key)).map((key) => getFieldLabel(kind, key)),
      fingerprint: hashSeen(changed.map(({ row, id, changes }) => [row, id, changes])),
    },
    records: changed.map(({ id, row, stored, base, data, parsed }, index) => ({
      id: id ?? newIds + index,
      row,
      stored,
      data,
      machine: Object.fromEntries(
        kind.machineWritten.flatMap((field) =>
          stored?.rows &&
          ownValue(data, field) !== undefined &&
          !isDeepStrictEqual(ownValue(base, field), ownValue(data, field))
            ? [[getColumn(kind, field), ownValue(data, field)]]
            : [],
        ),
      ),
      record: parsed,
    })),
  };
}
