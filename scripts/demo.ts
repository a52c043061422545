import { z } from 'zod';
import { createKeyClient, expectData } from '#content/client.ts';
import type { Config } from '#server/config.ts';
import type { Connection } from './connect.ts';
import { addUser } from './add-user.ts';

export function demoUser(): { email: string; password: string } {
  return {
    email: process.env['DEMO_EDITOR_EMAIL'] || 'editor@ostrevo.example',
    password: process.env['DEMO_EDITOR_PASSWORD'] || 'measure-everything-2026',
  };
}

/**
 * Whether an empty database gets the demo content and its editor: the embedded one does. A PostgreSQL of one's own may be
 * reached from outside, and gets no account whose password anybody can read here, unless one is named.
 */
export function wantsDemo({ supabase, databaseUrl }: Pick<Config, 'supabase' | 'databaseUrl'>): boolean {
  if (supabase) return false;
  return databaseUrl === null || Boolean(process.env['DEMO_EDITOR_PASSWORD']);
}

/** Loads the demo content into a database that has none, and makes the demo editor. */
export async function loadDemo(connection: Connection, directory: string, config: Config): Promise<void> {
  const client = createKeyClient(connection.url, connection.secretKey);
  const sites = await expectData('sites', client.from('sites').select('id'), z.array(z.object({ id: z.string() })));
  if (sites.length > 0) return;
  console.log('Loading the demo content …');
  const { importSeed } = await import('#content/transfer/import-seed.ts');
  await importSeed(client, directory, config.dataDirectory);
  await addUser(connection, { ...demoUser(), role: 'admin', name: 'Demo editor' });
}
