import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEdgeSettings } from '#server/edge/edge-settings.ts';
import { serveEdge } from '#server/edge/serve-edge.ts';
import { expectOk } from '../../scripts/run.ts';
import { freePort } from '../../scripts/free-port.ts';
import { NamedEverywhere } from '../fixtures/named-everywhere.ts';
import { type S3Server, openS3Server } from '../fixtures/s3-server.ts';

/** Addresses that are left, as those see it who read the directory by Node, and the bucket by an edge. */
let bucket: S3Server;
let site: NamedEverywhere;
let edge: { stop: () => Promise<void> };
let atEdge: string;

beforeAll(async () => {
  bucket = await openS3Server();
  // As far away as one of the same continent.
  bucket.delay = 20;
  site = await NamedEverywhere.open({ PUBLISH_BUCKETS: bucket.address() });
  const port = await freePort();
  atEdge = `http://localhost:${port}`;
  const settings = { EDGE_SOURCE: bucket.address(), NODE_ORIGIN: site.served.origin, PORT: String(port) };
  edge = expectOk(await serveEdge(expectOk(readEdgeSettings(settings))));
}, 300_000);
afterAll(async () => {
  await edge?.stop();
  await site?.stop();
  await bucket?.close();
});

const everywhere = (path: string) => [`${site.served.origin}${path}`, `${atEdge}${path}`];

describe('an address that is left', () => {
  it('leads on at the edge as well from the moment at which it has no page', async () => {
    const path = '/section-1/page-1';
    const seen = await site.watching([...everywhere(path), ...everywhere(`${path}-moved`)], () =>
      site.movePage('-moved'),
    );
    expect(seen.slice(0, 2)).toEqual([
      ['200', `301 ${path}-moved`],
      ['200', `301 ${path}-moved`],
    ]);
    expect(seen.slice(2)).toEqual([
      ['404', '200'],
      ['404', '200'],
    ]);
  });

  it('leads on with those of hundreds of pages below it, which are published in the same step', async () => {
    const paths = await site.addBelow(400);
    const [first = '', middle = '', last = ''] = [paths[0], paths[200], paths.at(-1)];
    const before = first.replace(/\/[^/]+$/, '');
    const left = [before, first, middle, last];
    const moved = left.map((path) => path.replace(before, `${before}-again`));
    const seen = await site.watching([...left, ...moved].flatMap(everywhere), () => site.movePage('-again'));
    expect(seen).toEqual([
      ...moved.flatMap((path) => [
        ['200', `301 ${path}`],
        ['200', `301 ${path}`],
      ]),
      ...moved.flatMap(() => [
        ['404', '200'],
        ['404', '200'],
      ]),
    ]);
  });

  it('leads on there where the slug of a record is another one', async () => {
    const path = await site.productPath('en');
    const moved = path.replace(/[^/]+$/, 'moved-product');
    const seen = await site.watching([...everywhere(path), ...everywhere(moved)], () =>
      site.moveProduct('moved-product'),
    );
    expect(seen.slice(0, 2)).toEqual([
      ['200', `301 ${moved}`],
      ['200', `301 ${moved}`],
    ]);
    expect(seen.slice(2)).toEqual([
      ['404', '200'],
      ['404', '200'],
    ]);
  });
});
