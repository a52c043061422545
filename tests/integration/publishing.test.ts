import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingHouse, openPublishingHouse } from '../fixtures/publishing-house.ts';

/** What each kind of change does to the public files: just what it has to, and the receipt says so. */
let house: PublishingHouse;
let desk: EditorialDesk;

const pathOf = (index: number) => `/section-${index}/page-${index}`;
const fileOf = (place: string) => `main${place === '/' ? '' : place}/index.html`;
const paths = (items: readonly { path: string }[]) => items.map(({ path }) => path).toSorted();

beforeAll(async () => {
  house = await openPublishingHouse({
    pages: 6,
    locales: ['en', 'de'],
    products: 6,
    articles: 4,
    sharedOn: [3],
    seed: 11,
  });
  desk = new EditorialDesk(house);
  await house.build();
  await house.runtime.publisher.drain();
}, 120_000);
afterAll(() => house.close());

describe('a page', () => {
  it('carries just those scripts of Astro that its islands wait for', async () => {
    const { text } = await desk.visit(pathOf(1));
    const waitedFor = [...text.matchAll(/<astro-island[^>]* client="(\w+)"/g)].map(([, kind]) => kind);
    const announced = [...text.matchAll(/Event\("astro:(visible|idle|load|media|only)"\)/g)].map(([, kind]) => kind);
    expect(announced.length).toBeGreaterThan(0);
    expect(announced).toEqual([...new Set(waitedFor)]);
  });
});

describe('a change of content', () => {
  it('republishes exactly the page whose module was edited', async () => {
    const pageId = house.site.pageIds[1] ?? 0;
    const module = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const outcome = await desk.publishing(async () => {
      await desk.writeModule(module.id, { ...module.data, heading: { title: 'Edited & published' } });
      await desk.publish(pageId);
    });
    expect(paths(outcome.items)).toEqual([`/de${pathOf(1)}`, pathOf(1)]);
    for (const item of outcome.items) {
      expect(item).toMatchObject({ change: 'changed', reasons: [`page:${pageId}`], failure: null });
      expect(Date.parse(item.seen_live_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    }
    expect(outcome.written).toEqual([fileOf(`/de${pathOf(1)}`), fileOf(pathOf(1))]);
    expect(outcome.removed).toEqual([]);
    expect((await desk.visit(pathOf(1))).text).toContain('Edited &amp; published');
  });

  it('stores the receipt', async () => {
    const pageId = house.site.pageIds[1] ?? 0;
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
      path: pathOf(1),
      change: 'changed',
      reasons: [`page:${pageId}`],
      seen_live_at: expect.any(String),
    });
  });

  it('republishes one locale when only its data was edited', async () => {
    const pageId = house.site.pageIds[1] ?? 0;
    const module = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const outcome = await desk.publishing(async () => {
      await desk.writeModule(module.id, { ...module.data, heading: { title: 'Nur deutsch' } }, 'de');
      await desk.publish(pageId);
    });
    expect(outcome.written).toEqual([fileOf(`/de${pathOf(1)}`)]);
  });

  it('republishes the page of a product and the pages that show it', async () => {
    const { productId = 0 } = house.site.sharedProducts[0] ?? {};
    const outcome = await desk.publishing(() =>
      must(desk.client.from('products').update({ display_name: 'Renamed & shown' }).eq('id', productId)),
    );
    const shownOn = ['/', pathOf(1), pathOf(2), '/products/catalog/p6'];
    const german = ['/de', `/de${pathOf(1)}`, `/de${pathOf(2)}`, '/de/produkte/katalog/p6'];
    const data = ['/catalog-0.json', '/de/catalog-0.json'];
    expect(paths(outcome.items)).toEqual([...shownOn, ...german, ...data].toSorted());
    const files = [...[...shownOn, ...german].map(fileOf), ...data.map((place) => `main${place}`)];
    expect(outcome.written).toEqual(files.toSorted());
    for (const { reasons } of outcome.items) expect(reasons).toContain(`product:${productId}`);
    expect((await desk.visit(pathOf(2))).text).toContain('Renamed &amp; shown');
  });

  it('never shows a draft', async () => {
    const pageId = house.site.pageIds[4] ?? 0;
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
          .update({ parent_id: house.site.pageIds[5] ?? 0 })
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
    const { text } = await desk.visit(pathOf(4));
    expect(text).not.toMatch(/draft/i);
    expect(compareTrees(await house.liveTree('main'), await house.fullTree('main'))).toEqual([]);
    expect([...(await house.fullTree('main')).values()].filter((file) => /draft-place|Draft title/.test(file))).toEqual(
      [],
    );
  });
});

