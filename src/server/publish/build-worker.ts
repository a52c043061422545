import type { MessagePort } from 'node:worker_threads';
import type { Origins } from '#kinds/reading/context.ts';
import { createKeyClient } from '#content/client.ts';
import { type BuiltChunk, localBuilder } from '#publish/build-outputs.ts';
import type { BuildChunk } from '#publish/draw-outputs.ts';
import { renderPage } from '#astro/render-page.ts';
import { openServiceDatabase } from '#server/service-database.ts';

/** The data that a worker thread is started with. */
export type BuildWorkerData = {
  role: 'build';
  supabase: { url: string; secretKey: string; databaseUrl?: string | null };
  origins: Origins;
  bundle: string;
  outDirectory: string;
};

/** A chunk of a build to render, or the question whether the index knows of all that was built. */
export type WorkerRequest = { id: number; part: { chunk: BuildChunk; build: number } | null };
export type WorkerAnswer = { id: number } & ({ ok: true; built: BuiltChunk | null } | { ok: false; message: string });

/** A thread reads two chunks at once, and registers rendered outputs. */
const connections = 3;

/** Builds the chunks that the main thread sends, one after another. */
export function startBuildWorker(port: MessagePort, data: BuildWorkerData): void {
  const { url, secretKey, databaseUrl = null } = data.supabase;
  const builder = localBuilder({
    calls: openServiceDatabase(createKeyClient(url, secretKey), databaseUrl, { max: connections, name: 'build' }),
    origins: data.origins,
    bundle: data.bundle,
    renderPage,
    outDirectory: data.outDirectory,
  });
  port.on('message', ({ id, part }: WorkerRequest) => {
    const answer = part ? builder.build(part.chunk, part.build) : builder.finish().then(() => null);
    answer.then(
      (built) => port.postMessage({ id, ok: true, built } satisfies WorkerAnswer),
      (error: unknown) =>
        port.postMessage({
          id,
          ok: false,
          message: error instanceof Error ? error.message : String(error),
        } satisfies WorkerAnswer),
    );
  });
}
