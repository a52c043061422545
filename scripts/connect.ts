import { type Result, fail, ok } from '#domain/result.ts';
import { readKeys } from '#embedded/keys.ts';
import { findDatabaseUrl } from '#embedded/find-place.ts';
import { findRunning } from '#embedded/postgres/data-directory.ts';
import type { Config } from '#server/config.ts';
import { startEmbeddedProcess } from './supervise-embedded.ts';

/** A Supabase to work with, and how to leave it. */
export type Connection = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The database itself, by a login that may take on `service_role`; null where only the keys are known. */
  databaseUrl: string | null;
  /** Migrations that this start applied. */
  applied: readonly string[];
  /** Whether it was running: others may work with it, a server that publishes among them. */
  isShared: boolean;
  /** Ends the embedded database if this process started it; does nothing otherwise. */
  close: () => Promise<void>;
};

/**
 * The Supabase that the environment names; without one, the embedded database of the data directory: the one that is
 * running, or else a new process, so that rendering and the database use a processor each.
 */
export async function connect(config: Config, options: { exclusive?: boolean } = {}): Promise<Result<Connection>> {
  if (config.supabase) {
    const { url } = config.supabase;
    const reachable = await fetch(`${url}/rest/v1/`, {
      headers: { apikey: config.supabase.secretKey },
      signal: AbortSignal.timeout(10_000),
    }).then(
      (response) => response.status < 500,
      () => false,
    );
    if (!reachable) {
      return fail('unavailable', `The Supabase at ${url} does not answer. Check SUPABASE_URL and that it is running.`);
    }
    return ok({
      ...config.supabase,
      databaseUrl: config.databaseUrl,
      applied: [],
      isShared: true,
      close: async () => {},
    });
  }
  const running = config.databaseUrl === null ? await findRunning(config.dataDirectory) : null;
  if (running && options.exclusive) {
    return fail(
      'unavailable',
      `The data directory ${config.dataDirectory} is in use at ${running}. Stop the other copy, or start with another DATA_DIR and PORT.`,
    );
  }
  if (running) {
    const keys = await readKeys(config.dataDirectory);
    return ok({
      url: running,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      databaseUrl: await findDatabaseUrl(config.dataDirectory, keys.passwords.publisher),
      applied: [],
      isShared: true,
      close: async () => {},
    });
  }
  return startEmbeddedProcess(config);
}
