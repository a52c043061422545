/** Runs a task as soon as fewer others run than are allowed. */
export type ConcurrencyLimit = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @example
 *   const few = limitConcurrency(4);
 *   await Promise.all(files.map((file) => few(() => send(file))));
 */
export function limitConcurrency(limit: number): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to who waits longest.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Does a task for each of many, so many at a time. Once one fails no other begins, and those under way are waited for. */
export async function forEachConcurrently<T>(
  limit: number,
  items: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) {
      try {
        await task(item);
      } catch (error) {
        rest.forEach(() => {});
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: limit }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
