import path from 'node:path';
import { findRunning } from '#embedded/postgres/data-directory.ts';
import { readKeys } from '#embedded/keys.ts';
import type { Connection } from '../../scripts/connect.ts';
import { outDirectory } from './fixtures.ts';

const dataDirectory = process.env['E2E_DATA_DIR'] ?? path.join(outDirectory, '..', 'data');

/** The database of the server that the specs look at, for what no editor can do in a browser. */
export async function runningDatabase(): Promise<Connection> {
  const url = await findRunning(dataDirectory);
  if (!url) throw new Error(`No database runs in ${dataDirectory}`);
  const keys = await readKeys(dataDirectory);
  return {
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    databaseUrl: null,
    applied: [],
    close: async () => {},
  };
}
