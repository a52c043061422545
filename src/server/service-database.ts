import type { Client } from '#content/client.ts';
import { type ServiceDatabase, databaseOverHttp } from '#content/database.ts';
import { type DirectOptions, openDirectDatabase } from '#content/direct-database.ts';

/** The database over connections of its own, or over HTTP where no connection string is known. */
export function openServiceDatabase(
  client: Client,
  databaseUrl: string | null,
  options: DirectOptions,
): ServiceDatabase {
  return databaseUrl === null ? databaseOverHttp(client) : openDirectDatabase(databaseUrl, options);
}
