import { type Server, createServer } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { callFunctions } from './call-functions.ts';
import { isDatabaseError } from './database-errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { type EmbeddedKeys, generateKeys, readKeys } from './keys.ts';
import { migrationsFolder, openDatabase } from './open-database.ts';
import { guardSignUp } from './sign-up.ts';

export type EmbeddedOptions = {
  /** Where the database, stored files and keys are kept; null keeps all in memory and loses it at the end. */
  dataDir: string | null;
  /** 0, or nothing, takes a free port. */
  port?: number;
  keys?: EmbeddedKeys;
  /** The folder of migrations, or null for a database without the project's tables. */
  migrations?: string | null;
};

export type Embedded = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The migrations that this start applied. */
  applied: string[];
  /** Runs a statement with all rights, for tests and scripts. */
  query<T = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<T[]>;
  /** Runs a script of several statements, alone, and answers with the rows of each. It may change the schema. */
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
  { port = 0, migrations = migrationsFolder }: EmbeddedOptions,
  keys: EmbeddedKeys,
  folder: string | null,
  lock: FolderLock | null,
): Promise<Embedded> {
  const database = await openDatabase({ folder, keys, migrations });
  const answer = guardSignUp({
    secretKey: keys.secret,
    api: database.api,
    operatorApi: database.operatorApi,
    query: (sql, parameters) =>
      database.exclusively(async (db) => (await db.query<Record<string, unknown>>(sql, parameters)).rows),
  });
  const functions = callFunctions(database, keys);
  const listener = getRequestListener(
    (request) =>
      new URL(request.url).pathname === '/embedded'
        ? Response.json({ pid: process.pid, cpu: process.cpuUsage() })
        : database.runTask(() => answer(request)),
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    functions.answer(incoming, outgoing).then(
      (done) => (done ? undefined : listener(incoming, outgoing)),
      () => outgoing.destroy(),
    );
  });
  try {
    await listen(server, port);
  } catch (error) {
    await database.close();
    throw error;
  }
  const speakAgain = silenceRefusals();
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  await lock?.announce(url);
  // Storage gets ready at its first request, for which the first page with a picture would wait.
  const headers = { apikey: keys.secret, authorization: `Bearer ${keys.secret}` };
  if (folder !== null) {
    const storage = new Request(`${url}/storage/v1/bucket`, { headers });
    database.runTask(() => answer(storage)).catch(() => {});
  }

  const stop = async () => {
    await closeServer(server);
    await database.close();
    await lock?.release();
    speakAgain();
  };
  let stopped: Promise<void> | null = null;
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    applied: database.applied,
    query: (sql, parameters) => database.exclusively(async (db) => (await db.query<never>(sql, parameters)).rows),
    execute: (sql) =>
      database.exclusively(async (db) => {
        const results = await db.exec(sql);
        functions.forgetSchema();
        await database.forgetSchema();
        return results.map((result) => result.rows);
      }),
    stop: () => (stopped ??= stop()),
  };
}

/** The library prints every statement that the database refuses, with its trace. The client is told; the console need not be. */
function silenceRefusals(): () => void {
  const { error } = console;
  const filtered = (...values: unknown[]) => {
    if (!isDatabaseError(values[0])) error(...values);
  };
  console.error = filtered;
  return () => {
    if (console.error === filtered) console.error = error;
  };
}

function listen(server: Server, port: number): Promise<void> {
  // Clients keep their connections; the server must not close one just when it is used again.
  server.keepAliveTimeout = 65_000;
  return new Promise((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set another PORT`)
          : error,
      );
    });
    server.listen(port, '127.0.0.1', done);
  });
}

/** Lets requests that are being answered end, for two seconds at most. */
function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    const impatient = setTimeout(() => server.closeAllConnections(), 2000);
    server.close(() => {
      clearTimeout(impatient);
      done();
    });
    server.closeIdleConnections();
  });
}
