import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { withoutDefusing } from '#domain/spreadsheet.ts';
import type { KindName } from '#kinds/registry.ts';
import type { FieldMeta } from '#schema/field-meta.ts';
import { type Json, json } from '#schema/record-fields.ts';
import { type RichText, isEmptyRichText, plainText, richTextSchema } from '#schema/rich-text.ts';
import type { SheetColumn } from './columns.ts';

/** How cells name records of other kinds. */
export type RecordWords = {
  /** The word for a record, e.g. its slug. */
  wordOf: (kind: KindName, id: number) => string;
  /** The record that a word names, or why it names none. */
  idOf: (kind: KindName, word: string) => Result<number>;
};

/** What a cell says; `undefined` takes the field out. */
export type CellValue = Json | undefined;

type Column = Pick<SheetColumn, 'schema' | 'meta'>;

/** A value of a record as the cell of a spreadsheet, which `readCell` reads back. */
export function writeCell({ meta }: Column, value: CellValue, { wordOf }: Pick<RecordWords, 'wordOf'>): string | number {
  if (value === null || value === undefined) return '';
  switch (meta.widget) {
    case 'number':
    case 'coordinate':
      return typeof value === 'number' ? value : asText(value);
    case 'checkbox':
      return value === true ? 'yes' : 'no';
    case 'select':
    case 'radio':
    case 'colour':
      return meta.options.find((option) => option.value === String(value))?.label ?? asText(value);
    case 'reference':
      return typeof value === 'number' ? wordOf(meta.kind, value) : asText(value);
    case 'references':
      return writeReferences(meta.kind, value, wordOf);
    case 'sites':
    case 'locales':
    case 'countries':
      return Array.isArray(value) ? value.map(asText).join(', ') : asText(value);
    case 'texts':
      return Array.isArray(value) ? writeLines(value.map(asText)) : asText(value);
    case 'rich-text': {
      const document = richTextSchema.safeParse(value);
      return document.success ? plainText(document.data) : asText(value);
    }
    default:
      return asText(value);
  }
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function writeReferences(kind: KindName, value: Json, wordOf: RecordWords['wordOf']): string {
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];
  return ids.map((id) => wordOf(kind, id)).join('; ');
}

/** Lines one below the other; lines that this would change as a JSON array. */
function writeLines(lines: readonly string[]): string {
  const text = lines.join('\n');
  const isPlain = lines.every((line) => line !== '' && line === line.trim() && !/[\r\n]/.test(line));
  return isPlain && !text.startsWith('[') ? text : JSON.stringify(lines);
}

/**
 * What a cell says for a field, or why it says nothing for it. A formula stays the text that it is.
 *
 * @param current what the record has there now
 * @param isDecimalComma whether `1,5` is one and a half, as in files with semicolons
 */
export function readCell(
  column: Column,
  cell: string,
  { idOf }: Pick<RecordWords, 'idOf'>,
  { current, isDecimalComma }: { current: CellValue; isDecimalComma: boolean },
): Result<CellValue> {
  const text = withoutDefusing(cell).replaceAll('\r\n', '\n');
  const trimmed = text.trim();
  const { meta } = column;
  if (trimmed === '') return readBlank(column);
  switch (meta.widget) {
    case 'number':
    case 'coordinate':
      return readNumber(trimmed, isDecimalComma);
    case 'checkbox':
      return readCheckbox(trimmed);
    case 'select':
    case 'radio':
    case 'colour':
      return readChoice(column, meta.options, trimmed);
    case 'reference':
      return idOf(meta.kind, trimmed);
    case 'references':
      return readReferences(meta.kind, trimmed, idOf);
    case 'sites':
    case 'locales':
    case 'countries':
      return ok(trimmed.split(/[,;\s]+/).filter(Boolean));
    case 'texts':
      return ok(readLines(text));
    case 'rich-text':
      return readRichText(text, current);
    case 'text':
    case 'long-text':
      return ok(text);
    default:
      return ok(trimmed);
  }
}

const requiredMessage = 'This may not be empty.';

function readBlank({ schema, meta }: Column): Result<CellValue> {
  if (meta.widget === 'checkbox') return ok(false);
  for (const blank of [null, [], undefined]) {
    if (z.safeParse(schema, blank).success) return ok(blank);
  }
  return fail('invalid', requiredMessage);
}

function readNumber(text: string, isDecimalComma: boolean): Result<number> {
  const plain = isDecimalComma && /^[-+]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  if (/^[-+\u2212]?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(plain)) {
    const value = Number(plain.replace('\u2212', '-'));
    if (Number.isFinite(value)) return ok(value);
  }
  const example = /\d[,.' \u00a0\u2019]\d/.test(text) ? ', without separators between thousands' : '';
  return fail('invalid', `“${text}” is not a number. Write it like 1250 or 12.5${example}.`);
}

const yes = new Set(['yes', 'true', '1', 'x', 'ja', 'wahr']);
const no = new Set(['no', 'false', '0', 'nein', 'falsch']);

function readCheckbox(text: string): Result<boolean> {
  const word = text.toLowerCase();
  if (yes.has(word)) return ok(true);
  return no.has(word) ? ok(false) : fail('invalid', `“${text}” is neither yes nor no.`);
}

type Options = Extract<FieldMeta, { widget: 'select' }>['options'];

function readChoice({ schema }: Column, options: Options, text: string): Result<CellValue> {
  const wanted = text.toLowerCase();
  const found =
    options.find(({ label }) => label === text) ??
    options.find(({ value, label }) => label.toLowerCase() === wanted || value.toLowerCase() === wanted);
  if (!found) return fail('invalid', `“${text}” is none of ${options.map(({ label }) => label).join(', ')}.`);
  return ok(z.safeParse(schema, found.value).success ? found.value : Number(found.value));
}

function readReferences(kind: KindName, text: string, idOf: RecordWords['idOf']): Result<number[]> {
  const ids: number[] = [];
  for (const word of text.split(/[;\n]/)) {
    if (word.trim() === '') continue;
    const id = idOf(kind, word.trim());
    if (!id.ok) return id;
    ids.push(id.value);
  }
  return ok(ids);
}

function readLines(text: string): string[] {
  if (text.trimStart().startsWith('[')) {
    const lines = z.array(z.string()).safeParse(parseJson(text));
    if (lines.success) return lines.data;
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Paragraphs where there is no text yet. A text with its form is changed in the form: a spreadsheet would flatten it. */
function readRichText(text: string, current: CellValue): Result<CellValue> {
  const document = richTextSchema.safeParse(current);
  if (document.success && !isEmptyRichText(document.data)) {
    return fail('invalid', 'Formatted text is changed in the form of the record, where it keeps its formatting.');
  }
  const paragraphs: RichText = {
    type: 'doc',
    content: readLines(text).map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
  };
  return ok(json().parse(paragraphs));
}

/** Whether two values of a field are the same, however they are written. */
export function isSameValue({ meta }: Pick<Column, 'meta'>, a: CellValue, b: CellValue): boolean {
  if (isBlankValue(a) && isBlankValue(b)) return true;
  if (meta.widget === 'date-time' && typeof a === 'string' && typeof b === 'string') {
    return Date.parse(a) === Date.parse(b) || a === b;
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

function isBlankValue(value: CellValue): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
