import path from 'node:path';
import type { Client } from '#content/clients/client.ts';
import { importContent } from './import-content.ts';
import type { MediaLater } from './import-media.ts';
import { formatIssue } from '#content/records/parse-record.ts';
import { seedSource } from './source.ts';

/**
 * Loads a directory of seed files into an empty database. A seed that is not in order is a mistake of the code base.
 * @param later where media are left to be stored later; without it they are stored before their records
 */
export async function importSeed(
  client: Client,
  directory: string,
  dataDirectory: string,
  later?: MediaLater,
): Promise<void> {
  const result = await importContent(client, await seedSource(directory), {
    replace: false,
    mediaCache: path.join(dataDirectory, 'media-cache'),
    ...(later ? { later } : {}),
  });
  if (result.ok) return;
  throw new Error([result.failure.message, ...(result.failure.issues ?? []).map(formatIssue)].join('\n'));
}
