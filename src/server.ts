import { isMainThread, workerData } from 'node:worker_threads';
import { createApp } from 'astro/app/entrypoint';
import type { Config } from '#server/config.ts';
import { type RenderWorkerData, startRenderWorker } from '#server/render-worker.ts';
import { type Runtime, makeRuntime as makeRuntimeOf } from '#server/runtime.ts';

/**
 * The entry of the bundle, which `scripts` import: it serves requests, publishes, and renders in worker threads, all from
 * the same components.
 */
const app = createApp({ streaming: false });

/** Answers a request that no published file answers. */
export function handleRequest(request: Request, clientAddress: string): Promise<Response> {
  return app.render(request, { clientAddress });
}

/** The names of all actions, for the tests that every action has to pass. */
export async function actionNames(): Promise<string[]> {
  const { server } = await import('#actions/index.ts');
  return Object.keys(server);
}

/** What one server process holds; `bundle` names the code, of which its threads load this file as well. */
export function makeRuntime(
  config: Config,
  supabase: { url: string; publishableKey: string; secretKey: string },
  bundle: string,
  now?: () => Date,
): Runtime {
  return makeRuntimeOf(config, supabase, { bundle, entry: new URL(import.meta.url) }, now);
}

export { serve } from '#server/serve.ts';
export { publishCommand } from '#server/publish-command.ts';
export { rollbackSite } from '#server/rollback.ts';
export { buildSites, needsBuild } from '#server/build-sites.ts';
export { setRuntime } from '#server/runtime.ts';
export { readConfig } from '#server/config.ts';
export { renderPage } from '#server/render-page.ts';

if (!isMainThread && isRenderWorker(workerData)) startRenderWorker(workerData);

function isRenderWorker(data: unknown): data is RenderWorkerData {
  return typeof data === 'object' && data !== null && 'role' in data && data.role === 'render';
}
