/** Runs a task after all earlier ones have ended, and resolves with its result. */
type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * A queue that runs one task at a time. A task that fails does not stop the next.
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
