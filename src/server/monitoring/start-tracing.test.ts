import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

/** Whether a process that has started tracing has loaded something of OpenTelemetry. */
async function loads(endpoint: string): Promise<string> {
  const script = `
    import { createRequire } from 'node:module';
    const { startTracing } = await import('./src/server/monitoring/start-tracing.ts');
    const stop = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: ${JSON.stringify(endpoint)} }, '1');
    const loaded = Object.keys(createRequire(process.cwd() + '/script.js').cache);
    console.log(loaded.some((file) => file.includes('@opentelemetry')));
    await stop();`;
  const options = { cwd: root, env: { ...process.env, LOG_LEVEL: 'silent' } };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], options);
  return stdout.trim();
}

it.each([
  ['nothing without an endpoint', '', 'false'],
  ['nothing for one that is none', 'localhost:4318', 'false'],
  ['it for one', 'http://127.0.0.1:9', 'true'],
])('loads %s', async (_, endpoint, isLoaded) => {
  expect(await loads(endpoint)).toBe(isLoaded);
});
