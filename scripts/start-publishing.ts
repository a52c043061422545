import type { Runtime } from '#server/runtime.ts';

/** Starts all that publishes by itself from now on: changes, releases at their moments, purges, reconciliation, and who watches it. */
export async function startPublishing(runtime: Runtime): Promise<void> {
  await runtime.publisher.warmUp();
  await runtime.publisher.start();
  runtime.launches.start();
  runtime.purger?.start();
  runtime.reconciler.start();
  runtime.watch.start();
}
