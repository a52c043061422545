import path from 'node:path';
import { siteIds } from '#domain/sites.ts';
import { AvifFollower } from '#content/media/avif-follower.ts';
import { ImageQueue } from '#content/media/image-queue.ts';
import { MediaStorage } from '#content/media/store.ts';
import { pruneRecords } from '#publish/upkeep/prune-records.ts';
import { ReleaseUpkeep } from '#publish/upkeep/release-upkeep.ts';
import { log } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';

/** How often changed files are compressed, and it is asked for new pictures. */
const everyMilliseconds = 5000;
/** How often all files are gone through. */
const allMilliseconds = 60 * 60 * 1000;

/**
 * Begins what is done after pages are live, at low priority: compressed copies, AVIF, and what is past its retention.
 * @returns how to end it
 */
export function startUpkeep(runtime: Runtime): () => Promise<void> {
  const { config, publisher, targets, database, serviceClient } = runtime;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let allAt = 0;
  const release = new ReleaseUpkeep({
    publisher,
    targets,
    stateDirectory: config.dataDirectory,
    retentionMilliseconds: config.mediaRetentionHours * 60 * 60 * 1000,
    log,
  });
  // Its own queue: an editor's upload never waits for these pictures.
  const images = new ImageQueue({ atOnce: 1, waiting: 1, patience: 300_000 });
  const avif = new AvifFollower({
    calls: database,
    storage: new MediaStorage(serviceClient, path.join(config.dataDirectory, 'media-cache'), {
      hasBucket: true,
      images,
    }),
    onFailure: (hash, reason) => log.warn({ hash, reason }, 'A picture is published without AVIF'),
  });
  // Each alone: what is in the way of one is not in the way of the others.
  const attempt = (step: () => Promise<unknown>) =>
    step().catch((error: unknown) => {
      // The database may be away, and a file may be in the way: whatever is left is done in a later turn.
      const reason = error instanceof Error ? error.message : String(error);
      if (!isStopped) log.warn({ reason }, 'Work after publishing waits');
    });
  const hourly = [
    () => release.compressMissing(),
    () => release.tidyMedia(),
    ...siteIds.map((site) => () => targets[site].tidy()),
    () =>
      pruneRecords(
        database,
        { days: config.publishRetentionDays, receipts: config.publishRetentionReceipts },
        () => !isStopped,
      ),
    () => release.tidyPast({ calls: database, outDirectory: config.outDirectory, historyDays: config.historyDays }),
  ];
  const turn = async () => {
    await attempt(() => release.compressChanged());
    if (Date.now() >= allAt) {
      allAt = Date.now() + allMilliseconds;
      for (const step of hourly) if (!isStopped) await attempt(step);
    }
    release.rest();
    await attempt(() => avif.follow(() => !isStopped));
  };
  let running = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      running = turn().then(() => {
        if (!isStopped) schedule();
      });
    }, everyMilliseconds);
    timer.unref();
  };
  if (config.isUpkeepOn) schedule();
  return async () => {
    isStopped = true;
    if (timer) clearTimeout(timer);
    release.stop();
    await running;
  };
}
