import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import type { Config } from '#server/config.ts';
import type { Connection } from './connect.ts';
import { addUser } from './add-user.ts';

export function demoUser(): { email: string; password: string } {
  return {
    email: process.env['DEMO_EDITOR_EMAIL'] || 'editor@ostrevo.example',
    password: process.env['DEMO_EDITOR_PASSWORD'] || 'measure-everything-2026',
  };
}

/** Loads the demo content into a database that has none, and makes the demo editor. */
export async function loadDemo(
  client: Client,
  connection: Connection,
  directory: string,
  config: Config,
): Promise<void> {
  const sites = await expectData('sites', client.from('sites').select('id'), z.array(z.object({ id: z.string() })));
  if (sites.length > 0) return;
  console.log('Loading the demo content …');
  const { importSeed } = await import('#content/transfer/import-seed.ts');
  await importSeed(client, directory, config.dataDirectory);
  await addUser(connection, { ...demoUser(), role: 'admin', name: 'Demo editor' });
}