describe('the pages of a site', () => {
  it('gain a page, with its entry in the sitemap', async () => {
    const pageId = await desk.addPage({ en: '/added', de: '/zugefuegt' }, 'Added');
    const outcome = await desk.publishing(() => desk.publish(pageId));
    expect(outcome.items.map(({ path, change }) => `${change} ${path}`).toSorted()).toEqual([
      'changed /sitemap-1.xml',
      'new /added',
      'new /de/zugefuegt',
    ]);
    expect(outcome.written).toEqual([fileOf('/added'), fileOf('/de/zugefuegt'), 'main/sitemap-1.xml']);
    expect((await desk.visit('/sitemap-1.xml')).text).toContain('<loc>http://localhost:4999/de/zugefuegt</loc>');
    expect((await desk.visit('/added')).status).toBe(200);
  });

  it('show it in the menus of this site only', async () => {
    const pageId = await desk.addPage({ en: '/in-the-menu' }, 'In the menu');
    await desk.publishing(() => desk.publish(pageId));
    const link = await desk.linkTo(pageId, 'In the menu');
    const pages = [...(await desk.files()).keys()].filter((file) => file.startsWith('main/') && file.endsWith('.html'));
    const outcome = await desk.publishing(() =>
      must(
        desk.client.from('menus').upsert(
          {
            site_id: 'main',
            name: 'main',
            items: [{ id: 'a', label: { en: 'Our menu', de: 'Unser Menü', jp: 'メニュー', cn: '菜单' }, link }],
          },
          { onConflict: 'site_id,name' },
        ),
      ),
    );
    expect(outcome.written).toEqual(pages.toSorted());
    expect((await desk.visit('/de')).text).toContain('href="/in-the-menu"');
    // An address that the menu leads to is an address on every page.
    await desk.move(pageId, 'en', '/moved-in-the-menu');
    await desk.publishing(() => desk.publish(pageId));
    expect((await desk.visit(pathOf(5))).text).toContain('href="/moved-in-the-menu"');
    await desk.publishing(() => must(desk.client.rpc('unpublish_page', { p_page_id: pageId })));
    expect((await desk.visit(pathOf(5))).text).not.toContain('Our menu');
  });

  it('lose a page that is unpublished, its entry in the sitemap, and the links to it', async () => {
    const pageId = await desk.addPage({ en: '/for-a-while', de: '/eine-weile' }, 'For a while');
    const holder = house.site.pageIds[5] ?? 0;
    const cards = await desk.moduleOf(holder, 'CARD_GROUP');
    await desk.writeModule(cards.id, {
      cards: [{ title: 'A card', link: await desk.linkTo(pageId, 'There'), linkTitle: 'There' }],
    });
    await desk.publishing(() => desk.publish(pageId, holder));
    expect((await desk.visit(`/de${pathOf(5)}`)).text).toContain('href="/de/eine-weile"');
    const outcome = await desk.publishing(() => must(desk.client.rpc('unpublish_page', { p_page_id: pageId })));
    expect(outcome.removed).toEqual([fileOf('/de/eine-weile'), fileOf('/for-a-while')]);
    expect(outcome.items).toContainEqual(
      expect.objectContaining({
        path: '/for-a-while',
        change: 'removed',
        reasons: expect.arrayContaining([`page:${pageId}`]),
      }),
    );
    expect((await desk.visit('/for-a-while')).status).toBe(410);
    expect((await desk.visit('/sitemap-1.xml')).text).not.toContain('for-a-while');
    expect((await desk.visit(`/de${pathOf(5)}`)).text).not.toContain('eine-weile');
  });

  it('lose a page that is deleted', async () => {
    const pageId = await desk.addPage({ en: '/deleted' }, 'Deleted');
    await desk.publishing(() => desk.publish(pageId));
    const outcome = await desk.publishing(() => must(desk.client.from('pages').delete().eq('id', pageId)));
    expect(outcome.removed).toEqual([fileOf('/deleted')]);
    expect((await desk.visit('/deleted')).status).toBe(410);
    expect((await desk.visit('/sitemap-1.xml')).text).not.toContain('/deleted');
  });
});

