import { describe, expect, it } from 'vitest';
import { lintDatabase } from '#embedded/lint-database.ts';
import { generateKeys } from '#embedded/keys.ts';
import { migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { runDatabaseTests } from '#embedded/run-database-tests.ts';

/** The lines of the Test Anything Protocol that are a test: `ok 3 - an editor cannot …`. */
const testLine = /^(not )?ok (\d+)(?: - (.*))?$/;

const files = await runDatabaseTests();

describe.each(files)('$file', ({ output, failures }) => {
  const tests = output.flatMap((line) => {
    const match = testLine.exec(line);
    return match ? [{ line, name: `${match[2]} ${match[3] ?? ''}`.trim() }] : [];
  });
  const ofFile = failures.filter((failure) => !tests.some(({ line }) => failure.startsWith(line)));

  it.each(tests)('$name', ({ line }) => {
    const failure = failures.find((text) => text.startsWith(line));
    expect(failure).toBeUndefined();
  });

  it('runs to its end as planned', () => {
    expect(ofFile).toEqual([]);
    expect(tests.length).toBeGreaterThan(0);
  });
});

describe('the schema', () => {
  it('gives no advisor of Supabase anything to say', async () => {
    const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
    try {
      expect(await lintDatabase(database)).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
