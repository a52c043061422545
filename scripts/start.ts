import path from 'node:path';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { checkPort } from '#server/http/listen.ts';
import { assetsDirectory, codeBundleEntry, root } from './code-bundle.ts';
import { demoUser, loadDemo, wantsDemo } from './demo.ts';
import { publishSites } from './publish-sites.ts';
import { endWithWords, expectBuckets, expectOk, loadCodeBundle, loadConfig, openDatabase, version } from './run.ts';
import { startPublishing } from './start-publishing.ts';
import { stopOnSignal } from './stop-on-signal.ts';

endWithWords();
const config = loadConfig();
expectOk(await checkPort(config));
await expectBuckets(config);
// The code bundle is built while the database is opened, so that a first start uses both processors.
const building = loadCodeBundle(config);
const connection = await openDatabase(config, { exclusive: true, withoutOne: 'make' });
if (connection.applied.length > 0) console.log(`Applied ${connection.applied.length} migrations`);
const demo = wantsDemo(config) ? await loadDemo(connection, path.join(root, 'supabase', 'seed'), config) : null;
const loaded = await building;
const { bundle, code } = loaded;
const { secretKey } = connection;
const runtime = bundle.makeRuntime(config, connection, code, {
  buildFiles: { entry: codeBundleEntry, assetsDirectory, secretKey },
  ...(demo ? { mediaArrival: (file) => demo.arrival(file) } : {}),
});
bundle.setRuntime(runtime);
const stopTracing = await bundle.startTracing(process.env, await version());

const stale: SiteId[] = [];
for (const site of siteIds) if (await bundle.needsBuild(runtime, site)) stale.push(site);
if (stale.length > 0) console.log(`Publishing ${stale.join(', ')} …`);
if (stale.length > 0)
  await publishSites(loaded, runtime, connection, stale, { isFirstStart: demo !== null, keepsUnchanged: true });

const server = expectOk(await bundle.serve({ runtime, version: await version(), handleRequest: bundle.handleRequest }));
let stopUpkeep = async () => {};
const stopMedia = async () => {
  runtime.pendingMedia.stop();
  await demo?.stop();
};
const stopping = stopOnSignal(
  [server.stop, () => runtime.notifier.stop(), () => stopUpkeep(), stopMedia, runtime.close, stopTracing],
  connection.close,
);
for (const site of siteIds) console.log(`  ${site.padEnd(11)} ${config.origins[site]}`);

/** Everything that visitors need not wait for. */
async function goOn(): Promise<void> {
  runtime.notifier.start();
  const storing = demo?.storeAll();
  // Thrown where it is awaited below.
  storing?.catch(() => {});
  await startPublishing(bundle, runtime);
  if (wantsDemo(config)) {
    const { email, password } = demoUser();
    console.log(`  sign in     ${config.origins.main}/login as ${email} with ${password}`);
  }
  if (config.mail.by === 'mailbox') console.log(`  mail        http://localhost:${config.port}/dev/mailbox`);
  await storing;
  if (demo) await runtime.pendingMedia.bringAll(runtime.publisher.bringMedia);
  if (!stopping.aborted) stopUpkeep = bundle.startUpkeep(runtime);
}

try {
  await goOn();
} catch (error) {
  // What was under way loses its database when the server stops.
  if (!stopping.aborted) throw error;
}
