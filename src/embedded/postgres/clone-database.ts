import postgres from 'postgres';
import type { PostgresServer } from './start-postgres.ts';

/**
 * Creates a database as a copy of another, which must have no connections meanwhile, in about a tenth of a second.
 * @param names `template`, the database to copy, and `name`, that of the copy
 */
export async function cloneDatabase(
  server: PostgresServer,
  { template, name }: { template: string; name: string },
): Promise<void> {
  await asAdmin(server, (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy wal_log`);
}

/** Deletes a database, and ends the connections to it; does nothing if there is none of that name. */
export async function dropDatabase(server: PostgresServer, name: string): Promise<void> {
  await asAdmin(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
}

async function asAdmin(server: PostgresServer, run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(server.adminUrl(), { max: 1, onnotice: () => {} });
  try {
    await run(sql);
  } finally {
    await sql.end();
  }
}
