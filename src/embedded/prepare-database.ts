import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import { literal } from '#database/quote.ts';
import { describeError } from '#domain/describe-error.ts';
import { type Migration, applyMigrations } from './apply-migrations.ts';
import { readArchivedMigrations } from './archived-migrations.ts';
import { factorsSql, grantsSql, rolesSql, schemasSql } from './bootstrap.ts';
import type { EmbeddedKeys } from './keys.ts';
import { LocalStorage } from './local-storage.ts';
import { type Pool, type Session, openPool, withLogin, withSession } from './pool.ts';
import { makeSystemSchemas } from './supabase-lite.ts';

/** The oldest PostgreSQL that has the privileges that the bootstrap grants. Hosted Supabase runs 17. */
const oldestVersion = 160_000;

/**
 * A hash of everything that a database is prepared from, apart from its migrations; if it changes, the database is
 * prepared again.
 */
export async function bootstrapHash(keys: EmbeddedKeys): Promise<string> {
  const library = new URL('../../node_modules/@supabase/lite/package.json', import.meta.url);
  const hash = createHash('sha256');
  for (const part of [rolesSql(keys.passwords), schemasSql, factorsSql, grantsSql, await readFile(library, 'utf8')])
    hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 24);
}

/**
 * Prepares a database like a new hosted Supabase (roles, Auth, Storage, grants), and applies the missing migrations.
 * Idempotent; concurrent processes take turns.
 * @param ownerUrl an owner of the database who may make roles
 * @returns the files that were applied
 */
export async function prepareDatabase(
  ownerUrl: string,
  keys: EmbeddedKeys,
  migrations: readonly Migration[],
): Promise<string[]> {
  const owner = openPool(ownerUrl, { max: 1, name: 'migrations' });
  try {
    await expectAnswer(owner, new URL(ownerUrl));
    return await withSession(owner, async (session) => {
      await session.exec(`select pg_advisory_lock(hashtext('ostrevo.prepare'))`);
      await bootstrap(session, ownerUrl, keys);
      return applyMigrations(session, migrations, readArchivedMigrations);
    });
  } finally {
    await owner.end({ timeout: 2 });
  }
}

async function expectAnswer(owner: Pool, { host, pathname }: URL): Promise<void> {
  await owner.unsafe('select 1').catch((error: unknown) => {
    throw new Error(
      `The database ${decodeURIComponent(pathname.slice(1))} of PostgreSQL at ${host} cannot be opened (${describeError(error)}): check DATABASE_URL, and that it runs`,
      { cause: error },
    );
  });
}

const stateRow = z.object({
  database: z.string(),
  version: z.coerce.number(),
  stamp: z.string().nullable(),
  may_prepare: z.boolean(),
  has_roles: z.boolean(),
  has_queues: z.boolean(),
});

async function bootstrap(session: Session, ownerUrl: string, keys: EmbeddedKeys): Promise<void> {
  const { rows } = await session.query(`
    select d.datname as database, current_setting('server_version_num') as version,
      shobj_description(d.oid, 'pg_database') as stamp,
      r.rolsuper or (r.rolcreaterole and r.rolbypassrls) as may_prepare,
      exists (select from pg_roles where rolname = 'authenticator') as has_roles,
      exists (select from pg_available_extensions where name = 'pgmq') as has_queues
    from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`);
  const state = stateRow.parse(rows[0]);
  const stamp = `Prepared by ${await bootstrapHash(keys)}`;
  if (state.stamp === stamp) return;
  if (state.version < oldestVersion) {
    throw new Error(
      `The PostgreSQL of DATABASE_URL is version ${Math.floor(state.version / 10_000)}, and 16 is the oldest that works: use PostgreSQL 17`,
    );
  }
  if (!state.may_prepare) {
    throw new Error(
      `The role of DATABASE_URL may not make the roles that the database needs: alter role … with createrole bypassrls, or give the URL of a role that may`,
    );
  }
  if (!state.has_queues) {
    throw new Error(
      'The PostgreSQL of DATABASE_URL does not have the extension pgmq: copy the files of supabase/extensions/pgmq into its folder share/extension, then start again',
    );
  }
  const logins = (user: 'supabase_auth_admin' | 'supabase_storage_admin' | 'authenticator') =>
    withLogin(ownerUrl, { user, password: keys.passwords[user] });
  // Another website on the same server may have created the roles with other passwords.
  if (state.has_roles && state.stamp === null) await expectLogin(logins('authenticator'));
  else await session.exec(rolesSql(keys.passwords));
  await session.exec(schemasSql);
  const urls = { auth: logins('supabase_auth_admin'), storage: logins('supabase_storage_admin') };
  await makeSystemSchemas(urls, keys, new LocalStorage(tmpdir()));
  await session.exec(factorsSql);
  await session.exec(grantsSql);
  await session.exec(`comment on database "${state.database.replaceAll('"', '""')}" is ${literal(stamp)}`);
}

async function expectLogin(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, name: 'check' });
  try {
    await pool.unsafe('select 1');
  } catch (error) {
    throw new Error(
      'The PostgreSQL of DATABASE_URL has the role authenticator already, with a password that keys.json in DATA_DIR does not have: take that keys.json, or a PostgreSQL server for this website alone',
      { cause: error },
    );
  } finally {
    await pool.end({ timeout: 2 });
  }
}
