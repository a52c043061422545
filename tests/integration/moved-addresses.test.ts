import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NamedEverywhere } from '../fixtures/named-everywhere.ts';

/** Addresses that are left by a change which reaches more outputs than are published for people at once. */
let site: NamedEverywhere;
beforeAll(async () => {
  site = await NamedEverywhere.open();
}, 180_000);
afterAll(() => site?.stop());

const placeOf = (path: string) => `${site.served.origin}${path}`;

describe('an address that is left', () => {
  it('leads on from the moment at which it has no page, however much else changes', async () => {
    const path = '/section-1/page-1';
    const [before, after] = await site.watching([placeOf(path), placeOf(`${path}-moved`)], async () => {
      const { receipt } = await site.movePage('-moved');
      expect(receipt).toMatchObject({ published: true, pending: false });
      expect(receipt.entries.map((entry) => entry.path)).toEqual(
        expect.arrayContaining([`${path}-moved`, `/de${path}`, '/_redirects', '/sitemap-page-0.xml']),
      );
    });
    expect(before).toEqual(['200', `301 ${path}-moved`]);
    expect(after).toEqual(['404', '200']);
  });

  it('leads on where the slug of a record is another one, in each language', async () => {
    const paths = [await site.productPath('en'), await site.productPath('de')];
    const moved = paths.map((path) => path.replace(/[^/]+$/, 'moved-product'));
    const [before, german, after] = await site.watching([...paths, ...moved].map(placeOf), async () => {
      const receipt = await site.moveProduct('moved-product');
      expect(receipt).toMatchObject({ published: true, pending: false });
      expect(receipt.entries.map((entry) => entry.path)).toEqual(
        expect.arrayContaining([...moved, '/_redirects', '/sitemap-product-0.xml']),
      );
    });
    expect(before).toEqual(['200', `301 ${moved[0]}`]);
    expect(german).toEqual(['200', `301 ${moved[1]}`]);
    expect(after).toEqual(['404', '200']);
  });

  it('says that it is gone from the moment at which its page is withdrawn', async () => {
    const path = '/section-2/page-2';
    const pageId = site.served.site.pageIds[2] ?? 0;
    const { lastSave } = await site.ask('findPagePlace', { pageId });
    const [seen] = await site.watching([placeOf(path)], async () => {
      expect(await site.ask('deletePage', { pageId, isConfirmed: true, lastSave })).toEqual({ isLive: true });
    });
    expect(seen).toEqual(['200', '410']);
  });
});
