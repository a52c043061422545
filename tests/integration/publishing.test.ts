import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { toFile, openPublishingDesk, makePath, paths } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';
import { compareTrees } from '../fixtures/published-tree.ts';

/** A change of content changes exactly the public files that depend on it, and the receipt lists them. */
let setup: PublishingSetup;
let desk: EditorialDesk;

beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
});
afterAll(() => setup.close());

describe('a page', () => {
  it('carries just those scripts of Astro that its islands wait for', async () => {
    const { text } = await desk.visit(makePath(1));
    const waitedFor = [...text.matchAll(/<astro-island[^>]* client="(\w+)"/g)].map(([, kind]) => kind);
    const announced = [...text.matchAll(/Event\("astro:(visible|idle|load|media|only)"\)/g)].map(([, kind]) => kind);
    expect(announced.length).toBeGreaterThan(0);
    expect(announced).toEqual([...new Set(waitedFor)]);
  });
});

describe('a change of content', () => {
  it('republishes exactly the page whose module was edited', async () => {
    const pageId = setup.site.pageIds[1] ?? 0;
    const module = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const began = Date.now();
    const outcome = await desk.publishing(async () => {
      await desk.writeModule(module.id, { ...module.data, heading: { title: 'Edited & published' } });
      await desk.publish(pageId);
    });
    expect(paths(outcome.items)).toEqual([`/de${makePath(1)}`, makePath(1)]);
    for (const item of outcome.items) {
      expect(item).toMatchObject({ change: 'changed', reasons: [`page:${pageId}`], failure: null });
      expect(Date.parse(item.seen_live_at ?? '')).toBeGreaterThanOrEqual(began);
    }
    expect(outcome.written).toEqual([toFile(`/de${makePath(1)}`), toFile(makePath(1))]);
    expect(outcome.removed).toEqual([]);
    expect((await desk.visit(makePath(1))).text).toContain('Edited &amp; published');
  });

  it('stores the receipt', async () => {
    const pageId = setup.site.pageIds[1] ?? 0;
    const module = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const { receipts } = await desk.publishing(async () => {
      await desk.writeModule(module.id, { ...module.data, heading: { title: 'Edited again' } });
      await desk.publish(pageId);
    });
    const stored = await must(
      desk.client
        .from('publish_receipts')
        .select('site_id, cause, changed, publish_receipt_items(path, change, reasons, seen_live_at)')
        .eq('id', receipts[0]?.id ?? 0)
        .single(),
    );
    expect(stored).toMatchObject({ site_id: 'main', cause: 'change', changed: 2 });
    expect(stored?.publish_receipt_items).toContainEqual({
      path: makePath(1),
      change: 'changed',
      reasons: [`page:${pageId}`],
      seen_live_at: expect.any(String),
    });
  });

  it('republishes one locale when only its data was edited', async () => {
    const pageId = setup.site.pageIds[1] ?? 0;
    const module = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const outcome = await desk.publishing(async () => {
      await desk.writeModule(module.id, { ...module.data, heading: { title: 'Nur deutsch' } }, 'de');
      await desk.publish(pageId);
    });
    expect(outcome.written).toEqual([toFile(`/de${makePath(1)}`)]);
  });

  it('republishes the page of a product and the pages that show it', async () => {
    const { productId = 0 } = setup.site.sharedProducts[0] ?? {};
    const outcome = await desk.publishing(() =>
      must(desk.client.from('products').update({ display_name: 'Renamed & shown' }).eq('id', productId)),
    );
    const shownOn = ['/', makePath(1), makePath(2), '/products/catalog/p6'];
    const german = ['/de', `/de${makePath(1)}`, `/de${makePath(2)}`, '/de/produkte/katalog/p6'];
    const data = ['/catalog-0.json', '/de/catalog-0.json'];
    // With the day on which it changed.
    const sitemap = '/sitemap-product-0.xml';
    expect(paths(outcome.items)).toEqual([...shownOn, ...german, ...data, sitemap].toSorted());
    const files = [...[...shownOn, ...german].map(toFile), ...[...data, sitemap].map((place) => `main${place}`)];
    expect(outcome.written).toEqual(files.toSorted());
    for (const { path, reasons } of outcome.items)
      expect(reasons).toContain(path === sitemap ? 'sitemap:product:0' : `product:${productId}`);
    expect((await desk.visit(makePath(2))).text).toContain('Renamed &amp; shown');
  });

  it('names the languages that search engines may list, and again when they may', async () => {
    const pageId = await desk.addPage({ en: '/listed', de: '/gelistet' }, 'Listed');
    await desk.publishing(() => desk.publish(pageId));
    const isListed = async (path: string, language: string) =>
      (await desk.visit(path)).text.includes(`rel="alternate" hreflang="${language}"`);
    for (const noindex of [true, false]) {
      await desk.publishing(async () => {
        await must(
          desk.client.from('page_locales').update({ seo: { noindex } }).match({ page_id: pageId, locale: 'de' }),
        );
        await desk.publish(pageId);
      });
      expect(await isListed('/listed', 'en')).toBe(true);
      expect(await isListed('/listed', 'de')).toBe(!noindex);
      expect(await isListed('/de/gelistet', 'en')).toBe(!noindex);
      expect(await isListed('/de/gelistet', 'x-default')).toBe(!noindex);
      expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
    }
  });

  it('never shows a draft', async () => {
    const pageId = setup.site.pageIds[4] ?? 0;
    const module = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const outcome = await desk.publishing(async () => {
      await desk.writeModule(module.id, { ...module.data, heading: { title: 'Only a draft' } });
      await must(
        desk.client
          .from('page_locales')
          .update({ title: 'Draft title', seo: { noindex: true } })
          .eq('page_id', pageId),
      );
      await desk.move(pageId, 'en', '/draft-place');
      await must(
        desk.client
          .from('pages')
          .update({ parent_id: setup.site.pageIds[5] ?? 0 })
          .eq('id', pageId),
      );
      await desk.addModule(pageId, 'KEY_FIGURES', { figures: [{ title: '1', subtitle: 'Draft', body: 'Draft.' }] });
    });
    expect(outcome).toMatchObject({ items: [], written: [], removed: [] });
    // Nor does a later render for another reason, or a full build.
    await desk.publishing(() =>
      must(
        desk.client.from('menus').upsert({ site_id: 'main', name: 'legal', items: [] }, { onConflict: 'site_id,name' }),
      ),
    );
    const { text } = await desk.visit(makePath(4));
    expect(text).not.toMatch(/draft/i);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
    expect([...(await setup.fullTree('main')).values()].filter((file) => /draft-place|Draft title/.test(file))).toEqual(
      [],
    );
  });
});
