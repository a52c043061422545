import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work in progress gets this long before the database is closed anyway, so that everything has ended within 10 seconds.
 */
const timeout = 4000;

/**
 * Ends this process when a signal tells it to, or when the process that started it is gone.
 * @param parts what to stop, in this order, each after the one before it
 * @param close closes the database, after all parts
 * @returns aborted from the moment at which it is told
 */
export function stopOnSignal(parts: readonly (() => Promise<unknown>)[], close: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const stopParts = async () => {
      for (const part of parts) await part();
    };
    await Promise.race([stopParts(), sleep(timeout)]).catch((error: unknown) => console.error(error));
    await close();
    process.exit(0);
  };
  for (const reason of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(reason, () => void stop());
  // Gone already, while this process was starting.
  if (process.send && !process.connected) void stop();
  return stopping.signal;
}
