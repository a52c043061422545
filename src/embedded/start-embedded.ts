import { cp, mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { isDatabaseError, isDisconnected } from '#database/errors.ts';
import { callFunctions } from './call-functions.ts';
import { readSharedServer } from './find-place.ts';
import { type EmbeddedKeys, generateKeys, readKeys } from './keys.ts';
import { LocalStorage } from './local-storage.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from './open-database.ts';
import { openPool, withLogin } from './pool.ts';
import { checkDirectory } from './postgres/data-directory.ts';
import { addSecondFactors } from './second-factors.ts';
import { guardSignUp } from './sign-up.ts';
import { openLite } from './supabase-lite.ts';
import { describeToken } from './verify-token.ts';

type EmbeddedOptions = {
  /** Where the database, stored files and keys are; null loses all of it at the end. */
  dataDir: string | null;
  /** A PostgreSQL of one's own, in place of the one that is started in `dataDir`. */
  databaseUrl?: string | null;
  /** 0, or nothing, takes a free port. */
  port?: number;
  /** Where PostgreSQL itself listens; 0, or nothing, takes a free port. */
  databasePort?: number;
  keys?: EmbeddedKeys;
  /** The folder of migrations, or null for a database without the project's tables. */
  migrations?: string | null;
  /** For tests: what a temporary database and its stored files begin as, on the server that tests share. */
  copyOf?: { database: string; storage: string };
};

export type Embedded = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The database itself, for the publisher: a login that has no rights but to take on `service_role`. */
  databaseUrl: string;
  /** The migrations that this start applied. */
  applied: string[];
  /** The folder of stored files. */
  storageFolder: string;
  /** Runs a statement as the owner of the schema, for tests and scripts. */
  query<T = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<T[]>;
  /** Runs a script of several statements as the owner, and returns the rows of each. It may change the schema. */
  execute(sql: string): Promise<Record<string, unknown>[][]>;
  stop(): Promise<void>;
};

/**
 * Starts a Supabase in this process: the data API, sign-in and storage on 127.0.0.1, over the PostgreSQL of the data directory,
 * which is started and stopped with it, or over one that runs already. It is for trying, developing and testing; production is
 * Supabase itself.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, databaseUrl, migrations = migrationsFolder } = options;
  const folder = dataDir === null ? null : resolve(dataDir);
  // Before its keys are read: a directory of another kind has others, or none that this user may read.
  if (folder !== null && !databaseUrl) await checkDirectory(folder);
  const keys = options.keys ?? (folder === null ? generateKeys() : await readKeys(folder));
  const at = databaseUrl ? { url: databaseUrl } : folder === null ? null : { folder, port: options.databasePort ?? 0 };
  const database = await openDatabase({
    at,
    keys,
    migrations,
    ...(options.copyOf ? { copyOf: options.copyOf.database } : {}),
  });
  const files =
    folder === null
      ? await mkdtemp(join(readSharedServer()?.folder ?? tmpdir(), 'embedded-storage-'))
      : join(folder, 'storage');
  const close = async () => {
    await database.close();
    if (folder === null) await rm(files, { recursive: true, force: true });
  };
  try {
    if (options.copyOf) await cp(options.copyOf.storage, files, { recursive: true });
    const served = await serve(database, new LocalStorage(files), options.port ?? 0, close);
    return { ...served, storageFolder: files };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serve(
  database: OpenDatabase,
  storage: LocalStorage,
  port: number,
  close: () => Promise<void>,
): Promise<Omit<Embedded, 'storageFolder'>> {
  const { keys, ownerUrl } = database;
  const login = (user: keyof EmbeddedKeys['passwords']) =>
    withLogin(ownerUrl, { user, password: keys.passwords[user] });
  const calls = openPool(login('authenticator'), { max: 8, name: 'calls' });
  const functions = callFunctions(calls, keys);
  const lite = await openLite({
    urls: {
      owner: ownerUrl,
      auth: login('supabase_auth_admin'),
      storage: login('supabase_storage_admin'),
      data: login('authenticator'),
    },
    keys,
    storage,
    findTimeout: (name) => functions.findTimeout(name),
    schemaFile: database.schemaFile,
  });
  const query = async <T>(sql: string, parameters: unknown[] = []): Promise<T[]> =>
    database.withSession(async (session) => (await session.query<T>(sql, parameters)).rows);
  const signIn = guardSignUp({ keys, api: lite.auth, operatorApi: lite.operatorAuth, query });
  const auth = addSecondFactors({ jwtSecret: keys.jwt, api: signIn, query });
  const listener = getRequestListener(
    (request) => route(request, { data: lite.data, storage: lite.storage, auth }, keys),
    {
      overrideGlobalObjects: false,
    },
  );
  const server = createServer((incoming, outgoing) => {
    functions.answer(incoming, outgoing).then(
      (done) => (done ? undefined : listener(incoming, outgoing)),
      () => outgoing.destroy(),
    );
  });
  const closeAll = async () => {
    await closeServer(server);
    await Promise.all([lite.close(), calls.end({ timeout: 2 })]);
  };
  try {
    await listen(server, port);
  } catch (error) {
    await closeAll();
    throw error;
  }
  const speakAgain = silenceRefusals();
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  await database.announce(url);

  const stop = async () => {
    await closeAll();
    await close();
    speakAgain();
  };
  let stopped: Promise<void> | null = null;
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    databaseUrl: login('publisher'),
    applied: database.applied,
    query,
    execute: async (sql) => {
      const results = await database.withSession((session) => session.exec(sql));
      functions.forgetSchema();
      await lite.forgetSchema();
      return results.map((result) => result.rows);
    },
    stop: () => (stopped ??= stop()),
  };
}

type Answer = (request: Request) => Promise<Response>;

async function route(
  request: Request,
  parts: { data: Answer; storage: Answer; auth: Answer },
  keys: EmbeddedKeys,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/embedded') return Response.json({ pid: process.pid });
  if (pathname.startsWith('/auth/v1/')) return parts.auth(request);
  if (pathname.startsWith('/storage/v1/')) return parts.storage(request);
  const wrong = refuseToken(request, keys);
  return wrong ?? parts.data(request);
}

/** PostgREST refuses a token that is forged or has expired; the library would treat the request as a visitor's. */
function refuseToken({ headers }: Request, keys: EmbeddedKeys): Response | null {
  const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined || token.startsWith('sb_')) return null;
  switch (describeToken(token, keys.jwt)) {
    case 'valid':
      return null;
    case 'expired':
      return refuse('PGRST303', 'JWT expired');
    case 'forged':
      return refuse('PGRST301', 'JWSError JWSInvalidSignature');
  }
}

function refuse(code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status: 401 });
}

/**
 * The library prints every refusal of the database with its stack. The client gets the error; the log does not need it.
 */
function silenceRefusals(): () => void {
  const { error } = console;
  const filtered = (...values: unknown[]) => {
    if (!isAnswered(values[0])) error(...values);
  };
  console.error = filtered;
  return () => {
    if (console.error === filtered) console.error = error;
  };
}

function isAnswered(error: unknown): boolean {
  const isUnknownTable = error instanceof Error && 'relation' in error && 'schema' in error;
  return isDatabaseError(error) || isDisconnected(error) || isUnknownTable;
}

function listen(server: Server, port: number): Promise<void> {
  // Clients reuse connections; the server must not close one just when it is used again.
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
