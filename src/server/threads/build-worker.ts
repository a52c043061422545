import type { MessagePort } from 'node:worker_threads';
import { createKeyClient } from '#content/clients/client.ts';
import { type BuiltChunk, localBuilder } from '#publish/build/build-outputs.ts';
import type { BuildChunk } from '#publish/build/draw-outputs.ts';
import { renderPage } from '#astro/render-page.ts';
import { openServiceDatabase } from '#server/service-database.ts';
import { type ThreadRequest, answering } from './asked-thread.ts';
import type { ThreadSettings } from './thread-settings.ts';

/** The data that a thread of a build is started with. */
export type BuildWorkerData = ThreadSettings & { role: 'build'; outDirectory: string };

/** A chunk of a build to render, or the question whether the index knows of all that was built. */
export type BuildQuestion = { chunk: BuildChunk; build: number } | null;

/** A thread reads two chunks at once, and registers rendered outputs. */
const connections = 3;

/** Builds the chunks that the main thread sends, one after another. */
export function startBuildWorker(port: MessagePort, data: BuildWorkerData): void {
  const { url, secretKey, databaseUrl = null } = data.supabase;
  const builder = localBuilder({
    calls: openServiceDatabase(createKeyClient(url, secretKey), databaseUrl, { max: connections, name: 'build' }),
    origins: data.origins,
    code: data.code,
    renderPage,
    outDirectory: data.outDirectory,
  });
  const answer = answering<BuildQuestion, BuiltChunk | null>(async (part) => {
    if (part) return builder.build(part.chunk, part.build);
    await builder.finish();
    return null;
  });
  port.on('message', (request: ThreadRequest<BuildQuestion>) => {
    void answer(request).then((built) => port.postMessage(built));
  });
}
