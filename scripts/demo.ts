import { z } from 'zod';
import { createKeyClient, expectData } from '#content/clients/client.ts';
import type { MediaBacklog } from '#content/media/media-backlog.ts';
import { PendingMedia } from '#publish/commit/pending-media.ts';
import type { Config } from '#server/config.ts';
import type { Connection } from './connect.ts';
import { addUser } from './add-user.ts';

/** The demo's editor where the environment names no other. Everybody can read the password. */
export const usualDemoEditor = { email: 'editor@ostrevo.example', password: 'measure-everything-2026' } as const;

export function demoUser(): { email: string; password: string } {
  return {
    email: process.env['DEMO_EDITOR_EMAIL'] || usualDemoEditor.email,
    password: process.env['DEMO_EDITOR_PASSWORD'] || usualDemoEditor.password,
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

/**
 * Loads the demo content into a database that has none, and makes the demo editor.
 * @returns its media that are not in Storage yet, of this start or one that was stopped before they were; null for none
 */
export async function loadDemo(
  connection: Connection,
  directory: string,
  config: Config,
): Promise<MediaBacklog | null> {
  const client = createKeyClient(connection.url, connection.secretKey);
  const sites = await expectData('sites', client.from('sites').select('id'), z.array(z.object({ id: z.string() })));
  const pending = new PendingMedia(config.dataDirectory);
  if (sites.length > 0 && !pending.isOpen) return null;
  const { importDemo, resumeDemo } = await import('./import-demo.ts');
  if (sites.length > 0) return resumeDemo(client, directory, config.dataDirectory);
  console.log('Loading the demo content …');
  await pending.open();
  const backlog = await importDemo(client, directory, config.dataDirectory);
  await addUser(connection, { ...demoUser(), role: 'admin', name: 'Demo editor' });
  return backlog;
}
