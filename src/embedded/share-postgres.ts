import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from './apply-migrations.ts';
import { type SharedServer, readSharedServer, sharedServerVariable } from './find-place.ts';
import { generateKeys } from './keys.ts';
import { ensureTemplate, migrationsFolder } from './open-database.ts';
import { isAlive } from './postgres/data-directory.ts';
import { startPostgres } from './postgres/start-postgres.ts';

const prefix = 'ostrevo-postgres-';
/** Read by the library of the embedded Auth: the binary logarithm of the rounds of bcrypt. */
const passwordCostVariable = 'LITE_AUTH_BCRYPT_COST';

/**
 * Starts one PostgreSQL for a whole run of tests, with the migrated database that each test copies; this process and all that
 * it starts find it by the environment. Returns what ends it; within a run that has one already, with what does nothing.
 */
export async function sharePostgres(): Promise<() => Promise<void>> {
  if (readSharedServer()) return async () => {};
  await removeStale();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await writeFile(join(folder, 'owner'), String(process.pid));
  const server = await startPostgres({ folder, durable: false });
  const stop = async () => {
    delete process.env[sharedServerVariable];
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const keys = generateKeys();
    const shared: SharedServer = { adminUrl: server.adminUrl(), folder, passwords: keys.passwords };
    await ensureTemplate(shared, keys, await readMigrations(migrationsFolder));
    process.env[sharedServerVariable] = JSON.stringify(shared);
    // Thousands of passwords are hashed in a run: with the usual cost that takes a tenth of it.
    process.env[passwordCostVariable] ??= '4';
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What runs left behind that were killed: their servers ended with them, their folders are still there. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => Number.NaN));
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
