import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import type { Locale } from '#domain/locales.ts';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { expectOk } from '../../scripts/run.ts';
import { travel } from '../fixtures/content-travel.ts';
import { startSite } from '../fixtures/made-site.ts';
import { builtDemo } from '../fixtures/publishing-setup.ts';
import { isSweep } from '../fixtures/seeds.ts';

let directory: string;
let embedded: Embedded;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'demo-content-'));
  ({ embedded } = await startSite(builtDemo, path.join(directory, 'sites')));
});
afterAll(async () => {
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

const origins = makeTable(siteIds, (site) => `https://${site}.test`);

describe('the demo content', () => {
  it('comes in with its pictures, and is published', async () => {
    const [counts] = await embedded.query<{ products: number; published: number }>(
      `select (select count(*)::int from public.products) as products,
        (select count(*)::int from public.published_page_locales) as published`,
    );
    expect(counts?.products).toBe(40);
    expect(counts?.published).toBeGreaterThan(200);
    const [image] = await embedded.query<{ hash: string; widths: number[] }>(
      'select hash, widths from public.images order by id limit 1',
    );
    const { storage } = createKeyClient(embedded.url, embedded.secretKey);
    const { data } = await storage.from('media').download(`${image?.hash}-${image?.widths[0]}.webp`);
    expect(data?.size).toBeGreaterThan(1000);
  });

  // A publisher decides by its JSON whether a module has to be rendered again (`MarkupCache`).
  it('has everything that a module shows in its JSON', async () => {
    const client = createKeyClient(embedded.url, embedded.secretKey);
    const types = new Set<string>();
    for (const site of siteIds) {
      const source = new Source(client, { site, view: 'published', at: new Date().toISOString() });
      const pages = await embedded.query<{ page_id: number; locale: Locale }>(
        `select page_id, locale from public.published_page_locales where site_id = '${site}'`,
      );
      await Promise.all(
        pages.map(async ({ page_id: ref, locale }) => {
          const content = expectOk(await new ContentReader(source, locale, origins).load({ kind: 'page', ref }));
          const modules = content.kind === 'page' ? content.modules : [];
          expect(JSON.parse(JSON.stringify(modules))).toEqual(modules);
          for (const { type } of modules) types.add(type);
        }),
      );
    }
    expect(types.size).toBeGreaterThan(40);
  });

  it.runIf(isSweep)(
    'loses nothing on a round trip',
    async () => {
      const empty = await startEmbedded({ dataDir: null });
      try {
        const { there, back, warnings } = await travel(embedded, empty, directory);
        expect(warnings).toEqual([]);
        expect(back).toBe(there);
      } finally {
        await empty.stop();
      }
    },
    120_000,
  );
});
