import type { Code, CodeParts } from '#publish/draw/code-parts.ts';
import { availableParallelism, hostname } from 'node:os';
import path from 'node:path';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import type { Calls, ServiceDatabase } from '#content/clients/database.ts';
import type { DrawingThreads } from '#publish/draw/drawing-thread.ts';
import { makeTargets } from '#publish/targets/make-targets.ts';
import type { Target } from '#publish/targets/target.ts';
import { PendingMedia } from '#publish/commit/pending-media.ts';
import { ReleaseSchedule } from '#publish/queue/release-schedule.ts';
import { isDifferent } from '#publish/commit/published-output.ts';
import { Publisher, type Receipt } from '#publish/queue/publisher.ts';
import { Purger } from '#publish/purge/purger.ts';
import { Reconciler } from '#publish/queue/reconciler.ts';
import { nameWorker } from '#publish/commit/release-leases.ts';
import { MarkupCache } from '#astro/markup-cache.ts';
import { Notifier } from '#forms/notifications/notifier.ts';
import type { Config } from './config.ts';
import { deriveDeviceSecret, deriveLinkSecret } from './device-secret.ts';
import { duringRequests, log } from './log.ts';
import { type PurgeSettings, publicAddresses, publicHosts } from './purge-settings.ts';
import { type Channel, alarmChannels } from './monitoring/alarm-channels.ts';
import { type Examined, examineHealth } from './monitoring/examine-health.ts';
import { Metrics } from './monitoring/metrics.ts';
import { FailedReleases } from './monitoring/tell-failed-release.ts';
import { Watch } from './monitoring/watch.ts';
import { type SendMail, makeSendMail } from './mail/mail.ts';
import { renderPageWithCache } from '#astro/render-page.ts';
import { sharedSessions } from '#database/shares-sessions.ts';
import { replaceShared } from '#ui/shared-markup.ts';
import { openDrawingThread } from './threads/drawing-worker.ts';
import { answeringPeople, openServiceDatabase } from './service-database.ts';
import { StaticFiles } from './http/static-files.ts';

/** How a Supabase is reached. */
type SupabaseKeys = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The connection string of its database, by a login that may take on `service_role`. */
  databaseUrl?: string | null;
};

/** The publisher's concurrent connections: two lanes, their reads, and the search index. */
const connections = 4;
/** Outputs of a change that many have: fewer are drawn before a thread has begun. */
const worthAThread = 1500;
/** How often operators' alarms look at the health: two looks that agree are told. */
const lookMilliseconds = 15_000;

/** The services of one server process, created once at start from the configuration. */
export type Runtime = {
  config: Config;
  /** The name of this process's publisher and of its builds. */
  worker: string;
  supabase: Omit<SupabaseKeys, 'secretKey'>;
  /** The key that signs the cookies of known devices. */
  deviceSecret: string;
  /** Signs links of releases. */
  linkSecret: string;
  /** Acts with the secret key: the publisher's, never a visitor's. */
  serviceClient: Client;
  /** The database with the rights of `serviceClient`, over a connection of its own where one is known. */
  database: ServiceDatabase;
  targets: Readonly<Record<SiteId, Target>>;
  publisher: Publisher;
  /** Publishes releases of editors at their moments. */
  releases: ReleaseSchedule;
  /** Tells the cache in front of the sites; null where there is none. */
  purger: Purger | null;
  metrics: Metrics;
  /** Finds what the publisher was not told of. */
  reconciler: Reconciler;
  files: StaticFiles;
  /** Media that the first start serves before they are there. */
  pendingMedia: PendingMedia;
  /** Settles when a file that is on its way to Storage has arrived; at once for any other. */
  mediaArrival: (file: string) => Promise<void>;
  /** Null where Supabase sends its own mail. */
  sendMail: SendMail | null;
  /** Sends notifications of submissions. */
  notifier: Notifier;
  /** Tells operators when something is wrong. */
  watch: Watch;
  code: Code;
  buildFiles: BuildFiles | null;
  /** In development, published pages are rendered on demand from the code as it is, not read from files. */
  mode: 'production' | 'development';
  /** Stops the publisher and leaves the database. */
  close: () => Promise<void>;
};

