import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { identifier, literal } from '#database/quote.ts';
import { logins, type Passwords } from './keys.ts';
import { openPool, withLogin } from './pool.ts';
import { findServerPort } from './postgres/data-directory.ts';
import { keepPostgresRunning } from './postgres/keep-running.ts';
import { type StartOptions, startPostgres } from './postgres/start-postgres.ts';

/** The database of a server that is this project's own. */
export const databaseName = 'website';

/** A server that runs already, whose superuser may be used: tests share one. */
const sharedSchema = z.object({
  adminUrl: z.string(),
  folder: z.string(),
  passwords: z.record(z.enum(logins), z.string()),
});
export type SharedServer = {
  adminUrl: string;
  /** A folder for files that are deleted with the server. */
  folder: string;
  passwords: Passwords;
};

/** The environment variable with the address of a server for temporary databases, for this process and its children. */
export const sharedServerVariable = 'EMBEDDED_POSTGRES';

export function readSharedServer(): SharedServer | null {
  const text = process.env[sharedServerVariable];
  return text ? sharedSchema.parse(JSON.parse(text)) : null;
}

/** Where a database is, and how to leave it. */
export type DatabasePlace = {
  /** The connection string of the database's owner, who is no superuser. */
  ownerUrl: string;
  /** Writes down where the API on this database answers, for other commands to find. */
  announce(url: string): Promise<void>;
  close(): Promise<void>;
};

/** The database of a data directory, whose server runs until it is closed. */
export async function openFolder(
  folder: string,
  passwords: Passwords,
  options: Omit<StartOptions, 'folder'> = {},
): Promise<DatabasePlace> {
  const server = await keepPostgresRunning({ folder, ...options });
  try {
    const ownerUrl = await makeDatabase(server.adminUrl(), databaseName, passwords);
    return { ownerUrl, announce: (url) => server.announce(url), close: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The connection string of the publisher's login for the server that has this data directory open; null when none has. */
export async function findDatabaseUrl(folder: string, password: string): Promise<string | null> {
  const port = await findServerPort(folder);
  if (port === null) return null;
  return withLogin(`postgres://127.0.0.1:${port}`, { user: 'publisher', password, database: databaseName });
}

/**
 * The database of a data directory, on the server that has it open, or else on one that runs until it is closed here.
 */
export async function joinFolder(folder: string, passwords: Passwords): Promise<DatabasePlace> {
  const port = await findServerPort(folder);
  if (port === null) return openFolder(folder, passwords);
  const login = { user: 'postgres', password: passwords.postgres, database: databaseName };
  return {
    ownerUrl: withLogin(`postgres://127.0.0.1:${port}`, login),
    announce: async () => {},
    close: async () => {},
  };
}

/** A separate server for one database, in a temporary folder, with fsync off. */
export async function openTemporary(passwords: Passwords): Promise<DatabasePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  const place = await openFolder(folder, passwords, { durable: false });
  return {
    ...place,
    close: async () => {
      await place.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty database with its owner, where they are missing. Returns the owner's connection string. */
export async function makeDatabase(adminUrl: string, database: string, passwords: Passwords): Promise<string> {
  const ownerUrl = withLogin(adminUrl, { user: 'postgres', password: passwords.postgres, database });
  const admin = openPool(adminUrl, { max: 1, name: 'set-up' });
  try {
    const options = `login createrole createdb bypassrls password ${literal(passwords.postgres)}`;
    const found = await admin`select 1 from pg_database where datname = ${database}`;
    if (found.length > 0) return ownerUrl;
    const owner = await admin`select 1 from pg_roles where rolname = 'postgres'`;
    await admin.unsafe(`${owner.length > 0 ? 'alter' : 'create'} role postgres with ${options}`);
    await admin.unsafe(`create database ${identifier(database)} owner postgres strategy wal_log`);
  } finally {
    await admin.end({ timeout: 2 });
  }
  return ownerUrl;
}

/** Deletes a database, and ends the connections to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = openPool(adminUrl, { max: 1, name: 'drop' });
  try {
    await admin.unsafe(`drop database if exists ${identifier(name)} with (force)`);
  } finally {
    await admin.end({ timeout: 2 });
  }
}

/** A name that no other database of a shared server has. */
export function temporaryName(): string {
  return `test_${process.pid}_${randomBytes(5).toString('hex')}`;
}

/** Empties the database of a data directory that no process has open. */
export async function emptyFolder(folder: string): Promise<void> {
  const server = await startPostgres({ folder });
  try {
    await dropDatabase(server.adminUrl(), databaseName);
  } finally {
    await server.stop();
  }
}
