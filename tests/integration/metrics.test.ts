import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { answerMetrics } from '#server/routes/answer-metrics.ts';
import { openPublishingDesk } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;
beforeAll(async () => {
  ({ setup } = await openPublishingDesk());
  setup.runtime.metrics.observeProcess();
});
afterAll(() => setup?.close());

type Asked = { headers?: Record<string, string>; address?: string; token?: string | null; runtime?: object };

function ask({ headers = {}, address = '127.0.0.1', token = null, runtime = {} }: Asked = {}): Promise<Response> {
  const request = new Request('http://localhost/metrics', { headers: { host: 'localhost:4321', ...headers } });
  const config = { ...setup.runtime.config, metricsToken: token };
  return answerMetrics({ request, address, runtime: { ...setup.runtime, config, ...runtime } });
}

/** Each sample by its name and labels, as they are written. */
async function samples(asked?: Asked): Promise<Map<string, number>> {
  const response = await ask(asked);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

const sum = (all: Map<string, number>, prefix: string) =>
  [...all].reduce((total, [name, value]) => total + (name.startsWith(prefix) ? value : 0), 0);

describe('/metrics', () => {
  it('counts what waits by lane, and what was published', async () => {
    await setup.runtime.publisher.drain();
    const before = await samples();
    expect(before.get('website_database_up')).toBe(1);
    expect(sum(before, 'website_stale_outputs')).toBe(0);
    await setup.embedded.query(`update products set display_name = display_name || '.' where id > 0`);
    expect((await samples()).get('website_queue_changes')).toBeGreaterThan(0);
    await setup.embedded.execute(
      `select publish_claim('another', '{main}', now(), 1, 0); select publish_release_leases('another')`,
    );
    const waiting = await samples();
    expect(sum(waiting, 'website_stale_outputs{site="main"')).toBeGreaterThan(0);
    await setup.runtime.publisher.drain();
    const after = await samples();
    expect(sum(after, 'website_stale_outputs')).toBe(0);
    const published = 'website_published_outputs_total{site="main",change="changed"}';
    expect((after.get(published) ?? 0) - (before.get(published) ?? 0)).toBeGreaterThan(0);
    expect(after.get('website_render_seconds_count')).toBeGreaterThan(before.get('website_render_seconds_count') ?? 0);
    expect(sum(after, 'website_publish_seconds_count')).toBeGreaterThan(sum(before, 'website_publish_seconds_count'));
    expect(after.get('website_last_publish_timestamp_seconds{site="main"}')).toBeGreaterThan(0);
  });

  it('has pages that keep their last good version, by site', async () => {
    const failure = `'{"code": "invalid", "message": "A field cannot be read."}'`;
    await setup.embedded.query(
      `update site_outputs set failure = ${failure} where site_id = 'main' and kind = 'product' and locale = 'en'`,
    );
    expect((await samples()).get('website_failed_outputs{site="main"}')).toBeGreaterThan(0);
    await setup.embedded.query(`update site_outputs set failure = null where failure is not null`);
    expect((await samples()).get('website_failed_outputs{site="main"}')).toBe(0);
  });

  it('has sites that wait for a full build, since they were rolled back or their files are not known', async () => {
    const told = async (name: string) => (await samples()).get(`website_site_${name}{site="automotive"}`);
    expect([await told('paused'), await told('rebuilding')]).toEqual([0, 0]);
    await setup.embedded.query(`insert into unknown_files (site_id, cause) values ('automotive', 'other')`);
    expect([await told('paused'), await told('rebuilding')]).toEqual([0, 1]);
    await setup.embedded.query(`delete from unknown_files where site_id = 'automotive'`);
    expect(await told('rebuilding')).toBe(0);
  });

  it('is answered without the database, and says that it is gone', async () => {
    const answer = { data: null, error: { code: '08006', message: 'no connection' } };
    const all = await samples({ runtime: { database: { ...setup.runtime.database, rpc: async () => answer } } });
    expect(all.get('website_database_up')).toBe(0);
    expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(sum(all, 'website_failed_outputs')).toBe(0);
  });

  it('is for this machine where there is no token', async () => {
    expect((await ask({ headers: { host: '127.0.0.1:4321' } })).status).toBe(200);
    const strange: Asked[] = [
      { address: '192.0.2.7' },
      { headers: { host: 'www.example.com' } },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { via: '1.1 proxy' } },
      { headers: { 'x-real-ip': '127.0.0.1' } },
    ];
    for (const asked of strange) {
      const refused = await ask(asked);
      expect(refused.status, JSON.stringify(asked)).toBe(401);
      expect(await refused.text()).not.toContain('website_');
    }
  });

  it('is for whoever has the token where there is one, from anywhere', async () => {
    const token = 'a-token-of-some-length';
    const from = (authorization: string) => ask({ token, address: '192.0.2.7', headers: { authorization } });
    expect((await from(`Bearer ${token}`)).status).toBe(200);
    for (const wrong of ['', 'Bearer ', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
      expect((await from(wrong)).status, wrong).toBe(401);
    }
    expect((await ask({ token })).status).toBe(401);
  });
});

const place = (file: string) => path.join(import.meta.dirname, '../../deploy/monitoring', file);
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

it('the dashboard and the alert rules ask for what there is', async () => {
  const { panels } = dashboard.parse(JSON.parse(await readFile(place('grafana-dashboard.json'), 'utf8')));
  const { groups } = rules.parse(parse(await readFile(place('alerts.yml'), 'utf8')));
  const asked = [
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ by: title, expr }))),
    ...groups.flatMap((group) => group.rules.map(({ alert, expr }) => ({ by: alert, expr }))),
  ];
  const written = await (await ask()).text();
  const types = new Map(
    [...written.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const known = new Set(
    [...types].flatMap(([name, type]) => (type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name])),
  );
  for (const { by, expr } of asked) {
    for (const name of expr.match(/\b(?:website|process|nodejs)_\w+/g) ?? []) expect(known, by).toContain(name);
  }
  // What the server counts and nobody looks at is not worth counting.
  const looked = asked.map(({ expr }) => expr).join(' ');
  for (const name of types.keys()) {
    if (name.startsWith('website_')) expect(looked, name).toContain(name);
  }
});
