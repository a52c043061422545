import type { MessagePort } from 'node:worker_threads';
import type { Origins } from '#content/context.ts';
import { createKeyClient } from '#content/client.ts';
import { type BuildChunk, type BuiltOutput, localBuilder } from '#publish/build-outputs.ts';
import { renderPage } from './render-page.ts';

/** What a worker thread is started with. */
export type BuildWorkerData = {
  role: 'build';
  supabase: { url: string; secretKey: string };
  origins: Origins;
  outDirectory: string;
  mediaDirectory: string;
};

export type WorkerRequest = { id: number; chunk: BuildChunk };
export type WorkerAnswer = { id: number } & ({ ok: true; outputs: BuiltOutput[] } | { ok: false; message: string });

/** Builds the chunks that the main thread sends, one after another. */
export function startBuildWorker(port: MessagePort, data: BuildWorkerData): void {
  const builder = localBuilder({
    client: createKeyClient(data.supabase.url, data.supabase.secretKey),
    origins: data.origins,
    renderPage,
    outDirectory: data.outDirectory,
    mediaDirectory: data.mediaDirectory,
  });
  port.on('message', ({ id, chunk }: WorkerRequest) => {
    builder.build(chunk).then(
      (outputs) => port.postMessage({ id, ok: true, outputs } satisfies WorkerAnswer),
      (error: unknown) =>
        port.postMessage({
          id,
          ok: false,
          message: error instanceof Error ? error.message : String(error),
        } satisfies WorkerAnswer),
    );
  });
}
