import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '#domain/describe-error.ts';
import { type PostgresServer, type StartOptions, startPostgres } from './start-postgres.ts';

/** The waits between attempts to start a server again, the last of them for ever. */
const waits = [0, 250, 1000, 5000];

/**
 * Starts PostgreSQL, and restarts it on the same port when it ends or is killed: connection strings stay valid, pools
 * reconnect, and no committed data is lost.
 * @param report called with one line for the operator
 */
export async function keepPostgresRunning(
  options: StartOptions,
  report: (line: string) => void = console.error,
): Promise<PostgresServer> {
  const first = await startPostgres(options);
  const listeners: ((reason: string) => void)[] = [];
  let address: string | null = null;
  const stopping = new AbortController();
  let current: Promise<PostgresServer | null> = Promise.resolve(first);

  async function startAgain(): Promise<PostgresServer | null> {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(waits[Math.min(attempt, waits.length - 1)], null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        const server = await startPostgres({ ...options, port: first.port });
        watch(server);
        if (address !== null) await server.announce(address);
        report('PostgreSQL runs again.');
        return server;
      } catch (error) {
        if (attempt < waits.length) report(describeError(error));
      }
    }
  }

  function watch(server: PostgresServer): void {
    server.onExit((reason) => {
      report(`PostgreSQL ended (${reason}) and is started again.`);
      for (const listener of listeners) listener(reason);
      current = startAgain();
    });
  }

  watch(first);
  return {
    ...first,
    announce: async (url) => {
      address = url;
      await (await current)?.announce(url);
    },
    onExit: (listener) => void listeners.push(listener),
    stop: async () => {
      stopping.abort();
      await (await current)?.stop();
    },
  };
}
