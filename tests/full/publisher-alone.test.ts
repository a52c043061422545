import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Started, runScript, stopScript } from '../fixtures/run-script.ts';
import { freePort } from '../../scripts/free-port.ts';
import { openPublishingDesk } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;
let publisher: Started;
let origin: string;
const polling = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  ({ setup } = await openPublishingDesk());
  const { embedded, outDirectory, runtime } = setup;
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  publisher = runScript('publisher.ts', {
    SUPABASE_URL: embedded.url,
    SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
    SUPABASE_SECRET_KEY: embedded.secretKey,
    DATABASE_URL: embedded.databaseUrl,
    DATA_DIR: `${runtime.config.dataDirectory}-of-publisher`,
    OUT_DIR: outDirectory,
    PORT: String(port),
  });
  await vi.waitFor(() => {
    if (!publisher.output().includes('Publishes to ')) throw new Error(`It does not publish: ${publisher.output()}`);
  }, polling);
});
afterAll(async () => {
  if (publisher) await stopScript(publisher);
  await setup?.close();
});

const ask = async (path: string) => (await fetch(`${origin}${path}`)).status;

it('publishes what has changed, and answers nobody but operators', async () => {
  await setup.embedded.query(`update products set display_name = 'Alone' where id = (select min(id) from products)`);
  await expect
    .poll(async () => [...(await setup.liveTree('main')).values()].some((text) => text.includes('Alone')), polling)
    .toBe(true);
  expect(await Promise.all(['/livez', '/', '/login', '/_actions/logout'].map(ask))).toEqual([200, 404, 404, 404]);
  // The generated content has pages on one of the sites only, which health says of the others.
  const health = await fetch(`${origin}/healthz`);
  expect(await health.json()).toMatchObject({ status: 'unpublished', queue: { pending: 0, failed: 0 } });
});

it('ends when it is told', async () => {
  expect(await stopScript(publisher)).toBe(0);
});

it('says what it needs', async () => {
  const alone = runScript('publisher.ts', { DATA_DIR: `${setup.runtime.config.dataDirectory}-none` });
  expect(await alone.ended).toBe(1);
  expect(alone.output()).toContain('A publisher alone needs SUPABASE_URL');
});