/** What a full build needs besides the runtime. */
export type BuildFiles = {
  /** The bundle's entry, which worker threads load. */
  entry: URL;
  /** The bundle's client assets and the project's public files. */
  assetsDirectory: string;
  secretKey: string;
};

type RuntimeOptions = {
  /** Given where administrators may have sites built anew by this process. */
  buildFiles?: BuildFiles;
  /** The published time, for tests. */
  now?: (() => Date) | undefined;
  mediaArrival?: Runtime['mediaArrival'];
  /** See `DrawingThreads`, for tests. */
  threadFrom?: number;
};

export function makeRuntime(
  config: Config,
  supabase: SupabaseKeys,
  code: Code,
  { now, mediaArrival = async () => {}, buildFiles, threadFrom = worthAThread }: RuntimeOptions = {},
): Runtime {
  const serviceClient = createKeyClient(supabase.url, supabase.secretKey, duringRequests);
  const { url, publishableKey, databaseUrl = null } = supabase;
  const metrics = new Metrics();
  const database = metrics.counted(connectDatabase(serviceClient, databaseUrl));
  const targets = makeTargets(config, database);
  const worker = nameWorker(`${hostname()}:${config.dataDirectory}`);
  const purger = config.purge && makePurger(config.purge, { config, worker }, database, metrics);
  const publisher = new Publisher({
    database,
    client: serviceClient,
    worker,
    sites: siteIds,
    targets,
    origins: config.origins,
    renderPage: metrics.timed(renderPageWithCache(new MarkupCache())),
    reframePage: replaceShared,
    code,
    mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
    mediaArrival,
    log,
    purger,
    drawingThreads: makeThreads(config, supabase, code.parts, { files: buildFiles, from: threadFrom }),
    onPut: (milliseconds) => metrics.observePut(milliseconds),
    ...(now ? { now } : {}),
  });
  publisher.onReceipt((receipt) => tell(receipt, metrics));
  const sendMail = makeSendMail(config.mail);
  const channels = alarmChannels(config, sendMail);
  const failedReleases = new FailedReleases({ client: serviceClient, config, sendMail, channels, log });
  const releases = makeReleases(serviceClient, { code, publisher, failedReleases });
  const reconciler = makeReconciler(config, database, { targets, publisher });
  const pendingMedia = new PendingMedia(config.dataDirectory);
  const files = new StaticFiles(config.outDirectory, (site, file) =>
    pendingMedia.bring(site, file, publisher.bringMedia),
  );
  const watch = makeWatch({ database, files, publisher, mode: 'production', config }, channels);
  return {
    config,
    worker,
    supabase: { url, publishableKey, databaseUrl },
    deviceSecret: deriveDeviceSecret(supabase.secretKey),
    linkSecret: deriveLinkSecret(supabase.secretKey),
    serviceClient,
    database,
    targets,
    publisher,
    releases,
    purger,
    metrics,
    reconciler,
    files,
    pendingMedia,
    mediaArrival,
    sendMail,
    notifier: makeNotifier(serviceClient, { config, sendMail, now }, metrics),
    watch,
    code,
    buildFiles: buildFiles ?? null,
    mode: 'production',
    close: async () => {
      await watch.stop();
      await reconciler.stop();
      await releases.stop();
      failedReleases.stop();
      await publisher.stop();
      await purger?.stop();
      await database.close();
    },
  };
}

function makeReleases(
  service: Client,
  { code, publisher, failedReleases }: { code: Code; publisher: Publisher; failedReleases: FailedReleases },
): ReleaseSchedule {
  return new ReleaseSchedule({
    service,
    sites: siteIds,
    bundle: code.bundle,
    publisher,
    onFailure: (failed) => void failedReleases.tell(failed),
    log,
  });
}