describe('a renamed page', () => {
  let parent: number;
  let child: number;
  beforeAll(async () => {
    parent = await desk.addPage({ en: '/guides', de: '/anleitungen' }, 'Guides');
    child = await desk.addPage({ en: '/guides/first', de: '/anleitungen/erste' }, 'First', parent);
    await desk.addModule(child, 'CARD_GROUP', {
      cards: [{ title: 'Up', link: await desk.linkTo(parent, 'Up'), linkTitle: 'Up' }],
    });
    await desk.publishing(() => desk.publish(parent, child));
  });

  it('leads from its old path to the new one, and what names it follows', async () => {
    await desk.move(parent, 'en', '/manuals');
    const outcome = await desk.publishing(() => desk.publish(parent));
    expect(outcome.items).toContainEqual(expect.objectContaining({ path: '/manuals', change: 'new' }));
    expect(outcome.items).toContainEqual(expect.objectContaining({ path: '/guides', change: 'removed' }));
    expect(outcome.removed).toEqual([fileOf('/guides')]);
    expect(await desk.visit('/guides?from=mail&x=1')).toMatchObject({
      status: 301,
      location: '/manuals?from=mail&x=1',
    });
    // The other locale stays where it is and names the new address as its translation.
    const german = await desk.visit('/de/anleitungen');
    expect(german.text).toContain('<link rel="alternate" hreflang="en" href="http://localhost:4999/manuals"');
    const below = await desk.visit('/guides/first');
    expect(below.status).toBe(200);
    expect(below.text.match(/href="\/manuals"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(below.text).not.toContain('href="/guides"');
    expect((await desk.visit('/sitemap-1.xml')).text).toContain('<loc>http://localhost:4999/manuals</loc>');
  });

  it('takes its children along when they are published', async () => {
    expect((await desk.visit('/manuals/first')).status).toBe(404);
    const outcome = await desk.publishing(() => desk.publish(child));
    expect(outcome.removed).toEqual([fileOf('/guides/first')]);
    expect((await desk.visit('/manuals/first')).status).toBe(200);
    expect(await desk.visit('/guides/first')).toMatchObject({ status: 301, location: '/manuals/first' });
  });

  it('leads from every earlier path straight to the last one', async () => {
    await desk.move(parent, 'en', '/handbooks');
    await desk.publishing(() => desk.publish(parent, child));
    for (const old of ['/guides', '/manuals']) {
      expect(await desk.visit(old)).toMatchObject({ status: 301, location: '/handbooks' });
      expect(await desk.visit(`${old}/first`)).toMatchObject({ status: 301, location: '/handbooks/first' });
    }
  });

  it('can be renamed back', async () => {
    await desk.move(parent, 'en', '/guides');
    await desk.publishing(() => desk.publish(parent, child));
    expect((await desk.visit('/guides')).status).toBe(200);
    expect(await desk.visit('/manuals')).toMatchObject({ status: 301, location: '/guides' });
    expect(await desk.visit('/handbooks/first')).toMatchObject({ status: 301, location: '/guides/first' });
  });

  it('can change places with another', async () => {
    const other = await desk.addPage({ en: '/other-place' }, 'Other');
    await desk.publishing(() => desk.publish(other));
    await desk.move(parent, 'de', '/anderswo');
    await desk.move(child, 'en', '/on-the-way');
    await desk.move(other, 'en', '/guides/first');
    await desk.move(child, 'en', '/other-place');
    const outcome = await desk.publishing(() => desk.publish(other, child, parent));
    expect(outcome.removed).toEqual([fileOf('/de/anleitungen/erste'), fileOf('/de/anleitungen')]);
    expect((await desk.visit('/guides/first')).text).toContain('Other (en)');
    expect((await desk.visit('/other-place')).text).toContain('First (en)');
    expect(compareTrees(await house.liveTree('main'), await house.fullTree('main'))).toEqual([]);
  });
});

describe('the files for machines', () => {
  it('tell search engines what the settings forbid', async () => {
    const outcome = await desk.publishing(() =>
      must(
        desk.client
          .from('sites')
          .update({ settings: { disallow: ['/search', '/internal'] } })
          .eq('id', 'main'),
      ),
    );
    expect(outcome.written).toContain('main/robots.txt');
    expect(outcome.written.filter((file) => !file.startsWith('main/'))).toEqual([]);
    expect((await desk.visit('/robots.txt')).text).toContain('Disallow: /internal\n');
    expect((await desk.visit('/robots.txt', 'developer')).text).not.toContain('/internal');
  });

  it('redirect as the rows say: for good, for now, gone', async () => {
    const rows = [
      { site_id: 'main', from_path: '/for-good', to_path: pathOf(1), status: 301 },
      { site_id: 'main', from_path: '/for-now', to_path: 'https://elsewhere.example/page', status: 302 },
      { site_id: 'main', from_path: '/de/gone', status: 410 },
      {
        site_id: 'main',
        from_path: '/to-a-page',
        page_id: house.site.pageIds[2] ?? 0,
        locale: 'de' as const,
        status: 302,
      },
    ];
    const outcome = await desk.publishing(() => must(desk.client.from('redirects').insert(rows)));
    expect(outcome.written).toEqual(['main/_redirects']);
    expect(await desk.visit('/for-good')).toMatchObject({ status: 301, location: pathOf(1) });
    expect(await desk.visit('/for-now')).toMatchObject({ status: 302, location: 'https://elsewhere.example/page' });
    const gone = await desk.visit('/de/gone');
    expect(gone.status).toBe(410);
    expect(gone.text).toContain('<html lang="de"');
    expect(await desk.visit('/to-a-page')).toMatchObject({ status: 302, location: `/de${pathOf(2)}` });
    expect((await desk.visit('/for-good', 'developer')).status).toBe(404);
  });

  it('lead from the earlier slugs of a product to its page, on each of its sites and in each locale', async () => {
    const productId = house.site.productIds[0] ?? 0;
    const rename = (slug: string) =>
      desk.publishing(() => must(desk.client.from('products').update({ slug }).eq('id', productId)));
    const outcome = await rename('p0-mark-two');
    expect(outcome.removed).toEqual([fileOf('/de/produkte/katalog/p0'), fileOf('/products/catalog/p0')]);
    await rename('p0-mark-three');
    expect(await desk.visit('/products/catalog/p0?x=1')).toMatchObject({
      status: 301,
      location: '/products/catalog/p0-mark-three?x=1',
    });
    expect(await desk.visit('/de/produkte/katalog/p0-mark-two')).toMatchObject({
      status: 301,
      location: '/de/produkte/katalog/p0-mark-three',
    });
    expect((await desk.visit('/products/catalog/p0', 'developer')).status).toBe(404);
    // A slug that is taken again leads nowhere else.
    await rename('p0');
    expect((await desk.visit('/products/catalog/p0')).status).toBe(200);
    expect(await desk.visit('/products/catalog/p0-mark-two')).toMatchObject({
      status: 301,
      location: '/products/catalog/p0',
    });
  });

  it('lead from the earlier slug of an article to its page', async () => {
    await desk.publishing(() =>
      must(
        desk.client
          .from('articles')
          .update({ slug: 'article-renamed' })
          .eq('id', house.site.articleIds[0] ?? 0),
      ),
    );
    const list = '/company/news/press-releases-and-news/article';
    expect(await desk.visit(`${list}/article-0`)).toMatchObject({ status: 301, location: `${list}/article-renamed` });
  });
});

describe('tabs of a section', () => {
  it('follow the pages below, when one appears, gets another name, moves away or is taken off', async () => {
    const above = await desk.addPage({ en: '/tabs' }, 'Tabs');
    await desk.addModule(above, 'TAB', { source: 'children' });
    const elsewhere = await desk.addPage({ en: '/elsewhere' }, 'Elsewhere');
    await desk.publishing(() => desk.publish(above, elsewhere));
    const below = await desk.addPage({ en: '/tabs/first' }, 'First', above);
    await desk.addModule(below, 'TAB', { source: 'siblings' });
    const pagesOf = ({ items }: { items: readonly { path: string }[] }) =>
      paths(items).filter((place) => !place.startsWith('/sitemap'));
    const tabsOn = async (place: string) =>
      [...(await desk.visit(place)).text.matchAll(/class="tabs__tab" href="([^"]*)"(?: aria-current="(page)")?/g)].map(
        ([, href, current]) => (current ? `${href} (current)` : href),
      );

    const appeared = await desk.publishing(() => desk.publish(below));
    expect(pagesOf(appeared)).toEqual(['/tabs', '/tabs/first']);
    expect(appeared.items.find(({ path }) => path === '/tabs')?.reasons).toEqual([`below:page:${above}`]);
    expect(await tabsOn('/tabs')).toEqual(['/tabs (current)', '/tabs/first']);
    expect(await tabsOn('/tabs/first')).toEqual(['/tabs', '/tabs/first (current)']);

    const renamed = await desk.publishing(async () => {
      await must(desk.client.from('page_locales').update({ nav_title: 'Renamed' }).eq('page_id', below));
      await desk.publish(below);
    });
    expect(pagesOf(renamed)).toEqual(['/tabs', '/tabs/first']);
    expect((await desk.visit('/tabs')).text).toContain('>Renamed</a>');

    await desk.publishing(async () => {
      await must(desk.client.from('pages').update({ parent_id: elsewhere }).eq('id', below));
      await desk.publish(below);
    });
    expect(await tabsOn('/tabs')).toEqual(['/tabs (current)']);
    expect(await tabsOn('/tabs/first')).toEqual(['/elsewhere', '/tabs/first (current)']);

    await desk.publishing(async () => {
      await must(desk.client.from('pages').update({ parent_id: above }).eq('id', below));
      await desk.publish(below);
    });
    expect(await tabsOn('/tabs')).toHaveLength(2);
    const off = await desk.publishing(() => must(desk.client.rpc('unpublish_page', { p_page_id: below })));
    expect(pagesOf(off)).toEqual(['/_redirects', '/tabs', '/tabs/first']);
    expect(await tabsOn('/tabs')).toEqual(['/tabs (current)']);
  });
});

describe('a page that cannot be rendered', () => {
  it('is one whose modules stand more than three deep', async () => {
    const pageId = await desk.addPage({ en: '/deep' }, 'Deep');
    const items = [{ id: 'a', title: 'A' }];
    const nest = async (inside: number | null): Promise<number> => {
      const id = await desk.addModule(pageId, 'ACCORDION', { items });
      if (inside !== null) {
        await must(desk.client.from('modules').update({ parent_id: inside, slot: 'a' }).eq('id', id));
      }
      return id;
    };
    const third = await nest(await nest(await nest(null)));
    await desk.publishing(() => desk.publish(pageId));
    expect((await desk.visit('/deep')).text).toContain(`data-module-id="${third}"`);
    const fourth = await nest(third);
    const outcome = await desk.publishing(() => desk.publish(pageId));
    expect(outcome.items[0]).toMatchObject({ path: '/deep', change: 'failed' });
    expect(JSON.stringify(outcome.items[0]?.failure)).toContain('A module stands at most 3 deep');
    await must(desk.client.from('modules').delete().eq('id', fourth));
    await desk.publishing(() => desk.publish(pageId));
  });

  it('keeps its last good file, says why, holds nobody up, and goes out when it is repaired', async () => {
    const [, , broken = 0, fine = 0] = house.site.pageIds;
    const figures = await desk.moduleOf(broken, 'KEY_FIGURES');
    const other = await desk.moduleOf(fine, 'KEY_FIGURES');
    const before = await desk.visit(pathOf(2));
    const outcome = await desk.publishing(async () => {
      await desk.writeModule(figures.id, { ...figures.data, figures: 'three of them' });
      await desk.writeModule(other.id, { ...other.data, heading: { title: 'Goes out' } });
      await desk.publish(broken, fine);
    });
    const failure = {
      code: 'invalid',
      message: expect.stringContaining(`module ${figures.id} (KEY_FIGURES), field figures`),
      detail: expect.arrayContaining([
        {
          module: figures.id,
          type: 'KEY_FIGURES',
          field: 'figures',
          reason: 'Invalid input: expected array, received string',
        },
      ]),
    };
    expect(outcome.items).toContainEqual(
      expect.objectContaining({
        path: pathOf(2),
        change: 'failed',
        seen_live_at: null,
        failure: expect.objectContaining(failure),
      }),
    );
    expect(outcome.items.find(({ path }) => path === pathOf(3))?.reasons).toEqual([`page:${fine}`]);
    expect(outcome.written).toEqual([fileOf(`/de${pathOf(3)}`), fileOf(pathOf(3))]);
    expect((await desk.visit(pathOf(2))).text).toBe(before.text);
    const noted = await must(
      desk.client
        .from('site_outputs')
        .select('path, failure')
        .eq('kind', 'page')
        .eq('ref', broken)
        .eq('locale', 'en')
        .single(),
    );
    expect(noted).toEqual({ path: pathOf(2), failure: expect.objectContaining(failure) });

    const repaired = await desk.publishing(async () => {
      await desk.writeModule(figures.id, { ...figures.data, heading: { title: 'Repaired' } });
      await desk.publish(broken);
    });
    expect(paths(repaired.items)).toEqual([`/de${pathOf(2)}`, pathOf(2)]);
    expect((await desk.visit(pathOf(2))).text).toContain('Repaired');
    const healed = await must(desk.client.from('site_outputs').select('failure').eq('kind', 'page').eq('ref', broken));
    expect(healed).toEqual([{ failure: null }, { failure: null }]);
  });

  it('names a picture that has to be there and is deleted', async () => {
    const pageId = house.site.pageIds[3] ?? 0;
    const image = await must(
      desk.client
        .from('images')
        .insert({
          filename: 'x.webp',
          hash: 'generated0',
          content_type: 'image/webp',
          width: 640,
          height: 480,
          bytes: 10,
          widths: [320],
          storage_path: 'generated0-320.webp',
        })
        .select('id')
        .single(),
    );
    const imageId = image?.id ?? 0;
    const hero = await desk.moduleOf(pageId, 'HERO');
    await desk.writeModule(hero.id, { ...hero.data, image: imageId });
    await desk.publishing(() => desk.publish(pageId));
    const outcome = await desk.publishing(() => must(desk.client.from('images').delete().eq('id', imageId)));
    expect(outcome.written).toEqual([]);
    expect(outcome.items).toContainEqual(
      expect.objectContaining({
        path: pathOf(3),
        change: 'failed',
        reasons: [`image:${imageId}`],
        failure: expect.objectContaining({
          detail: [
            {
              module: hero.id,
              type: 'HERO',
              field: 'image',
              reason: `The image ${imageId} is deleted or not published`,
            },
          ],
        }),
      }),
    );
    expect((await desk.visit(pathOf(3))).status).toBe(200);
    await desk.writeModule(hero.id, hero.data);
    await desk.publishing(() => desk.publish(pageId));
    expect(compareTrees(await house.liveTree('main'), await house.fullTree('main'))).toEqual([]);
  });

  it('names a record that does not satisfy its schema', async () => {
    const productId = house.site.productIds[1] ?? 0;
    const { localized } =
      (await must(desk.client.from('products').select('localized').eq('id', productId).single())) ?? {};
    const outcome = await desk.publishing(() =>
      must(
        desk.client
          .from('products')
          .update({ localized: { en: { tagline: 'T', description: { type: 'doc', content: [{ type: 'marquee' }] } } } })
          .eq('id', productId),
      ),
    );
    expect(outcome.items).toContainEqual(
      expect.objectContaining({
        path: '/products/catalog/p1',
        change: 'failed',
        failure: expect.objectContaining({
          detail: [expect.objectContaining({ type: `product_detail ${productId}` })],
        }),
      }),
    );
    expect((await desk.visit('/products/catalog/p1')).status).toBe(200);
    await desk.publishing(() =>
      must(
        desk.client
          .from('products')
          .update({ localized: localized ?? {} })
          .eq('id', productId),
      ),
    );
    expect(compareTrees(await house.liveTree('main'), await house.fullTree('main'))).toEqual([]);
  });
});
