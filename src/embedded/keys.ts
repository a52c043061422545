import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const keysSchema = z.object({ publishable: z.string(), secret: z.string(), jwt: z.string() });
/** The keys of an embedded Supabase: what visitors' and scripts' clients send, and what signs access tokens. */
export type EmbeddedKeys = z.infer<typeof keysSchema>;

export function generateKeys(): EmbeddedKeys {
  const random = () => randomBytes(24).toString('base64url');
  return {
    publishable: `sb_publishable_${random()}`,
    secret: `sb_secret_${random()}`,
    jwt: randomBytes(48).toString('base64url'),
  };
}

/** The keys of a data directory, made when they are first asked for. Only the owner of the files can read them. */
export async function readKeys(dataDir: string): Promise<EmbeddedKeys> {
  const file = join(dataDir, 'keys.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) return keysSchema.parse(JSON.parse(text));
  const keys = generateKeys();
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}
