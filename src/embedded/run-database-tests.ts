import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError } from '#domain/describe-error.ts';
import { generateKeys } from './keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from './open-database.ts';
import type { Session } from './pool.ts';

const databaseTestsFolder = fileURLToPath(new URL('../../supabase/tests', import.meta.url));

type DatabaseTestFile = {
  file: string;
  /** The lines of the Test Anything Protocol that the file answered with. */
  output: string[];
  passed: number;
  /** Failed tests and other errors of the file, one line each. */
  failures: string[];
};

type DatabaseTestOptions = {
  folder?: string;
  /** Number of files that run in parallel. */
  concurrency?: number;
};

/**
 * Runs pgTAP files as the owner of the schema. Each is a transaction that is rolled back, so that those after it find the
 * migrated database as it was.
 */
export async function runDatabaseTests({
  folder = databaseTestsFolder,
  concurrency = 2,
}: DatabaseTestOptions = {}): Promise<DatabaseTestFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const results = new Map<string, DatabaseTestFile>();
  const waiting = [...files];
  const work = async () => {
    const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
    try {
      await database.withSession((session) =>
        session.exec('create extension if not exists pgtap with schema extensions'),
      );
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
        results.set(file, await runInDatabase(database, folder, file));
    } finally {
      await database.close();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return files.flatMap((file) => results.get(file) ?? []);
}

async function runInDatabase(database: OpenDatabase, folder: string, file: string): Promise<DatabaseTestFile> {
  const script = await readFile(join(folder, file), 'utf8');
  if (!/^begin;/m.test(script) || !/\nrollback;\s*$/.test(script) || /^commit;/m.test(script))
    return { file, output: [], passed: 0, failures: ['The file must be one transaction, from begin; to rollback;'] };
  return database.withSession((session) => runFile(session, file, script));
}

async function runFile(session: Session, file: string, script: string): Promise<DatabaseTestFile> {
  const failures: string[] = [];
  let output: string[] = [];
  try {
    const results = await session.exec(script);
    output = results
      .flatMap(({ rows }) => rows)
      .flatMap((row): unknown[] => Object.values(row))
      .flatMap((value) => (typeof value === 'string' ? value.split('\n') : []));
  } catch (error) {
    const message = describeError(error);
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
