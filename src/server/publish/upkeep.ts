import path from 'node:path';
import { describeError } from '#domain/describe-error.ts';
import { siteIds } from '#domain/sites.ts';
import { AvifFollower } from '#content/media/avif-follower.ts';
import { ImageQueue } from '#content/media/jobs/image-queue.ts';
import { MediaStorage } from '#content/media/store.ts';
import { tidyUploads } from '#content/media/upload-parts.ts';
import { pruneRecords } from '#publish/upkeep/prune-records.ts';
import { BuildUpkeep } from '#publish/upkeep/build-upkeep.ts';
import { log } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';

/** How often changed files are compressed, and it is asked for new pictures. */
const everyMilliseconds = 5000;
/** How often all files are gone through. */
const allMilliseconds = 60 * 60 * 1000;
/** How soon after one of these steps has failed, as while the database is away. */
const againMilliseconds = 60_000;

/** What is done after pages are live, at low priority: compressed copies, AVIF, and what is past its retention. */
type Upkeep = {
  /** Does what there is to do, and once an hour what needs all files. Answers with the reasons of what waits. */
  turn: () => Promise<string[]>;
  stop: () => void;
};

/** Begins the turns of `openUpkeep`, unless the configuration leaves them to another server. @returns how to end them */
export function startUpkeep(runtime: Runtime): () => Promise<void> {
  const upkeep = openUpkeep(runtime);
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running = Promise.resolve();
  const turn = async () => {
    const reasons = await upkeep.turn();
    if (isStopped) return;
    for (const reason of reasons) log.warn({ reason }, 'Work after publishing waits');
    schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = turn();
    }, everyMilliseconds);
    timer.unref();
  };
  if (runtime.config.isUpkeepOn) schedule();
  return async () => {
    isStopped = true;
    if (timer) clearTimeout(timer);
    upkeep.stop();
    await running;
  };
}

/** @param priority of the process that works; the lowest unless somebody waits for it, as tests do */
export function openUpkeep(
  { config, publisher, targets, database, serviceClient }: Runtime,
  priority?: number,
): Upkeep {
  let isStopped = false;
  let allAt = 0;
  const build = new BuildUpkeep({
    publisher,
    targets,
    stateDirectory: config.dataDirectory,
    retentionMilliseconds: config.mediaRetentionHours * 60 * 60 * 1000,
    log,
    ...(priority === undefined ? {} : { priority }),
  });
  // Its own queue: an editor's upload never waits for these pictures.
  const images = new ImageQueue({ concurrency: 1, waiting: 1, timeout: 300_000 });
  const avif = new AvifFollower({
    calls: database,
    storage: new MediaStorage(serviceClient, path.join(config.dataDirectory, 'media-cache'), {
      hasBucket: true,
      images,
    }),
    onFailure: (hash, reason) => log.warn({ hash, reason }, 'A picture is published without AVIF'),
  });
  const goesOn = () => !isStopped;
  const retention = { days: config.publishRetentionDays, receipts: config.publishRetentionReceipts };
  const hourly = [
    () => build.compressMissing(),
    () => build.tidyMedia(),
    ...siteIds.map((site) => () => targets[site].tidy()),
    () => pruneRecords(database, retention, goesOn),
    () => tidyUploads(serviceClient, Date.now()),
    () => build.tidyArchive({ calls: database, outDirectory: config.outDirectory, historyDays: config.historyDays }),
  ];
  const turn = async () => {
    const reasons: string[] = [];
    // Each alone: the database may be away, and a file in the way of one is not in the way of the others.
    const attempt = async (step: () => Promise<unknown>) => {
      try {
        if (goesOn()) await step();
      } catch (error) {
        reasons.push(describeError(error));
      }
    };
    await attempt(() => build.compressChanged());
    if (Date.now() >= allAt) {
      const before = reasons.length;
      for (const step of hourly) await attempt(step);
      allAt = Date.now() + (reasons.length > before ? againMilliseconds : allMilliseconds);
    }
    build.rest();
    await attempt(() => avif.follow(goesOn));
    return [...new Set(reasons)];
  };
  return {
    turn,
    stop: () => {
      isStopped = true;
      build.stop();
    },
  };
}
