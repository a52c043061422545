/** Claims and stages until nothing is left for it. */
type Worker = (start: StartWorker) => Promise<void>;
/** Begins another worker beside those that are under way. */
export type StartWorker = (worker: Worker) => void;

/**
 * Runs a worker and those that it starts.
 *
 * @throws what one of them has thrown, once all have ended
 */
export async function runWorkers(first: Worker): Promise<void> {
  const workers: Promise<void>[] = [];
  const start: StartWorker = (worker) => {
    const running = worker(start);
    // Waited for below.
    running.catch(() => {});
    workers.push(running);
  };
  start(first);
  const results: PromiseSettledResult<void>[] = [];
  // Others are started meanwhile.
  for (const worker of workers) results.push(...(await Promise.allSettled([worker])));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
