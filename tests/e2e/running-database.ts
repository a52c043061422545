import { findRunning } from '#embedded/postgres/data-directory.ts';
import { readKeys } from '#embedded/keys.ts';
import type { Connection } from '../../scripts/connect.ts';
import { ownServer } from './servers.ts';

/** The database of the server that the specs look at, for what no editor can do in a browser. */
export async function runningDatabase(): Promise<Connection> {
  const { dataDirectory } = ownServer();
  const url = await findRunning(dataDirectory);
  if (!url) throw new Error(`No database runs in ${dataDirectory}`);
  const keys = await readKeys(dataDirectory);
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    databaseUrl: null,
    applied: [],
    isShared: true,
    close: async () => {},
  };
}
