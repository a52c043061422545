import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type PurgeService, startPurgeService, token, zone } from '../fixtures/purge-services.ts';
import { isSweep } from '../fixtures/seeds.ts';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
});
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});
type Span = z.infer<typeof span>;

/** What a collector has got, by OTLP over HTTP. */
const spans: Span[] = [];
const services = new Set<unknown>();
let collector: Server;
let cache: PurgeService;
let served: Forked;
let editor: Visitor;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      expect([request.method, request.url]).toEqual(['POST', '/v1/traces']);
      for (const { resource, scopeSpans } of sent.parse(body).resourceSpans) {
        services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue']);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address of this type.
  const { port } = collector.address() as AddressInfo;
  cache = await startPurgeService('cloudflare');
  const own = await freePort();
  const address = `http://127.0.0.1:${own}`;
  served = await forkServed({
    PORT: String(own),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    PURGE: 'cloudflare',
    PURGE_URL: cache.url,
    PURGE_ZONE: zone,
    PURGE_TOKEN: token,
    PUBLIC_ADDRESSES: `main=${address},developer=${address},automotive=${address}`,
  });
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
});
afterAll(async () => {
  await served?.stop();
  await cache?.stop();
  collector?.closeAllConnections();
  collector?.close();
});

const valueOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value;
const named = (name: string) => spans.filter((each) => each.name === name);

it('traces a publish from the click until visitors see it, by the name of the request', async () => {
  const pageId = served.site.pageIds[1] ?? 0;
  await served.runSql(
    `update module_locales set data = data || '{"title": "Traced"}' where module_id = (select min(id) from modules where page_id = ${pageId} and type = 'HERO')`,
  );
  await editor.call('planPublish', { pageId });
  const answer = await editor.call('publishPage', { pageId });
  expect(answer.status).toBe(200);
  const request = answer.headers.get('x-request-id') ?? '';
  const all = ['publish', 'draw batch', 'put', 'purge', 'seen live'];
  await vi.waitFor(
    () => {
      const [action] = named('action publishPage');
      const ofAction = spans.filter((each) => each.traceId === action?.traceId).map(({ name }) => name);
      expect(ofAction).toEqual(expect.arrayContaining(all));
    },
    { timeout: 120_000, interval: 50 },
  );
  const [action] = named('action publishPage');
  if (!action) throw new Error('The action has no span');
  expect(valueOf(action, 'request')).toEqual({ stringValue: request });
  expect(action.parentSpanId ?? '').toBe('');
  const own = spans.filter((each) => each.traceId === action.traceId);
  const [publish] = own.filter(({ name }) => name === 'publish');
  // The publisher knows the request by the queue.
  expect(publish?.parentSpanId).toBe(action.spanId);
  expect(publish && valueOf(publish, 'requests')).toEqual({ arrayValue: { values: [{ stringValue: request }] } });
  for (const name of ['draw batch', 'put'])
    expect(own.find((each) => each.name === name)?.parentSpanId, name).toBe(publish?.spanId);
  for (const name of ['purge', 'seen live'])
    expect(own.find((each) => each.name === name)?.parentSpanId, name).toBe(action.spanId);
  const [plan] = named('plan');
  expect(plan?.parentSpanId).toBe(named('action planPublish')[0]?.spanId);
  expect(services).toEqual(new Set(['website']));
});

it.runIf(isSweep)('does not trace what nobody has asked for as a part of a request', async () => {
  await served.runSql(`update products set display_name = 'By hand' where id = (select min(id) from products)`);
  await vi.waitFor(
    () => {
      const alone = named('publish').find((each) => valueOf(each, 'requests') === undefined);
      expect(alone?.parentSpanId ?? '').toBe('');
      expect(alone).toBeDefined();
    },
    { timeout: 120_000, interval: 50 },
  );
});
