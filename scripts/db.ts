import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateTypes } from '../src/embedded/generate-types.ts';
import { generateKeys, readKeys } from '../src/embedded/keys.ts';
import { lintDatabase } from '../src/embedded/lint-database.ts';
import { migrationsFolder, openDatabase } from '../src/embedded/open-database.ts';
import { runDatabaseTests } from '../src/embedded/run-database-tests.ts';

const typesFile = fileURLToPath(new URL('../src/content/database.types.ts', import.meta.url));
const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');

const usage = `Usage: npm run db -- <command>

  migrate        applies new migrations to the embedded database in DATA_DIR
  reset          empties the embedded database in DATA_DIR, stored files included, and applies all migrations
  types          writes src/content/database.types.ts from the migrations; --check only compares
  lint           checks the migrated schema as Supabase's advisors do
  test           runs the pgTAP tests in supabase/tests

For a hosted or self-hosted Supabase use its own tool: npx supabase db push --remote`;

const commands: Record<string, (options: string[]) => Promise<number>> = { migrate, reset, types, lint, test };

async function migrate(): Promise<number> {
  refuseRemote();
  return withDataDir(async () => {
    const database = await openDatabase({
      folder: dataDir,
      keys: await readKeys(dataDir),
      migrations: migrationsFolder,
    });
    await database.close();
    console.log(database.applied.length > 0 ? `Applied ${database.applied.join(', ')}` : 'No new migrations');
  });
}

async function reset(): Promise<number> {
  refuseRemote();
  return withDataDir(async () => {
    await rm(join(dataDir, 'database'), { recursive: true, force: true });
    await rm(join(dataDir, 'storage'), { recursive: true, force: true });
    const database = await openDatabase({
      folder: dataDir,
      keys: await readKeys(dataDir),
      migrations: migrationsFolder,
    });
    await database.close();
    console.log(`The embedded database in ${dataDir} is empty, with ${database.applied.length} migrations applied`);
  });
}

async function types(options: string[]): Promise<number> {
  const generated = await generateTypes();
  if (options.includes('--check')) {
    if ((await readFile(typesFile, 'utf8').catch(() => '')) === generated) return 0;
    console.error('src/content/database.types.ts does not match the migrations. Run: npm run db -- types');
    return 1;
  }
  await writeFile(typesFile, generated);
  console.log(`Wrote ${typesFile}`);
  return 0;
}

async function lint(): Promise<number> {
  const database = await openDatabase({ folder: null, keys: generateKeys(), migrations: migrationsFolder });
  let findings: Awaited<ReturnType<typeof lintDatabase>>;
  try {
    findings = await database.exclusively(lintDatabase);
  } finally {
    await database.close();
  }
  for (const { rule, object, advice } of findings) console.error(`${rule}: ${object}. ${advice}`);
  console.log(findings.length === 0 ? 'The schema keeps every rule' : `${findings.length} findings`);
  return findings.length === 0 ? 0 : 1;
}

async function test(): Promise<number> {
  const files = await runDatabaseTests();
  for (const { file, passed, failures } of files) {
    console.log(`${failures.length === 0 ? 'ok' : 'FAILED'}  ${file}  ${passed} passed`);
    for (const failure of failures) console.error(`        ${failure}`);
  }
  return files.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

function refuseRemote(): void {
  if (!process.env['SUPABASE_URL']) return;
  throw new Error(
    'SUPABASE_URL is set, and this command only changes the embedded database. Use: npx supabase db push --remote',
  );
}

async function withDataDir(run: () => Promise<void>): Promise<number> {
  const lock = await lockFolder(dataDir);
  try {
    await run();
  } finally {
    await lock.release();
  }
  return 0;
}

const [name = '', ...options] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  process.exitCode = await command(options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
} else {
  console.error(usage);
  process.exitCode = 1;
}
