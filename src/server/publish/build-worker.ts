import type { MessagePort } from 'node:worker_threads';
import type { Origins } from '#kinds/reading/context.ts';
import { createKeyClient } from '#content/client.ts';
import { type BuildChunk, type BuiltChunk, localBuilder } from '#publish/build-outputs.ts';
import { renderPage } from '#astro/render-page.ts';

/** What a worker thread is started with. */
export type BuildWorkerData = {
  role: 'build';
  supabase: { url: string; secretKey: string };
  origins: Origins;
  outDirectory: string;
};

/** A chunk of a build to draw, or the question whether the index knows of all that was built. */
export type WorkerRequest = { id: number; part: { chunk: BuildChunk; build: number } | null };
export type WorkerAnswer = { id: number } & ({ ok: true; built: BuiltChunk | null } | { ok: false; message: string });

/** Builds the chunks that the main thread sends, one after another. */
export function startBuildWorker(port: MessagePort, data: BuildWorkerData): void {
  const builder = localBuilder({
    client: createKeyClient(data.supabase.url, data.supabase.secretKey),
    origins: data.origins,
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
