import type { MessagePort } from 'node:worker_threads';
import type { SiteId } from '#domain/sites.ts';
import type { Origins } from '#content/context.ts';
import { createKeyClient } from '#content/client.ts';
import { type BuildChunk, type BuiltOutput, localBuilder } from '#publish/build-outputs.ts';
import { type ClaimedBatch, type PublishedOutput, localPublisher } from '#publish/publish-outputs.ts';
import { answerer } from './calls.ts';
import { log } from './log.ts';
import { renderPage } from './render-page.ts';
import { makeTargets } from './targets.ts';

/** What a thread that renders works with. */
export type RenderPlace = {
  supabase: { url: string; secretKey: string };
  origins: Origins;
  /** Where each site's releases are. */
  outDirectory: string;
  mediaDirectory: string;
};

/** Pages that are drawn to warm a thread up. */
export type WarmUp = { sites: readonly SiteId[]; at: string };

/** What a worker thread is started with: its place, and a port for each kind of question. */
export type RenderWorkerData = {
  role: 'render';
  place: RenderPlace;
  ports: { build: MessagePort; publish: MessagePort; warmUp: MessagePort };
};

/** Builds and publishes what the main thread sends, one after another. */
export function startRenderWorker({ place, ports }: RenderWorkerData): void {
  const client = createKeyClient(place.supabase.url, place.supabase.secretKey);
  const common = { client, origins: place.origins, renderPage, mediaDirectory: place.mediaDirectory };
  const builder = localBuilder({ ...common, outDirectory: place.outDirectory });
  const publisher = localPublisher({ ...common, targets: makeTargets(place.outDirectory), log });
  ports.build.on('message', answerer<BuildChunk, BuiltOutput[]>(ports.build, builder.build));
  ports.publish.on('message', answerer<ClaimedBatch, PublishedOutput[]>(ports.publish, publisher.publish));
  ports.warmUp.on('message', answerer<WarmUp, void>(ports.warmUp, publisher.warmUp));
}
