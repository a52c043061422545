import { type Server, createServer } from 'node:http';
import { type Result, fail, ok } from '#domain/result.ts';

/**
 * How long a connection without a request is kept. Proxies use one again for a minute (nginx, Varnish, most balancers) or two (Caddy):
 * where it is closed on this side just then, a visitor gets a 502.
 */
const idleMilliseconds = 130_000;

/** Begins to listen, or fails with a message that says why it cannot. */
export async function listen(server: Server, host: string, port: number): Promise<Result<null>> {
  server.keepAliveTimeout = idleMilliseconds;
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(null));
  });
  if (!error) return ok(null);
  return fail(
    'unavailable',
    error.code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is in use. Stop the other program, or start with another PORT.`
      : `The server cannot listen on ${host}:${port}: ${error.message}`,
  );
}

/** Whether the server could listen, asked before the minute of work that comes first on an empty database. */
export async function checkPort({ host, port }: { host: string; port: number }): Promise<Result<null>> {
  const server = createServer();
  const listening = await listen(server, host, port);
  if (listening.ok) await new Promise((resolve) => server.close(resolve));
  return listening;
}
