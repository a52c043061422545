import { readKeys } from '#embedded/keys.ts';
import { findDatabaseUrl } from '#embedded/find-place.ts';
import { findRunning, hasDatabase } from '#embedded/postgres/data-directory.ts';
import type { Config } from '#server/config.ts';
import { checkBuckets } from './doctor/check-buckets.ts';
import { checkCache } from './doctor/check-cache.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkFolders } from './doctor/check-folders.ts';
import { checkHosts, checkServer } from './doctor/check-hosts.ts';
import { checkInvariants } from './doctor/check-invariants.ts';
import { type Keys, checkKeys } from './doctor/check-keys.ts';
import { checkDoors, checkMail } from './doctor/check-settings.ts';
import { checkPublished } from './doctor/check-published.ts';
import { type Finding, note, unknown, well } from './doctor/finding.ts';
import { loadConfig } from './run.ts';
import { readArguments } from './read-arguments.ts';

/** The Supabase to look at, and its database where that can be reached by itself; null where none runs. */
async function findSupabase(config: Config): Promise<{ keys: Keys | null; databaseUrl: string | null }> {
  if (config.supabase) return { keys: config.supabase, databaseUrl: config.databaseUrl };
  const url = await findRunning(config.dataDirectory);
  if (url === null) return { keys: null, databaseUrl: config.databaseUrl };
  const { publishable, secret, passwords } = await readKeys(config.dataDirectory);
  const databaseUrl = config.databaseUrl ?? (await findDatabaseUrl(config.dataDirectory, passwords.publisher));
  return { keys: { url, publishableKey: publishable, secretKey: secret }, databaseUrl };
}

async function examine(config: Config): Promise<Finding[]> {
  const { keys, databaseUrl } = await findSupabase(config);
  const asleep = (await hasDatabase(config.dataDirectory))
    ? unknown('Supabase', 'the embedded one does not run', 'It starts with npm start.')
    : unknown(
        'Supabase',
        `there is no database in ${config.dataDirectory}`,
        'Set DATA_DIR to the directory that has it; npm start makes a new one.',
      );
  const keysAlone = note(
    'DATABASE_URL',
    'the database is reached over HTTP only, and whether its migrations are complete is not seen',
    'Set it: publishing hears of changes at once, and is faster.',
  );
  const findings = await Promise.all([
    checkFolders(config),
    checkBuckets(config.buckets),
    keys ? checkKeys(keys) : [asleep],
    keys ? checkInvariants(keys) : [],
    keys ? checkPublished(config, keys) : [],
    databaseUrl === null ? (keys ? [keysAlone] : []) : checkDatabase(databaseUrl),
    checkServer(config),
    checkHosts(config),
    checkCache(config),
    checkMail(config),
    checkDoors(config, keys),
  ]);
  return [well('Environment', 'can be read'), ...findings.flat()];
}

function concludeFrom(findings: readonly Finding[]): string {
  const count = findings.filter(({ state }) => state === 'wrong').length;
  const silent = [...new Set(findings.flatMap(({ about, isUnknown }) => (isUnknown ? [about] : [])))];
  const rest = silent.length === 0 ? '' : ` No answer came from: ${silent.join(', ')}. How that is, nobody knows.`;
  if (count > 0) return `${count} wrong.${rest}`;
  return silent.length === 0 ? 'Nothing is wrong.' : `What was looked at is well.${rest}`;
}

const { json } = readArguments('doctor', { options: { json: { type: 'boolean', default: false } } }).values;
const findings = await examine(loadConfig());
const wrongs = findings.filter(({ state }) => state === 'wrong').length;
if (json) console.log(JSON.stringify(findings, null, 2));
else {
  const signs = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };
  for (const { about, state, says, todo } of findings) {
    console.log(`${signs[state]}  ${about}: ${says}.`);
    if (todo !== undefined) console.log(`       → ${todo}`);
  }
  console.log(`\n${concludeFrom(findings)}`);
}
process.exit(wrongs === 0 ? 0 : 1);
