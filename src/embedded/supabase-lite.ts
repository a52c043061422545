import type { PostgresConnection } from '@supabase/lite/postgres';
import { type RequestRole, statementTimeouts } from './bootstrap.ts';
import { passOn } from './database-errors.ts';
import type { EmbeddedKeys } from './keys.ts';
import type { LocalStorage } from './local-storage.ts';
import { poolOptions } from './pool.ts';
import { readSchema } from './read-schema.ts';
import { verifyToken } from './verify-token.ts';

/** The parts of the library's request context that this file uses. */
type RequestContext = {
  auth?: { uid?: unknown; role?: string | null; jwt?: unknown };
  storage?: { operation?: unknown };
};
type Transaction = { executeQuery(query: object): Promise<unknown> };
/** Parts of the library that are private only in its types. */
type Patchable = {
  rlsState: string;
  applyJwtSessionContext(transaction: Transaction, context: RequestContext): Promise<void>;
  applyRpcRequestGucs(
    transaction: Transaction,
    rpc: { method: string; path: string; requestHeaders?: Record<string, string> },
  ): Promise<void>;
};

/** The library's own stands in for Node's while it is loaded, and throws where a warning is an error, as that of too many listeners. */
const emitWarning = process.emitWarning.bind(process);

async function loadLibrary() {
  // The library reads this once, while it is loaded.
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  const [{ App }, { createPostgresConnection }] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/postgres'),
  ]);
  process.emitWarning = emitWarning;
  return { App, createPostgresConnection };
}

/** The statement timeout of a database function that sets one, by its name; the data API has to set it before the call. */
type FindTimeout = (functionName: string) => Promise<string | null>;

/**
 * The library's own connection for one login, as its parts expect it: with the codes of errors that PostgREST gives, and the
 * role, the claims and the limits of a request set in one statement.
 */
