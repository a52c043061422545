import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { describeError } from '#domain/describe-error.ts';
import type { Result } from '#domain/result.ts';
import { hasDatabase } from '#embedded/postgres/data-directory.ts';
import type { Code } from '#publish/draw/code-parts.ts';
import { examineBucket } from '#publish/targets/bucket/examine-bucket.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { type Config, readConfig } from '#server/config.ts';
import { codeBundleEntry, ensureCodeBundle, readCodeParts, root } from './code-bundle.ts';
import { type Connection, connect } from './connect.ts';

/** The bundle's exports, typed from its source. */
type Bundle = typeof import('../src/server.ts');

/** One line for the operator, and the end: what happened and what to do, without a stack. */
export function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}

/**
 * The message for a failed command: a lost database connection is for the operator to fix, anything else a defect with
 * its stack.
 */
export function describeFault(error: unknown): unknown {
  // The code bundle has a class of its own for it.
  return error instanceof Error && error.name === DatabaseUnavailable.name
    ? `${error.message}. Check the database, then run the same command again.`
    : error;
}

/** Whatever fails from now on and is caught nowhere ends the command as `describeFault` has it. */
export function endWithWords(): void {
  process.on('uncaughtException', (error) => {
    console.error(describeFault(error));
    process.exit(1);
  });
}

export function expectOk<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  stopWith(result.failure.message);
}

/** The configuration from `.env` and the environment. */
export function loadConfig(): Config {
  try {
    loadEnvFile(path.join(root, '.env'));
  } catch {
    // No .env: the environment and the defaults.
  }
  return expectOk(readConfig(process.env));
}

/** Stops where a bucket can never be published to as it is set up. One that does not answer for now may do so later. */
export async function expectBuckets({ buckets }: Config): Promise<void> {
  const found = await Promise.all(buckets.map((address) => examineBucket(new S3Bucket(address, { attempts: 2 }))));
  const problems = found.flat();
  for (const { message } of problems) console.error(`${message}.`);
  if (problems.some(({ isPassing }) => !isPassing)) process.exit(1);
}

export async function version(): Promise<string> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '';
}

/** The code bundle, built if it is stale, with the names under which what it renders is known. */
export async function loadCodeBundle(config: Config): Promise<{ bundle: Bundle; code: Code }> {
  // React is about half as fast without this. In development, its development build is needed for both.
  if (process.env['NODE_ENV'] !== 'development') process.env['NODE_ENV'] = 'production';
  const source = await ensureCodeBundle((line) => console.error(line)).catch((error: unknown) =>
    stopWith(describeError(error)),
  );
  // Pages are rendered for addresses as well, which the configuration has.
  const named = (name: string) =>
    createHash('sha256').update(name).update(JSON.stringify(config.origins)).digest('hex').slice(0, 16);
  const parts = await readCodeParts();
  const code = {
    bundle: named(source),
    parts: { ...parts, reading: named(parts.reading), drawing: named(parts.drawing) },
  };
  const bundle: Bundle = await import(codeBundleEntry.href);
  return { bundle, code };
}

type OpenOptions = {
  exclusive?: boolean;
  /** What is done where the data directory has no database yet: a mistyped one has none either. */
  withoutOne?: 'refuse' | 'tell' | 'make';
};

export async function openDatabase(
  config: Config,
  { withoutOne = 'tell', ...options }: OpenOptions = {},
): Promise<Connection> {
  if (withoutOne !== 'make' && !config.supabase && !(await hasDatabase(config.dataDirectory))) {
    const says = `There is no database in ${config.dataDirectory}`;
    if (withoutOne === 'refuse')
      stopWith(`${says}. If DATA_DIR is another directory, set it; npm start makes a new website with one.`);
    console.error(`${says}: a new one is made.`);
  }
  return expectOk(await connect(config, options));
}
