import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { pgmq } from '@electric-sql/pglite-pgmq';
import { applyMigrations, readMigrations } from './apply-migrations.ts';
import { bootstrapSql } from './bootstrap.ts';
import { passOn } from './database-errors.ts';
import type { EmbeddedKeys } from './keys.ts';
import { LocalStorage } from './local-storage.ts';
import { type OneConnection, shareConnection } from './one-connection.ts';
import { findTemplate, keepTemplate } from './template.ts';

export const migrationsFolder = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));

export type DatabaseOptions = {
  /** Null keeps all in memory. */
  folder: string | null;
  keys: EmbeddedKeys;
  /** The folder of migrations to apply, or null for none. */
  migrations: string | null;
};

export type OpenDatabase = OneConnection & {
  driver: PGlite;
  /** The migrations that were applied now. */
  applied: string[];
  /** The data API, sign-in and storage. Visitors cannot sign up; whoever calls `operatorApi` can add accounts. */
  api: (request: Request) => Promise<Response>;
  operatorApi: (request: Request) => Promise<Response>;
  /** Has to be called after a change of the schema, for the data API to see it. */
  forgetSchema(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a PGlite database as hosted Supabase would have it: system schemas and roles, then the project's migrations. */
export async function openDatabase({ folder, keys, migrations }: DatabaseOptions): Promise<OpenDatabase> {
  // The library reads this once, while it is loaded.
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  const { App } = await import('@supabase/lite');
  const { createPgliteConnection } = await import('@supabase/lite/pglite');
  const files = migrations === null ? [] : await readMigrations(migrations);
  const template =
    folder === null ? await findTemplate([bootstrapSql, ...files.map((file) => file.file + file.sql)]) : null;
  const connection = await createPgliteConnection({
    ...(folder === null ? {} : { url: join(folder, 'database') }),
    pgliteOptions: {
      ...(template?.blob ? { loadDataDir: template.blob } : {}),
      extensions: { pg_trgm, pgtap, pgmq },
      // Times as PostgREST writes them: 2026-11-21T12:49:39.528+00:00.
      parsers: { 1114: (time) => time.replace(' ', 'T'), 1184: (time) => `${time.replace(' ', 'T')}:00` },
    },
  });
  connection.normalizeDbError = passOn;
  const { driver } = connection;
  await driver.waitReady;

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
        // Links are guessed neither by their code nor after an hour.
        email: { otp_length: 10, otp_expiry: 3600 },
      },
      storage: { enabled: true, file_size_limit: '200MiB' },
      studio: { enabled: false },
      options: {
        server: { admin: false, disableStudio: true },
        // Mail is the server's affair, in the reader's language: nothing goes out from here.
        drivers: { email: { send: async () => {} } },
      },
    });
    app._storageAdapter = storage;
    return app;
  };
  const app = makeApp(false);
  const operatorApp = makeApp(true);
  await withoutWarnings(async () => {
    await app.ensureSystemSchema();
    await operatorApp.init();
  });

  const database = shareConnection(connection);
  const close = async () => {
    // After a statement that is still running, and before any other.
    await database.exclusively(() => connection.close());
    if (folder === null) await rm(filesFolder, { recursive: true, force: true });
  };
  try {
    const applied = await database.exclusively(async (sql) => {
      if (!template?.blob) await sql.exec(bootstrapSql);
      const newFiles = await applyMigrations(sql, files);
      if (template && !template.blob) await keepTemplate(template, driver);
      await learnArrayTypes(driver, sql);
      return newFiles;
    });
    return {
      ...database,
      driver,
      applied,
      api: (request) => app.fetch(request, { peerAddress: null }),
      operatorApi: (request) => operatorApp.fetch(request, { peerAddress: null }),
      forgetSchema: () => connection.clearSchemaCache(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Arrays of the project's enumerations are read as arrays. The row types of tables have array types as well; each would only
 * make every answer slower, because all parsers are copied for it.
 */
async function learnArrayTypes(driver: PGlite, sql: Pick<PGlite, 'query'>): Promise<void> {
  await driver.refreshArrayTypes();
  const { rows } = await sql.query<{ oid: number }>(
    "select typarray::int as oid from pg_type where typtype = 'c' and typarray <> 0",
  );
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
