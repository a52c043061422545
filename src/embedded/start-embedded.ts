import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { pgmq } from '@electric-sql/pglite-pgmq';
import { serve } from '@hono/node-server';
import { applyMigrations, readMigrations } from './apply-migrations.ts';
import { bootstrapSql } from './bootstrap.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { type EmbeddedKeys, generateKeys, readKeys } from './keys.ts';
import { LocalStorage } from './local-storage.ts';
import { shareConnection } from './one-connection.ts';
import { guardSignUp } from './sign-up.ts';

export const migrationsFolder = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));

export type EmbeddedOptions = {
  /** Where the database, stored files and keys are kept; null keeps all in memory and loses it at the end. */
  dataDir: string | null;
  /** 0, or nothing, takes a free port. */
  port?: number;
  keys?: EmbeddedKeys;
  /** False leaves the database without the project's tables. */
  migrate?: boolean;
  /** Where the migrations are, for a test of others than the project's. */
  migrations?: string;
};

export type Embedded = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The migrations that this start applied. */
  applied: string[];
  /** Runs a statement with all rights, for tests and scripts. */
  query<T = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<T[]>;
  /** Runs a script of several statements, alone, and answers with the rows of each. */
  execute(sql: string): Promise<Record<string, unknown>[][]>;
  stop(): Promise<void>;
};

/**
 * Starts a Supabase in this process: PostgreSQL (PGlite), the data API, sign-in and storage, on 127.0.0.1.
 *
 * It is for trying, developing and testing. PGlite writes to its directory without fsync: what was answered survives the end
 * of the process, but not for certain a power cut. Production is Supabase itself. One process can open a data directory at a
 * time, and one statement or transaction runs at a time.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, keys } = options;
  if (dataDir === null) return start(options, keys ?? generateKeys(), null, null);
  const folder = resolve(dataDir);
  const lock = await lockFolder(folder);
  try {
    return await start(options, keys ?? (await readKeys(folder)), folder, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function start(
  { port = 0, migrate = true, migrations = migrationsFolder }: EmbeddedOptions,
  keys: EmbeddedKeys,
  folder: string | null,
  lock: FolderLock | null,
): Promise<Embedded> {
  // The library reads this once, while it is loaded.
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  const { App } = await import('@supabase/lite');
  const { createPgliteConnection } = await import('@supabase/lite/pglite');
  const connection = await createPgliteConnection({
    ...(folder === null ? {} : { url: join(folder, 'database') }),
    pgliteOptions: {
      extensions: { pg_trgm, pgtap, pgmq },
      // Times as PostgREST writes them: 2026-11-21T12:49:39.528+00:00.
      parsers: { 1114: (time) => time.replace(' ', 'T'), 1184: (time) => `${time.replace(' ', 'T')}:00` },
    },
  });
  await connection.driver.waitReady;

  const filesFolder = folder === null ? await mkdtemp(join(tmpdir(), 'embedded-storage-')) : join(folder, 'storage');
  const storage = new LocalStorage(filesFolder);
  const makeApp = (signUp: boolean) => {
    const app = new App({
      connection,
      auth: {
        enabled: true,
        jwt_secret: keys.jwt,
        publishable_key: keys.publishable,
        secret_key: keys.secret,
        enable_signup: signUp,
        minimum_password_length: 12,
      },
      storage: { enabled: true, file_size_limit: '200MiB' },
      studio: { enabled: false },
      options: { server: { admin: false, disableStudio: true } },
    });
    app._storageAdapter = storage as unknown as NonNullable<typeof app._storageAdapter>;
    return app;
  };
  // Visitors cannot sign up; whoever has the secret key can add accounts.
  const app = makeApp(false);
  const operatorApp = makeApp(true);
  await withoutWarnings(async () => {
    await app.ensureSystemSchema();
    await operatorApp.init();
  });
  const speakAgain = silenceRefusals();
  const database = shareConnection(connection);
  let applied: string[] = [];
  try {
    await database.exclusively(async (sql) => {
      await sql.exec(bootstrapSql);
      if (migrate) applied = await applyMigrations(sql, await readMigrations(migrations));
      await learnArrayTypes(connection.driver, sql);
    });
  } catch (error) {
    await connection.close();
    throw error;
  }

  const answer = guardSignUp({
    secretKey: keys.secret,
    app: (request) => app.fetch(request, { peerAddress: null }),
    operatorApp: (request) => operatorApp.fetch(request, { peerAddress: null }),
  });
  const server = await listen(port, (request) =>
    new URL(request.url).pathname === '/embedded'
      ? Promise.resolve(Response.json({ pid: process.pid }))
      : database.runTask(() => answer(request)),
  );
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  await lock?.announce(url);

  let stopped: Promise<void> | null = null;
  const stop = async () => {
    await new Promise<void>((done) => {
      server.close(() => done());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 2000).unref();
    });
    // After a statement that is still running, and before any other.
    await database.exclusively(() => connection.close());
    if (folder === null) await rm(filesFolder, { recursive: true, force: true });
    await lock?.release();
    speakAgain();
  };
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    applied,
    query: (sql, parameters) => database.exclusively(async (db) => (await db.query<never>(sql, parameters)).rows),
    execute: (sql) =>
      database.exclusively(async (db) => {
        const results = await db.exec(sql);
        await connection.clearSchemaCache();
        return results.map((result) => result.rows as Record<string, unknown>[]);
      }),
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Arrays of the project's enumerations are read as arrays. The row types of tables have array types as well; each would only
 * make every answer slower, because all parsers are copied for it.
 */
async function learnArrayTypes(driver: PGlite, sql: Pick<PGlite, 'query'>): Promise<void> {
  await driver.refreshArrayTypes();
  const { rows } = await sql.query<{ oid: number }>("select typarray::int as oid from pg_type where typtype = 'c' and typarray <> 0");
  for (const { oid } of rows) {
    delete driver.parsers[oid];
    delete driver.serializers[oid];
  }
}

/** The library announces on the console that storage is experimental; the documents say so in its place. */
async function withoutWarnings(run: () => Promise<void>): Promise<void> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    await run();
  } finally {
    console.warn = warn;
  }
}

/** The library prints every statement that the database refuses, with its trace. The client is told; the console need not be. */
function silenceRefusals(): () => void {
  const { error } = console;
  console.error = (...values: unknown[]) => {
    const [first] = values;
    if (first instanceof Error && 'severity' in first && 'code' in first) return;
    error(...values);
  };
  return () => {
    console.error = error;
  };
}

function listen(port: number, fetch: (request: Request) => Promise<Response>): Promise<Server> {
  return new Promise((resolveServer, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false }, () => {
      server.off('error', reject);
      resolveServer(server);
    }) as Server;
    // Clients keep their connections; they must not race with the server's closing of idle ones.
    server.keepAliveTimeout = 65_000;
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set another PORT`)
          : error,
      );
    });
  });
}
