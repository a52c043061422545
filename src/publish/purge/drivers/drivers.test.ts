import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import {
  type PurgeService,
  type PurgeServiceName,
  aws,
  startPurgeService,
  token,
  zone,
} from '../../../../tests/fixtures/purge-services.ts';
import type { PurgeDriver } from '../purge-driver.ts';
import { bunny } from './bunny.ts';
import { cloudflare } from './cloudflare.ts';
import { cloudfront } from './cloudfront.ts';
import { fastly } from './fastly.ts';
import { netlify } from './netlify.ts';
import { varnish } from './varnish.ts';

const hosts = makeTable(siteIds, (site) => (site === 'main' ? 'www.example.com' : `${site}.example.com`));
type Made = { url: string; secret?: string };

const drivers: Record<PurgeServiceName, { make: (made: Made) => PurgeDriver; page: string; site: string }> = {
  varnish: {
    make: ({ url }) => varnish({ urls: [url], hosts }),
    page: 'www.example.com/de/a',
    site: 'www.example.com',
  },
  cloudflare: {
    make: ({ url, secret = token }) => cloudflare({ zone, token: secret, url }),
    page: 'main/de/a',
    site: 'main',
  },
  fastly: {
    make: ({ url, secret = token }) => fastly({ service: zone, token: secret, url }),
    page: 'main/de/a',
    site: 'main',
  },
  bunny: { make: ({ url, secret = token }) => bunny({ zone, token: secret, url }), page: 'main/de/a', site: 'main' },
  netlify: {
    make: ({ url, secret = token }) => netlify({ site: zone, token: secret, url }),
    page: 'main/de/a',
    site: 'main',
  },
  cloudfront: {
    make: ({ url, secret = aws.secret }) => cloudfront({ distribution: zone, keys: { ...aws, secret }, url }),
    page: '/de/a',
    site: '/*',
  },
};

describe.each(Object.entries(drivers))('%s', (name, { make, page, site }) => {
  let service: PurgeService;
  let driver: PurgeDriver;
  beforeAll(async () => {
    service = await startPurgeService(name as PurgeServiceName);
    driver = make({ url: service.url });
  });
  afterAll(() => service.stop());

  it('has pages and sites forgotten', async () => {
    expect(await driver.purge([{ site: 'main', path: '/de/a' }], 'one')).toEqual({ ok: true });
    expect(await driver.purge([{ site: 'main', path: null }], 'two')).toEqual({ ok: true });
    expect(service.understood.slice(-2).map(({ names }) => names)).toEqual([[page], [site]]);
  });

  it('stays within what one call takes', async () => {
    const items = Array.from({ length: driver.batchSize }, (_, index) => ({
      site: 'main' as const,
      path: `/${'page'.repeat(60)}/${index}`,
    }));
    const before = service.understood.length;
    expect(await driver.purge(items, 'many')).toEqual({ ok: true });
    expect(service.understood.slice(before).flatMap(({ names }) => names)).toHaveLength(driver.batchSize);
  });

  it('has more forgotten where an address is too long to be named', async () => {
    const long = { site: 'main' as const, path: `/${'x'.repeat(9000)}` };
    expect(await driver.purge([long], 'long')).toEqual({ ok: true });
    if (name !== 'cloudfront') expect(service.understood.at(-1)?.names).toEqual([site]);
  });

  it('says why it was refused, and when it may try again', async () => {
    service.refuse({ status: 429, body: 'slow down', headers: { 'retry-after': '7' } }, { status: 503 });
    const item = [{ site: 'main' as const, path: '/a' }];
    expect(await driver.purge(item, 'a')).toEqual({
      ok: false,
      reason: 'The service answered 429: slow down',
      retryAfter: 7,
    });
    expect(await driver.purge(item, 'b')).toEqual({ ok: false, reason: 'The service answered 503', retryAfter: null });
  });

  it.skipIf(name === 'varnish')('says that its secret is wrong, without quoting it', async () => {
    const outcome = await make({ url: service.url, secret: 'of-somebody-else' }).purge(
      [{ site: 'main', path: '/a' }],
      'a',
    );
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome.ok ? '' : outcome.reason).toMatch(/The service answered 40[13]/);
    expect(JSON.stringify(outcome)).not.toContain('of-somebody-else');
  });

  it('says that the service cannot be reached', async () => {
    const outcome = await make({ url: 'http://127.0.0.1:1' }).purge([{ site: 'main', path: '/a' }], 'a');
    expect(outcome).toMatchObject({ ok: false, retryAfter: null });
  });

  it('asks the service to cache no longer than until it is told', () => {
    for (const each of siteIds) {
      for (const value of Object.values(driver.headers(each, '/a'))) expect(value).not.toMatch(/[\r\n]/);
    }
  });
});

it('Varnish is told of everything, on each machine', async () => {
  const services = await Promise.all([startPurgeService('varnish'), startPurgeService('varnish')]);
  const driver = varnish({ urls: services.map(({ url }) => url), hosts });
  expect(await driver.purge([{ site: 'developer', path: '/' }], 'a')).toEqual({ ok: true });
  for (const { understood } of services) expect(understood).toEqual([{ names: ['developer.example.com/'] }]);
  services[1]?.refuse({ status: 503 });
  expect(await driver.purge([{ site: 'developer', path: '/' }], 'a')).toMatchObject({ ok: false });
  await Promise.all(services.map((service) => service.stop()));
});

it('Varnish forgets uploaded files on their own host as well', async () => {
  const service = await startPurgeService('varnish');
  const driver = varnish({ urls: [service.url], hosts: { ...hosts, media: 'media.example.com' } });
  await driver.purge([{ site: 'developer', path: '/media/a b.webp' }], 'a');
  await driver.purge([{ site: 'developer', path: '/a' }], 'b');
  await driver.purge([{ site: 'developer', path: null }], 'c');
  await service.stop();
  expect(service.understood.map(({ names }) => names)).toEqual([
    ['developer.example.com/media/a%20b.webp', 'media.example.com/media/a%20b.webp'],
    ['developer.example.com/a'],
    ['developer.example.com', 'media.example.com'],
  ]);
});
