/** Runs a task when those that were given before have ended, and answers as it does. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * A queue of its own for tasks of which one runs at a time. A task that fails holds up none of the next.
 *
 * @example
 *   const inTurn = makeTurns();
 *   await Promise.all([inTurn(drawFirst), inTurn(drawSecond)]);
 */
export function makeTurns(): InTurn {
  let turn = Promise.resolve();
  return async (task) => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    try {
      return await task();
    } finally {
      resolve();
    }
  };
}
