import path from 'node:path';
import type { Client } from '#content/clients/client.ts';
import { inspectImage } from '#content/media/pictures/encode-image.ts';
import { cleanVector } from '#content/media/drawings/clean-vector.ts';
import { ImageQueue } from '#content/media/jobs/image-queue.ts';
import { MediaBacklog } from '#content/media/media-backlog.ts';
import { MediaStorage } from '#content/media/store.ts';
import { type MediaLater, addToBacklog } from '#content/transfer/import-media.ts';
import { importSeed } from '#content/transfer/import-seed.ts';
import { seedSource } from '#content/transfer/source.ts';

/** Loads the demo content. Its media are left in the backlog: encoding its pictures takes longer than all the rest. */
export async function importDemo(client: Client, directory: string, dataDirectory: string): Promise<MediaBacklog> {
  const later = demoMedia(client, dataDirectory);
  await importSeed(client, directory, dataDirectory, later);
  return later.backlog;
}

/** The media of demo content that was loaded by a start that was stopped before all of them were stored. */
export function resumeDemo(client: Client, directory: string, dataDirectory: string): MediaBacklog {
  const later = demoMedia(client, dataDirectory, async () => addToBacklog(await seedSource(directory), later));
  return later.backlog;
}

function demoMedia(client: Client, dataDirectory: string, fill?: () => Promise<void>): MediaLater {
  // Processes of low priority, so that visitors are served first.
  const queue = new ImageQueue({ waiting: Number.POSITIVE_INFINITY, timeout: 300_000 });
  const media = new MediaStorage(client, path.join(dataDirectory, 'media-cache'), {
    hasBucket: true,
    // The repository's own pictures and drawings, so those are read without one.
    images: {
      inspect: inspectImage,
      encode: (...work) => queue.encode(...work),
      cleanVector,
    },
  });
  const backlog = new MediaBacklog({
    ...(fill ? { fill } : {}),
    onFailure: (_, reason) => console.error(`A file of the demo content could not be stored: ${reason}`),
  });
  return { backlog, media };
}
