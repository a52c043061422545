import { type SiteId, siteIds } from '#domain/sites.ts';
import { checkPort } from '#server/http/listen.ts';
import { assetsDirectory, codeBundleEntry } from './code-bundle.ts';
import { publishSites } from './publish-sites.ts';
import {
  endWithWords,
  expectBuckets,
  expectOk,
  loadCodeBundle,
  loadConfig,
  openDatabase,
  stopWith,
  version,
} from './run.ts';
import { startPublishing } from './start-publishing.ts';
import { stopOnSignal } from './stop-on-signal.ts';

// The publisher alone: no visitor and no editor is answered here, only who asks whether it is well.
endWithWords();
const config = loadConfig();
if (!config.supabase) {
  stopWith('A publisher alone needs SUPABASE_URL and its keys: the embedded Supabase is that of npm start.');
}
expectOk(await checkPort(config));
await expectBuckets(config);
const building = loadCodeBundle(config);
const connection = await openDatabase(config);
const loaded = await building;
const { bundle, code } = loaded;
const { secretKey } = connection;
const runtime = bundle.makeRuntime(config, connection, code, {
  buildFiles: { entry: codeBundleEntry, assetsDirectory, secretKey },
});
bundle.setRuntime(runtime);
const stopTracing = await bundle.startTracing(process.env, await version());

// No host is ours: every site is answered with 404, and operations are under any host name.
const unseen = { ...runtime, config: { ...config, hosts: new Map<string, SiteId>(), mediaHost: null } };
const server = expectOk(
  await bundle.serve({ runtime: unseen, version: await version(), handleRequest: bundle.handleRequest }),
);
let stopUpkeep = async () => {};
const stopping = stopOnSignal([server.stop, () => stopUpkeep(), runtime.close, stopTracing], connection.close);

const stale: SiteId[] = [];
for (const site of siteIds) if (await bundle.needsBuild(runtime, site)) stale.push(site);
if (stale.length > 0) console.log(`Publishing ${stale.join(', ')} …`);
if (stale.length > 0) await publishSites(loaded, runtime, connection, stale, { keepsUnchanged: true });
try {
  await startPublishing(bundle, runtime);
  if (!stopping.aborted) {
    stopUpkeep = bundle.startUpkeep(runtime);
    console.log(`Publishes to ${config.outDirectory}; http://${config.host}:${config.port}/healthz says how it is`);
  }
} catch (error) {
  // What was under way loses its database when this process stops.
  if (!stopping.aborted) throw error;
}