async function connect(url: string, name: string, max: number, findTimeout?: FindTimeout): Promise<PostgresConnection> {
  const { createPostgresConnection } = await loadLibrary();
  const connection = createPostgresConnection({ url, postgresOptions: poolOptions({ max, name }) });
  connection.normalizeDbError = passOn;
  const patched = connection as unknown as Patchable;
  // Otherwise the first request grants every role all rights on every schema that has row level security.
  patched.rlsState = 'active';
  patched.applyJwtSessionContext = (transaction, context) => set(transaction, makeSettings(context));
  patched.applyRpcRequestGucs = async (transaction, rpc) => {
    const timeout = await findTimeout?.(rpc.path.replace(/^\/rpc\//, ''));
    await set(transaction, {
      'response.status': '',
      'response.headers': '',
      'request.method': rpc.method,
      'request.path': rpc.path,
      'request.headers': JSON.stringify(rpc.requestHeaders ?? {}),
      ...(timeout ? { statement_timeout: timeout } : {}),
    });
  };
  return connection;
}

function makeSettings({ auth, storage }: RequestContext): Record<string, string> {
  const role = auth?.role || 'anon';
  return {
    role,
    'request.jwt.claim.sub': toText(auth?.uid),
    'request.jwt.claim.role': role,
    'request.jwt.claims': auth?.jwt && typeof auth.jwt === 'object' ? JSON.stringify(auth.jwt) : '',
    'storage.operation': toText(storage?.operation),
    statement_timeout: String(statementTimeouts[isRequestRole(role) ? role : 'anon']),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRequestRole(role: string): role is RequestRole {
  return Object.hasOwn(statementTimeouts, role);
}

/** Settings for the rest of the transaction. */
async function set(transaction: Transaction, settings: Record<string, string>): Promise<void> {
  const entries = Object.entries(settings);
  const calls = entries.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
  await transaction.executeQuery({
    sql: `select ${calls.join(', ')}`,
    parameters: entries.flat(),
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'settings' },
  });
}

type Answer = (request: Request) => Promise<Response>;

type LiteUrls = {
  /** As the owner, who may see the whole schema. */
  owner: string;
  auth: string;
  storage: string;
  data: string;
};

type Lite = {
  data: Answer;
  storage: Answer;
  /** Sign-in. Visitors cannot sign up; callers of `operatorAuth` can add accounts. */
  auth: Answer;
  operatorAuth: Answer;
  /** Has to be called after a change of the schema, for the data API to see it. */
  forgetSchema(): Promise<void>;
  close(): Promise<void>;
};

type LiteOptions = {
  urls: LiteUrls;
  keys: EmbeddedKeys;
  storage: LocalStorage;
  findTimeout: FindTimeout;
  /** A file with what the catalogue of this database says, made where it is missing; null for a database of its own. */
  schemaFile: string | null;
};

/** Auth, Storage and the data API, each with its own login, as on hosted Supabase. */
export async function openLite({ urls, keys, storage, findTimeout, schemaFile }: LiteOptions): Promise<Lite> {
  const schema = await connect(urls.owner, 'schema', 1);
  const authConnection = await connect(urls.auth, 'auth', 4);
  const storageConnection = await connect(urls.storage, 'storage', 4);
  const dataConnection = await connect(urls.data, 'data', 10, findTimeout);
  // The views of `information_schema` show a login only objects that it has rights on.
  const reader = await readSchema(schema, schemaFile);
  storageConnection.introspect = reader.read;
  dataConnection.introspect = reader.read;

  const auth = await makeApp(authConnection, keys, { signUp: false });
  const operator = await makeApp(authConnection, keys, { signUp: true });
  const files = await makeApp(storageConnection, keys, { storage });
  const data = await makeApp(dataConnection, keys, {});
  const answer = (app: Awaited<ReturnType<typeof makeApp>>): Answer => {
    return async (request) => app.fetch(request, { peerAddress: null });
  };
  return {
    data: answer(data),
    storage: answer(files),
    auth: answer(auth),
    operatorAuth: answer(operator),
    forgetSchema: reader.forget,
    close: async () => {
      const open = [schema, authConnection, storageConnection, dataConnection];
      await Promise.all(open.map((connection) => connection.driver.end({ timeout: 2 })));
    },
  };
}

/** Makes the tables and functions of Auth and Storage, each by the login that owns them. */
export async function makeSystemSchemas(
  urls: Pick<LiteUrls, 'auth' | 'storage'>,
  keys: EmbeddedKeys,
  storage: LocalStorage,
): Promise<void> {
  const parts = [
    { connection: await connect(urls.auth, 'auth', 1), options: { signUp: false } },
    { connection: await connect(urls.storage, 'storage', 1), options: { storage } },
  ];
  for (const { connection, options } of parts) {
    const app = await makeApp(connection, keys, options);
    await app.ensureSystemSchema();
    await connection.driver.end();
  }
}

async function makeApp(
  connection: PostgresConnection,
  keys: EmbeddedKeys,
  { signUp, storage }: { signUp?: boolean; storage?: LocalStorage },
) {
  const { App } = await loadLibrary();
  const app = new App({
    connection,
    api: { pg_safe_update: true },
    auth: {
      enabled: storage === undefined,
      jwt_secret: keys.jwt,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      enable_signup: signUp ?? false,
      minimum_password_length: 12,
      // Links are guessed neither by their code nor after an hour.
      email: { otp_length: 10, otp_expiry: 3600 },
    },
    storage: { enabled: storage !== undefined, file_size_limit: '200MiB' },
    db: { migrations: { enabled: false } },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        middlewares: [
          // PostgREST believes a token by its signature. The library would ask Auth's tables, which this login may not read.
          async (context, next) => {
            const token = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
            const claims = signUp === undefined && token !== undefined ? verifyToken(token, keys.jwt) : null;
            if (claims) {
              context.set('jwt', claims);
              context.set('userId', claims.sub ?? '');
              context.set('sessionId', claims.session_id ?? 'unknown');
            }
            await next();
          },
        ],
      },
      // Mail is the server's affair, in the reader's language: nothing goes out from here.
      drivers: { email: { send: async () => {} } },
    },
  });
  if (storage) app._storageAdapter = storage;
  await withoutWarnings(async () => {
    await app.init();
  });
  return app;
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