/** The publisher's database, which lets nobody wait for long, and says where it hears of nothing. */
function connectDatabase(client: Client, databaseUrl: string | null): ServiceDatabase {
  const onSharedSessions = () => {
    const loss = 'Changes are looked for twice a second; with the string of a session they are heard of at once';
    log.warn({}, `DATABASE_URL: ${sharedSessions}. ${loss}`);
  };
  const options = { max: connections, name: 'publisher', onSharedSessions };
  return answeringPeople(openServiceDatabase(client, databaseUrl, options), duringRequests.isWaitedFor);
}

/** Null where there is one processor only, and in a process that does not know the entry of its threads. */
function makeThreads(
  { origins }: Config,
  { url, databaseUrl }: SupabaseKeys,
  code: CodeParts,
  { files, from }: { files: BuildFiles | undefined; from: number },
): DrawingThreads | null {
  if (!files || availableParallelism() < 2) return null;
  const { entry, secretKey } = files;
  const supabase = { url, secretKey, databaseUrl: databaseUrl ?? null };
  return { open: (peopleFirst) => openDrawingThread(entry, { supabase, origins, code }, peopleFirst), from };
}

function makeNotifier(
  client: Client,
  { config, sendMail, now = () => new Date() }: Pick<Runtime, 'config' | 'sendMail'> & { now: RuntimeOptions['now'] },
  metrics: Metrics,
): Notifier {
  const onAttempt = metrics.observeDelivery.bind(metrics);
  return new Notifier(client, { config, sendMail, log, now, onAttempt });
}

function makeReconciler(
  config: Config,
  calls: ServiceDatabase,
  { targets, publisher }: Pick<Runtime, 'targets' | 'publisher'>,
): Reconciler {
  return new Reconciler({
    calls,
    targets,
    sites: siteIds,
    known: publisher.known,
    everyMilliseconds: config.reconcileMinutes * 60_000,
    onFound: () => publisher.wake(),
    log,
  });
}

function makePurger(
  { makeDriver, readAt }: PurgeSettings,
  { config, worker }: Pick<Runtime, 'config' | 'worker'>,
  calls: Calls,
  metrics: Metrics,
): Purger {
  return new Purger({
    calls,
    driver: makeDriver(publicHosts(config.origins)),
    addresses: publicAddresses(config.origins, readAt),
    worker,
    log,
    onPurge: (outcome) => metrics.observePurge(outcome),
    onSeen: (milliseconds) => metrics.observeSeen(milliseconds),
  });
}

/** Counts a publish, and leads in the log from its run to its receipt; not where nothing has changed. */
function tell(receipt: Receipt, metrics: Metrics): void {
  metrics.observePublish(receipt);
  const { id, site, cause, items, milliseconds } = receipt;
  const changed = items.filter(({ change }) => isDifferent(change)).length;
  const failed = items.filter(({ change }) => change === 'failed').length;
  if (changed + failed > 0) log.info({ receipt: id, site, cause, changed, failed, milliseconds }, 'Published');
}

/** Tells operators of what `examined` shows. */
function makeWatch(examined: Examined, channels: readonly Channel[]): Watch {
  return new Watch({
    look: async () => (await examineHealth(examined)).verdict,
    channels,
    everyMilliseconds: lookMilliseconds,
    log,
  });
}

/**
 * The runtime of this process, for the request entry and the actions, which Astro loads without arguments. It hangs on the
 * global object because the development server loads modules anew after each change.
 */
const key = Symbol.for('ostrevo.runtime');
/** The global object's own type knows no such key. */
type Holder = { [key]?: Runtime };

export function setRuntime(runtime: Runtime): void {
  (globalThis as Holder)[key] = runtime;
}

export function getRuntime(): Runtime {
  const runtime = (globalThis as Holder)[key];
  if (!runtime) throw new Error('The server has not been started: setRuntime() comes first');
  return runtime;
}
