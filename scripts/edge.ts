import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { readEdgeSettings } from '#server/edge/edge-settings.ts';
import { serveEdge } from '#server/edge/serve-edge.ts';
import { root } from './code-bundle.ts';
import { expectOk } from './run.ts';
import { stopOnSignal } from './stop-on-signal.ts';

try {
  loadEnvFile(path.join(root, '.env.edge'));
} catch {
  // The environment and the defaults.
}
const settings = expectOk(readEdgeSettings(process.env));
const server = expectOk(await serveEdge(settings));
stopOnSignal([server.stop], async () => {});
const { source, host, port, nodeOrigin } = settings;
const what = 'bucket' in source ? `the bucket ${source.bucket.bucket}` : source.directory;
console.log(`Serves ${what} at http://${host}:${port}, and asks ${nodeOrigin} what only Node knows`);
