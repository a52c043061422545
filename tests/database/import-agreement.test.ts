import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSeed } from '#content/transfer/read-seed.ts';
import { parseRecord } from '#content/records/parse-record.ts';
import { describeError } from '#domain/describe-error.ts';
import { isRecord } from '#domain/objects.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { literal } from '#database/quote.ts';
import type { StagedRow } from '#kinds/contract.ts';
import { kindNames } from '#kinds/registry.ts';
import { isSweep, takeSlice } from '../fixtures/seeds.ts';

/** What the import lets through, the database takes: whoever imports reads which field is wrong, not the name of a constraint. */
let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
});
afterAll(() => database.close());

const strange = [
  '',
  ' ',
  'a b',
  '/50%',
  '/50%25',
  '%2e%2e/keys.json',
  '../keys.json',
  '/_release.json',
  '/robots.txt',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'https://evil.example\\@ours.example',
  '#',
  '#a b',
  'A-Z',
  '-a-',
  'a--b',
  'é',
  'e\u0301',
  'a\u0001b',
  'a\u0000b',
  '\ud800',
  'a\nb',
  'x'.repeat(300),
  'x'.repeat(10_000),
  '湿'.repeat(100),
  '0000-00-00T00:00:00Z',
  '2026-02-30',
  '294277-01-01T00:00:00Z',
  'null',
  'main',
] as const;

/** Of each kind so many records are changed: they differ in which fields they have. A field that both have is tried in both by the sweeps only. */
const recordsOfKind = 2;

type Path = readonly (string | number)[];

function textsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return [at];
  // Items of a list are alike.
  if (Array.isArray(value)) return value.slice(0, 2).flatMap((item: unknown, place) => textsIn(item, [...at, place]));
  return isRecord(value) ? Object.entries(value).flatMap(([key, item]) => textsIn(item, [...at, key])) : [];
}

function replaceAt(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, place) => (place === key ? replaceAt(item, rest, text) : item));
  return isRecord(value) ? { ...value, [key]: replaceAt(value[key], rest, text) } : value;
}

type Accepted = StagedRow & { label: string };

/** Rows of records that the import accepts with a strange text in one place. */
async function acceptedRows(): Promise<Accepted[]> {
  const { records, issues } = await readSeed(fileURLToPath(new URL('../../supabase/seed', import.meta.url)));
  expect(issues).toEqual([]);
  const rows = new Map<string, Accepted>();
  let places = 0;
  for (const kind of kindNames) {
    const tried = new Set<string>();
    for (const { record } of records.filter((each) => each.record['kind'] === kind).slice(0, recordsOfKind)) {
      // The texts of modules are held to their own schemas, and to the limits of JSON.
      for (const path of textsIn(record).filter(([first]) => first !== 'kind' && first !== 'modules')) {
        if (tried.has(path.join('.')) && !isSweep) continue;
        tried.add(path.join('.'));
        places += 1;
        for (const text of takeSlice(strange, 4, places)) {
          const parsed = parseRecord(replaceAt(record, path, text));
          if (!parsed.ok || parsed.record.issues.length > 0) continue;
          const label = `${kind}.${path.join('.')} = ${JSON.stringify(text.slice(0, 40))}`;
          for (const row of parsed.record.rows) rows.set(JSON.stringify(row), { ...row, label });
        }
      }
    }
  }
  return [...rows.values()];
}

/** The constraints that a row violates, or the error that reading it gives. */
async function problemsOf(table: string, rows: readonly Accepted[]): Promise<string[]> {
  const run = (text: string) => database.withSession(async (session) => (await session.query(text)).rows);
  const constraints = await run(
    `select conname as name, pg_get_expr(conbin, conrelid) as condition from pg_constraint where contype = 'c' and conrelid = 'public.${table}'::regclass`,
  );
  const violated = constraints.map(
    ({ name, condition }) => `case when (${String(condition)}) is false then ${literal(String(name))} end`,
  );
  const ask = (some: readonly Accepted[]) =>
    run(`select place, array_to_string(array[${violated.join(', ')}]::text[], ', ') as problems from (
      select e.place, r.* from jsonb_array_elements(${literal(JSON.stringify(some.map(({ row }) => row)))}::jsonb) with ordinality e (value, place)
      cross join lateral jsonb_populate_record(null::public.${table}, e.value) r) t`);
  const named = (row: Accepted | undefined, problem: unknown) => `${table}: ${row?.label}: ${String(problem)}`;
  try {
    const answers = await ask(rows);
    return answers
      .filter(({ problems }) => problems !== '')
      .map(({ place, problems }) => named(rows[Number(place) - 1], problems));
  } catch (error) {
    if (rows.length === 1) return [named(rows[0], describeError(error))];
    const half = Math.ceil(rows.length / 2);
    return [...(await problemsOf(table, rows.slice(0, half))), ...(await problemsOf(table, rows.slice(half)))];
  }
}

it('lets nothing through that a check of the database refuses', async () => {
  const rows = (await acceptedRows()).filter(({ table }) => table !== 'publications');
  expect(new Set(rows.map(({ table }) => table)).size).toBeGreaterThan(20);
  const problems: string[] = [];
  for (const [table, some] of Map.groupBy(rows, ({ table: name }) => name))
    problems.push(...(await problemsOf(table, some)));
  expect([...new Set(problems)].toSorted()).toEqual([]);
});
