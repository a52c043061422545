import { MessageChannel, Worker } from 'node:worker_threads';
import type { BuildChunk, BuiltOutput, OutputBuilder } from '#publish/build-outputs.ts';
import type { ClaimedBatch, OutputPublisher, PublishedOutput } from '#publish/publish-outputs.ts';
import { Calls } from './calls.ts';
import type { RenderPlace, RenderWorkerData, WarmUp } from './render-worker.ts';

/** A thread that renders beside this one. */
export type RenderThread = OutputBuilder & OutputPublisher & { ended: Promise<void> };

/** Starts a thread with the bundle's entry. One that dies fails what it was given. */
export function startRenderThread(entry: URL, place: RenderPlace): RenderThread {
  const channels = { build: new MessageChannel(), publish: new MessageChannel(), warmUp: new MessageChannel() };
  const ports = { build: channels.build.port2, publish: channels.publish.port2, warmUp: channels.warmUp.port2 };
  const worker = new Worker(entry, {
    workerData: { role: 'render', place, ports } satisfies RenderWorkerData,
    transferList: Object.values(ports),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const build = new Calls<BuildChunk, BuiltOutput[]>(channels.build.port1);
  const publish = new Calls<ClaimedBatch, PublishedOutput[]>(channels.publish.port1);
  const warmUp = new Calls<WarmUp, void>(channels.warmUp.port1);
  const fail = (error: Error) => {
    for (const calls of [build, publish, warmUp]) calls.fail(error);
  };
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  worker.on('error', fail);
  worker.on('exit', (code) => {
    fail(new Error(`A render thread ended with code ${code}`));
    resolve();
  });
  return {
    ended,
    build: (chunk) => build.ask(chunk),
    publish: (batch) => publish.ask(batch),
    warmUp: (pages) => warmUp.ask(pages),
    close: async () => {
      await worker.terminate();
    },
  };
}
