import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { $ZodType } from 'zod/v4/core';
import { type BuildWorkerData, startBuildWorker } from '#server/threads/build-worker.ts';
import { type DrawingWorkerData, startDrawingWorker } from '#server/threads/drawing-worker.ts';

// The entry of the bundle, which `scripts` import: it serves requests, publishes, and renders in worker threads, all from the
// same components.

/** The input schema of each action by its name, null for one without input: for the tests that every action has to pass. */
export async function actionInputs(): Promise<Map<string, $ZodType | null>> {
  const [{ server }, { getInputSchema }] = await Promise.all([
    import('#actions/index.ts'),
    import('#actions/define-action.ts'),
  ]);
  return new Map(Object.entries(server).map(([name, action]) => [name, getInputSchema(action) ?? null]));
}

export { serve } from '#server/routes/serve.ts';
export { publishCommand } from '#server/publish/publish-command.ts';
export { startUpkeep } from '#server/publish/upkeep.ts';
export { rollbackSite } from '#server/publish/rollback.ts';
export { rebuildUnknown } from '#server/publish/site-builds.ts';
export { buildSites, needsBuild } from '#server/publish/build-sites.ts';
export { wholeCode } from '#publish/draw/code-parts.ts';
export { makeRuntime, setRuntime } from '#server/runtime.ts';
export { startTracing } from '#server/monitoring/start-tracing.ts';
export { readConfig } from '#server/config.ts';
export { handleRequest } from '#astro/handle-request.ts';
export { renderByAstro, renderPage } from '#astro/render-page.ts';
export { replaceShared } from '#ui/shared-markup.ts';

if (!isMainThread && parentPort && isOurs(workerData)) {
  switch (workerData.role) {
    case 'build':
      startBuildWorker(parentPort, workerData);
      break;
    case 'draw':
      startDrawingWorker(parentPort, workerData);
      break;
  }
}

/** Whether this thread was begun by one of this code bundle. */
function isOurs(data: unknown): data is BuildWorkerData | DrawingWorkerData {
  return typeof data === 'object' && data !== null && 'role' in data;
}
