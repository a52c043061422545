import type { MessagePort } from 'node:worker_threads';
import type { Origins } from '#kinds/reading/context.ts';
import { DatabaseUnavailable, createKeyClient } from '#content/client.ts';
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
export type WorkerAnswer = { id: number } & (
  | { ok: true; built: BuiltChunk | null }
  | { ok: false; fault: WorkerFault }
);
/** An error on its way to another thread, which loses the class of it. */
export type WorkerFault = { message: string; unavailable: { call: string; code: string; reason: string } | null };

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
      (error: unknown) => port.postMessage({ id, ok: false, fault: faultOf(error) } satisfies WorkerAnswer),
    );
  });
}

/** What another thread is told of an error. */
export function faultOf(error: unknown): WorkerFault {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof DatabaseUnavailable)) return { message, unavailable: null };
  const { call, code, reason } = error;
  return { message, unavailable: { call, code, reason } };
}

/** The error of a fault, in the thread that it has reached. */
export function errorOf({ message, unavailable }: WorkerFault): Error {
  if (!unavailable) return new Error(message);
  return new DatabaseUnavailable(unavailable.call, unavailable.code, unavailable.reason);
}
