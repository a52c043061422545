import path from 'node:path';
import { imageQueue } from '#content/media/jobs/image-queue.ts';
import { MediaStorage } from '#content/media/store.ts';
import type { StaffContext } from './as-staff.ts';

/** Where uploads are stored: pictures are worked on in processes beside the server. */
export function mediaStorage({ runtime: { serviceClient, config } }: Pick<StaffContext, 'runtime'>): MediaStorage {
  return new MediaStorage(serviceClient, path.join(config.dataDirectory, 'media-cache'), {
    hasBucket: true,
    images: imageQueue,
  });
}
