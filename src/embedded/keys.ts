import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The roles that log in to the database. */
export const logins = [
  /** Owns the schema and applies migrations; no superuser, as on hosted Supabase. */
  'postgres',
  /** The data API, which takes on the role of each request. */
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  /** The publisher's direct connection, which takes on `service_role`. */
  'publisher',
] as const;
export type Login = (typeof logins)[number];

const passwordsSchema = z.record(z.enum(logins), z.string());
export type Passwords = z.infer<typeof passwordsSchema>;

const keysSchema = z.object({
  publishable: z.string(),
  secret: z.string(),
  jwt: z.string(),
  passwords: passwordsSchema,
});
/**
 * The secrets of an embedded Supabase: the keys of clients, the key that signs access tokens, and the database's
 * passwords.
 */
export type EmbeddedKeys = z.infer<typeof keysSchema>;

const random = () => randomBytes(24).toString('base64url');

function generatePasswords(): Passwords {
  return {
    postgres: random(),
    authenticator: random(),
    supabase_auth_admin: random(),
    supabase_storage_admin: random(),
    publisher: random(),
  };
}

export function generateKeys(passwords: Passwords = generatePasswords()): EmbeddedKeys {
  return {
    publishable: `sb_publishable_${random()}`,
    secret: `sb_secret_${random()}`,
    jwt: randomBytes(48).toString('base64url'),
    passwords,
  };
}

/** The keys of a data directory, made when they are first asked for. Only the owner of the files can read them. */
export async function readKeys(dataDir: string): Promise<EmbeddedKeys> {
  const file = join(dataDir, 'keys.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) {
    const keys = keysSchema.safeParse(JSON.parse(text));
    if (keys.success) return keys.data;
    throw new Error(
      `${file} does not hold the keys of an embedded Supabase. Restore it from a backup, or move it away and start again, which makes new keys and signs everybody out`,
    );
  }
  const keys = generateKeys();
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}
