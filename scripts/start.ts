import path from 'node:path';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { checkPort } from '#server/http/listen.ts';
import { root } from './bundle.ts';
import { loadDemo, demoUser } from './demo.ts';
import { publishSites } from './publish-sites.ts';
import { expectOk, loadBundle, loadConfig, openDatabase, version } from './run.ts';
import { stopWhenTold } from './stop-when-told.ts';

const config = loadConfig();
expectOk(await checkPort(config));
const connection = await openDatabase(config, { exclusive: true });
if (connection.applied.length > 0) console.log(`Applied ${connection.applied.length} migrations`);
const loaded = await loadBundle(config);
const { bundle, id } = loaded;
const runtime = bundle.makeRuntime(config, connection, id);
bundle.setRuntime(runtime);

if (!config.supabase) await loadDemo(runtime.serviceClient, connection, path.join(root, 'supabase', 'seed'), config);

const stale: SiteId[] = [];
for (const site of siteIds) if (await bundle.needsBuild(runtime, site)) stale.push(site);
if (stale.length > 0) {
  console.log(`Publishing ${stale.join(', ')} …`);
  await publishSites(loaded, runtime, connection, stale);
}

const server = expectOk(await bundle.serve({ runtime, version: await version(), handleRequest: bundle.handleRequest }));
stopWhenTold([server.stop, () => runtime.announcer.stop(), runtime.close], connection.close);

runtime.announcer.start();
// Visitors are served meanwhile.
await runtime.publisher.warmUp();
await runtime.publisher.start();

for (const site of siteIds) console.log(`  ${site.padEnd(11)} ${config.origins[site]}`);
if (!config.supabase) {
  const { email, password } = demoUser();
  console.log(`  sign in     ${config.origins.main}/login as ${email} with ${password}`);
}
if (config.mail.by === 'mailbox') console.log(`  mail        http://localhost:${config.port}/dev/mailbox`);
