import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { readKeys } from '#embedded/keys.ts';
import { findRunning } from '#embedded/postgres/data-directory.ts';
import type { Config } from '#server/config.ts';

/** A Supabase to work with, and how to leave it. */
export type Connection = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The database itself, by a login that may take on `service_role`; null where only the keys are known. */
  databaseUrl: string | null;
  /** Migrations that this start applied. */
  applied: readonly string[];
  /** Ends the embedded database if this process started it; does nothing otherwise. */
  close: () => Promise<void>;
};

const announcement = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    url: z.string(),
    publishableKey: z.string(),
    secretKey: z.string(),
    databaseUrl: z.string(),
    applied: z.array(z.string()),
  }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

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
    return ok({ ...config.supabase, databaseUrl: config.databaseUrl, applied: [], close: async () => {} });
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
      databaseUrl: null,
      applied: [],
      close: async () => {},
    });
  }
  return startProcess(config);
}

async function startProcess({ dataDirectory, databaseUrl }: Config): Promise<Result<Connection>> {
  const child = fork(fileURLToPath(new URL('embedded.ts', import.meta.url)), [dataDirectory], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What it keeps is 40 MB, and answers of a megabyte come and go. With a heap that begins as small as V8's, all of it is looked
    // through several times a second for garbage (decision 106).
    execArgv: ['--disable-warning=ExperimentalWarning', '--initial-old-space-size=128'],
    env: { ...process.env, NODE_ENV: 'production', EMBEDDED_DATABASE_URL: databaseUrl ?? '' },
  });
  const message = await new Promise<unknown>((resolve) => {
    child.once('message', resolve);
    child.once('exit', (code) => resolve({ ok: false, message: `The embedded database ended with code ${code}.` }));
  });
  const parsed = announcement.parse(message);
  if (!parsed.ok) return fail('unavailable', parsed.message);
  const { ok: _, ...started } = parsed;
  return ok({
    ...started,
    close: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  });
}
