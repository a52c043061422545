import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeys } from './keys.ts';
import { migrationsFolder, openDatabase } from './open-database.ts';

export const databaseTestsFolder = fileURLToPath(new URL('../../supabase/tests', import.meta.url));

export type DatabaseTestFile = {
  file: string;
  /** The lines of the Test Anything Protocol that the file answered with. */
  output: string[];
  passed: number;
  /** Tests that did not hold, and whatever else makes the file fail, in one line each. */
  failures: string[];
};

/**
 * Runs pgTAP files against a fresh database in memory. Each file begins a transaction and rolls it back, so that the files
 * do not see each other's rows; one that leaves its transaction open is a failure.
 */
export async function runDatabaseTests(folder = databaseTestsFolder): Promise<DatabaseTestFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const database = await openDatabase({ folder: null, keys: generateKeys(), migrations: migrationsFolder });
  try {
    return await database.exclusively(async (sql) => {
      await sql.exec('create extension if not exists pgtap with schema extensions');
      const results: DatabaseTestFile[] = [];
      for (const file of files) {
        const script = await readFile(join(folder, file), 'utf8');
        results.push(await runFile(sql, file, script));
        await sql.exec('rollback; reset role; reset all');
      }
      return results;
    });
  } finally {
    await database.close();
  }
}

type Runner = { exec(sql: string): Promise<{ rows: object[] }[]> };

async function runFile(sql: Runner, file: string, script: string): Promise<DatabaseTestFile> {
  const failures: string[] = [];
  let output: string[] = [];
  try {
    const results = await sql.exec(script);
    output = results
      .flatMap(({ rows }) => rows)
      .flatMap((row): unknown[] => Object.values(row))
      .flatMap((value) => (typeof value === 'string' ? value.split('\n') : []));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const where = error instanceof Error && 'where' in error && typeof error.where === 'string' ? error.where : '';
    failures.push(`The file stopped with: ${message}${where ? ` (${where.split('\n')[0]})` : ''}`);
  }
  const plan = output.map((line) => /^1\.\.(\d+)$/.exec(line)?.[1]).find((count) => count !== undefined);
  const tests = output.filter((line) => /^(not )?ok \d+/.test(line));
  output.forEach((line, index) => {
    if (!/^not ok (?!.*# (TODO|SKIP))/i.test(line)) return;
    const notes = output
      .slice(index + 1)
      .filter((_, offset, rest) => rest.slice(0, offset + 1).every((note) => note.startsWith('#')));
    failures.push([line, ...notes.map((note) => note.replace(/^#\s*/, ''))].join(' '));
  });
  if (failures.length === 0 && plan === undefined)
    failures.push('The file has no plan: it must begin with select plan(…)');
  if (failures.length === 0 && Number(plan) !== tests.length)
    failures.push(`The plan was ${plan} tests, but ${tests.length} ran`);
  return { file, output, passed: tests.filter((line) => line.startsWith('ok')).length, failures };
}
