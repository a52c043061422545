import { LineCounter, isMap, isSeq, parseDocument } from 'yaml';
import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import { locales } from '#domain/locales.ts';
import { toRecordIssues } from '#kinds/contract.ts';
import { publicationFields } from '#kinds/investor-publication/kind.ts';
import { checkPrices, quoteFields } from '#kinds/stock-quote/kind.ts';
import { slug } from '#schema/record-fields.ts';
import { parseCsv } from './parse-csv.ts';

const quote = z.strictObject(quoteFields);
const publication = z.strictObject({ key: slug({ label: 'Key' }), ...publicationFields });

export type Feed = { quotes: z.output<typeof quote>[]; publications: z.output<typeof publication>[] };

/** The unparsed value at a line of the file. */
type Entry = { line: number; value: unknown };
type Entries = { quotes: Entry[]; publications: Entry[] };

/**
 * Parses a feed: a CSV file of quotes or of publications, recognised by its columns, or a JSON file with
 * `quotes` and `publications`. A feed with errors is refused as a whole, with every error and its line.
 */
export function readFeed(text: string, format: 'csv' | 'json'): Result<Feed> {
  const entries = format === 'csv' ? readCsv(text) : readJson(text);
  if (!entries.ok) return entries;
  const issues: Issue[] = [];
  const quotes = check(entries.value.quotes, quote, ({ symbol, day }) => `${symbol} on ${day}`, issues, checkPrices);
  const publications = check(entries.value.publications, publication, ({ key }) => key, issues);
  if (issues.length === 0) return ok({ quotes, publications });
  return fail(
    'invalid',
    `Nothing was brought in: ${issues.length === 1 ? 'one error' : `${issues.length} errors`}.`,
    issues,
  );
}

function check<S extends z.ZodType>(
  entries: readonly Entry[],
  schema: S,
  nameOf: (value: z.output<S>) => string,
  issues: Issue[],
  checkMore?: (value: z.output<S>, issue: (path: string[], message: string) => void) => void,
): z.output<S>[] {
  const lines = new Map<string, number>();
  return entries.flatMap(({ line, value }) => {
    const at = `line ${line}`;
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      for (const issue of toRecordIssues(parsed.error, value)) issues.push({ ...issue, path: [at, ...issue.path] });
      return [];
    }
    checkMore?.(parsed.data, (path, message) => issues.push({ path: [at, ...path], message }));
    const name = nameOf(parsed.data);
    const other = lines.get(name);
    if (other === undefined) lines.set(name, line);
    else issues.push({ path: [at], message: `${name} stands in line ${other} already` });
    return [parsed.data];
  });
}

// CSV -------------------------------------------------------------------------------------------------------------------

const titleColumns = new Map(locales.map((locale) => [`title_${locale}`, locale]));
const quoteColumns = new Set(Object.keys(quoteFields));
const publicationColumns = new Set(['key', 'category', 'published_at', 'url', ...titleColumns.keys()]);
const numberColumns = new Set(['open', 'high', 'low', 'close', 'volume']);

function readCsv(text: string): Result<Entries> {
  const records = parseCsv(text);
  if (!records) return fail('invalid', 'A quotation mark is opened and never closed.');
  const [header, ...rows] = records;
  if (!header) return fail('invalid', 'The file is empty.');
  const columns = header.fields.map((name) => name.trim().toLowerCase());
  const isQuotes = columns.includes('day');
  const known = isQuotes ? quoteColumns : publicationColumns;
  const issues: Issue[] = columns
    .filter((name, index) => !known.has(name) || columns.indexOf(name) !== index)
    .map((name) => ({
      path: [`line ${header.line}`],
      message: `The column ${JSON.stringify(name)} is unknown or there twice. Known are ${[...known].join(', ')}`,
    }));
  for (const { line, fields } of rows) {
    if (fields.length === columns.length) continue;
    issues.push({ path: [`line ${line}`], message: `${fields.length} values in ${columns.length} columns` });
  }
  if (issues.length > 0) return fail('invalid', 'Nothing was brought in: the file is no table of one kind.', issues);
  const entries = rows.map(({ line, fields }) => ({
    line,
    value: isQuotes ? parseQuote(columns, fields) : parsePublication(columns, fields),
  }));
  return ok({ quotes: isQuotes ? entries : [], publications: isQuotes ? [] : entries });
}

function parseQuote(columns: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  columns.forEach((name, index) => {
    const text = fields[index]?.trim() ?? '';
    if (text === '') return;
    // A value that is no number stays as it is, so that the error quotes it.
    value[name] = numberColumns.has(name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  });
  return value;
}

function parsePublication(columns: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const localized: Record<string, { title: string }> = {};
  columns.forEach((name, index) => {
    const text = fields[index]?.trim() ?? '';
    if (text === '') return;
    const locale = titleColumns.get(name);
    if (locale) localized[locale] = { title: text };
    else value[name] = text;
  });
  return { ...value, localized };
}

// JSON ------------------------------------------------------------------------------------------------------------------

const lists = ['quotes', 'publications'] as const;

function readJson(text: string): Result<Entries> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return fail('invalid', `The file is not JSON: ${describeError(error)}`);
  }
  const shape = z.strictObject({
    quotes: z.array(z.unknown()).default([]),
    publications: z.array(z.unknown()).default([]),
  });
  const parsed = shape.safeParse(content);
  if (!parsed.success) {
    return fail(
      'invalid',
      'The file is not an object with the lists quotes and publications.',
      toRecordIssues(parsed.error, content),
    );
  }
  const lines = findLines(text);
  const readEntries = (list: (typeof lists)[number]): Entry[] =>
    parsed.data[list].map((value, index) => ({ line: lines[list][index] ?? 1, value }));
  return ok({ quotes: readEntries('quotes'), publications: readEntries('publications') });
}

/** The lines in which the entries of the lists begin. JSON is YAML, whose parser reports positions. */
function findLines(text: string): Record<(typeof lists)[number], number[]> {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter });
  const linesIn = (list: string): number[] => {
    const items = isMap(contents) ? contents.get(list, true) : null;
    if (!isSeq(items)) return [];
    return items.items.map((item) => {
      const start =
        typeof item === 'object' && item !== null && 'range' in item && Array.isArray(item.range) ? item.range[0] : 0;
      return lineCounter.linePos(Number(start)).line;
    });
  };
  return { quotes: linesIn('quotes'), publications: linesIn('publications') };
}
