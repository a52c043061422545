import { z } from 'zod';

/** A server that specs use: what `npm start` runs, in folders of its own. */
const server = z.object({ port: z.number(), outDirectory: z.string(), dataDirectory: z.string() });
export type Server = z.infer<typeof server>;

const variable = 'E2E_SERVERS';

export function announceServers(servers: readonly Server[]): void {
  process.env[variable] = JSON.stringify(servers);
}

export function readServers(): Server[] | null {
  const text = process.env[variable];
  return text === undefined ? null : z.array(server).min(1).parse(JSON.parse(text));
}

/** The server of this browser worker: no spec meets the changes of one that runs beside it. */
export function ownServer(): Server {
  const servers = readServers();
  const own = servers?.[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % servers.length];
  if (!own) throw new Error(`${variable} is not set: the specs are started by Playwright, with its global set-up`);
  return own;
}
