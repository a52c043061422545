import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import type { Publisher } from '#publish/queue/publisher.ts';
import { readConfig } from '#server/config.ts';
import { assetsDirectory, codeBundleEntry, root } from '../../scripts/code-bundle.ts';
import { expectOk, loadCodeBundle } from '../../scripts/run.ts';
import { freePort } from '../../scripts/free-port.ts';
import { generateSite } from '../fixtures/generated-site.ts';
import { isSweep } from '../fixtures/seeds.ts';

const deno = path.join(root, 'node_modules', '.bin', 'deno');
const functionFolder = path.join(root, 'supabase', 'functions', 'publish-hook');
const offline = ['--no-remote', '--no-npm'];
let directory: string;
const denoEnvironment = () => ({
  ...process.env,
  DENO_DIR: path.join(directory, 'deno'),
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
});

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'publish-hook-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('passes its own tests under Deno, without a network', async () => {
  const { stdout } = await promisify(execFile)(deno, ['test', ...offline], {
    cwd: functionFolder,
    env: denoEnvironment(),
  });
  expect(stdout).toMatch(/ok \| \d{2} passed \| 0 failed/);
});

it.runIf(isSweep)('passes the type check of Deno', async () => {
  await promisify(execFile)(deno, ['check', ...offline, 'index.ts'], { cwd: functionFolder, env: denoEnvironment() });
});

describe('a change of a row', () => {
  const webhookSecret = 'what-the-database-sends';
  const hookSecret = 'what-the-publisher-expects';
  let embedded: Embedded;
  let functionProcess: ChildProcess;
  let functionUrl: string;
  let origin: string;
  let productId: number;
  let publisher: Publisher;
  let stopServer: () => Promise<void>;

  beforeAll(async () => {
    const [port, functionPort] = [await freePort(), await freePort()];
    const config = expectOk(
      readConfig({
        DATA_DIR: path.join(directory, 'data'),
        OUT_DIR: path.join(directory, 'sites'),
        PORT: String(port),
        PUBLISH_HOOK_SECRET: hookSecret,
      }),
    );
    origin = `http://localhost:${port}`;
    embedded = await startEmbedded({ dataDir: null });
    const client = createKeyClient(embedded.url, embedded.secretKey);
    const site = await generateSite(client, { pages: 2, locales: ['en'], products: 2, articles: 1, seed: 3 });
    productId = site.productIds[0] ?? 0;
    const { bundle, code } = await loadCodeBundle(config);
    const runtime = bundle.makeRuntime(config, embedded, code);
    ({ publisher } = runtime);
    const built = await bundle.buildSites(runtime, {
      sites: ['main'],
      entry: codeBundleEntry,
      assetsDirectory,
      secretKey: embedded.secretKey,
      at: new Date().toISOString(),
    });
    for (const result of built.values()) expectOk(result);
    // The publisher is not started: it does not poll the queue, so everything published comes from the hook.
    const server = expectOk(await bundle.serve({ runtime, version: 'test', handleRequest: bundle.handleRequest }));
    stopServer = async () => {
      await server.stop();
      await runtime.close();
    };
    functionUrl = `http://127.0.0.1:${functionPort}`;
    functionProcess = spawn(deno, ['run', ...offline, '--allow-net=localhost,127.0.0.1', '--allow-env', 'index.ts'], {
      cwd: functionFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...denoEnvironment(),
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${functionPort}`,
        DATABASE_WEBHOOK_SECRET: webhookSecret,
        PUBLISHER_URL: origin,
        PUBLISH_HOOK_SECRET: hookSecret,
      },
    });
    await vi.waitFor(async () => expect((await fetch(functionUrl)).status).toBe(405), {
      timeout: 120_000,
      interval: 100,
    });
  });

  afterAll(async () => {
    functionProcess?.kill();
    await stopServer?.();
    await embedded?.stop();
  });

  const callHook = (secret: string) =>
    fetch(functionUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
      body: JSON.stringify({ type: 'UPDATE', schema: 'public', table: 'products', record: {}, old_record: {} }),
    });
  const productPage = () => fetch(`${origin}/products/catalog/p0`).then((response) => response.text());

  it('is published when the webhook has been called with the secret, and not before', async () => {
    const client = createKeyClient(embedded.url, embedded.secretKey);
    const { error } = await client.from('products').update({ display_name: 'Woken by a webhook' }).eq('id', productId);
    expect(error).toBeNull();
    const woken = vi.spyOn(publisher, 'wake');
    expect((await callHook('guessed')).status).toBe(401);
    expect(woken).not.toHaveBeenCalled();
    expect(await productPage()).not.toContain('Woken by a webhook');
    expect((await callHook(webhookSecret)).status).toBe(202);
    await expect.poll(productPage).toContain('Woken by a webhook');
  });

  it('cannot be announced to the publisher without its secret', async () => {
    const wake = (headers: Record<string, string>, method = 'POST') =>
      fetch(`${origin}/_publish/wake`, { method, headers });
    expect((await wake({})).status).toBe(401);
    expect((await wake({ 'x-publish-hook-secret': webhookSecret })).status).toBe(401);
    expect((await wake({ 'x-publish-hook-secret': hookSecret }, 'GET')).status).toBe(405);
    expect((await wake({ 'x-publish-hook-secret': hookSecret })).status).toBe(202);
  });

  it('says so when the publisher is away', async () => {
    await stopServer();
    stopServer = async () => {};
    const response = await callHook(webhookSecret);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('is in the queue') });
  });
});
