import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections (from 32,768 on Linux, 49,152 elsewhere): one of those may take a port in
 * the seconds between its choice and the moment at which a server listens on it. Above what services use by default.
 */
const firstPort = 12_000;
const portCount = 20_000;
const portsOfProcess = 20;

/** Processes that start at about the same time have parts of their own, so that no two choose the same port. */
let next = (process.pid * portsOfProcess) % portCount;

/** A port of this machine that nothing listens on, for a server that is started soon. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries += 1) {
    const port = firstPort + next;
    next = (next + 1) % portCount;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${firstPort} to ${firstPort + portCount - 1} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
