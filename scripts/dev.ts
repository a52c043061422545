import path from 'node:path';
import { dev } from 'astro';
import { siteIds } from '#domain/sites.ts';
import { checkPort } from '#server/http/listen.ts';
import { root } from './code-bundle.ts';
import { demoUser, loadDemo, wantsDemo } from './demo.ts';
import { endWithWords, expectOk, loadCodeBundle, loadConfig, openDatabase } from './run.ts';
import { stopOnSignal } from './stop-on-signal.ts';

// Development: Astro's server renders published pages and drafts from the sources, with hot reload. Nothing is published
// to files; the code bundle serves only to create the runtime, which the sources find on the global object.
process.env['NODE_ENV'] = 'development';
endWithWords();
const config = loadConfig();
expectOk(await checkPort(config));
const connection = await openDatabase(config, { withoutOne: 'make' });
const { bundle, code } = await loadCodeBundle(config);
const demo = wantsDemo(config) ? await loadDemo(connection, path.join(root, 'supabase', 'seed'), config) : null;
await demo?.storeAll();
const runtime = bundle.makeRuntime(config, connection, code);
bundle.setRuntime({ ...runtime, mode: 'development' });
if (demo) await runtime.pendingMedia.bringAll(runtime.publisher.bringMedia);

const server = await dev({
  root,
  server: { host: config.host, port: config.port, allowedHosts: [...config.hosts.keys()] },
  vite: { server: { strictPort: true } },
});
runtime.notifier.start();
for (const site of siteIds) console.log(`  ${site.padEnd(11)} ${config.origins[site]}`);
if (wantsDemo(config)) {
  const { email, password } = demoUser();
  console.log(`  sign in     ${config.origins.main}/login as ${email} with ${password}`);
}
if (config.mail.by === 'mailbox') console.log(`  mail        http://localhost:${config.port}/dev/mailbox`);

stopOnSignal([() => server.stop(), () => runtime.notifier.stop(), runtime.close], connection.close);
