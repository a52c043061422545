import type { Runtime } from '#server/runtime.ts';
import type { loadCodeBundle } from './run.ts';

type Bundle = Awaited<ReturnType<typeof loadCodeBundle>>['bundle'];

/** Starts all that publishes by itself from now on: changes, releases at their moments, purges, reconciliation, and who watches it. */
export async function startPublishing({ rebuildUnknown }: Bundle, runtime: Runtime): Promise<void> {
  await runtime.publisher.warmUp();
  rebuildUnknown(runtime);
  await runtime.publisher.start();
  runtime.releases.start();
  runtime.purger?.start();
  runtime.reconciler.start();
  runtime.watch.start();
}
