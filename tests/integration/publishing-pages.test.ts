import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { toFile, openPublishingDesk, makePath, paths } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** What becomes of the public files when pages come and go, move, and get other names. */
let setup: PublishingSetup;
let desk: EditorialDesk;

beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
});
afterAll(() => setup.close());

describe('the pages of a site', () => {
  it('gain a page, with its entry in the sitemap', async () => {
    const pageId = await desk.addPage({ en: '/added', de: '/zugefuegt' }, 'Added');
    const outcome = await desk.publishing(() => desk.publish(pageId));
    expect(outcome.items.map(({ path, change }) => `${change} ${path}`).toSorted()).toEqual([
      'changed /sitemap-page-0.xml',
      'new /added',
      'new /de/zugefuegt',
    ]);
    expect(outcome.written).toEqual([toFile('/added'), toFile('/de/zugefuegt'), 'main/sitemap-page-0.xml']);
    expect((await desk.visit('/sitemap-page-0.xml')).text).toContain('<loc>http://localhost:4999/de/zugefuegt</loc>');
    expect((await desk.visit('/added')).status).toBe(200);
  });

  it('show an imported revision with the number of an earlier one', async () => {
    const pageId = await desk.addPage({ en: '/imported' }, 'Imported');
    await desk.publishing(() => desk.publish(pageId));
    // It is rendered again, from the modules in the publisher's cache.
    const touch = `select private.queue_change(array['page:${pageId}'], '[]')`;
    expect((await desk.publishing(() => setup.embedded.query(touch))).written).toEqual([]);
    const { written } = await desk.publishing(() =>
      setup.embedded.execute(`begin;
        create temporary table imported on commit drop as
          select l.* from page_revision_locales l join pages p on p.published_revision_id = l.revision_id where p.id = ${pageId};
        update imported set modules = replace(modules::text, 'Imported', 'From elsewhere')::jsonb;
        delete from page_revision_locales where revision_id in (select revision_id from imported);
        insert into page_revision_locales select * from imported;
        ${touch};
        commit;`),
    );
    expect(written).toEqual([toFile('/imported')]);
    expect((await desk.visit('/imported')).text).toContain('From elsewhere');
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
    expect((await desk.visit(makePath(5))).text).toContain('href="/moved-in-the-menu"');
    await desk.publishing(() => must(desk.client.rpc('unpublish_page', { p_page_id: pageId })));
    expect((await desk.visit(makePath(5))).text).not.toContain('Our menu');
  });

  it.runIf(isSweep)('lose a link of the menu that is deleted', async () => {
    const pageId = await desk.addPage({ en: '/for-the-menu' }, 'For the menu');
    await desk.publishing(() => desk.publish(pageId));
    const link = await desk.linkTo(pageId, 'For the menu');
    const items = [{ id: 'a', label: { en: 'Deleted soon' }, link }];
    await desk.publishing(() =>
      must(desk.client.from('menus').upsert({ site_id: 'main', name: 'main', items }, { onConflict: 'site_id,name' })),
    );
    expect((await desk.visit(makePath(5))).text).toContain('Deleted soon');
    await desk.publishing(() => must(desk.client.from('links').delete().eq('id', link)));
    expect((await desk.visit(makePath(5))).text).not.toContain('Deleted soon');
  });

  it.runIf(isSweep)('show menus that another publisher has published, despite cached ones', async () => {
    const pageId = await desk.addPage({ en: '/of-two' }, 'Of two');
    const target = await desk.linkTo(pageId, 'Of two');
    const withLink = (label: string) =>
      must(
        desk.client
          .from('menus')
          .upsert(
            { site_id: 'main', name: 'main', items: [{ id: 'a', label: { en: label }, link: target }] },
            { onConflict: 'site_id,name' },
          ),
      );
    await desk.publishing(() => desk.publish(pageId));
    await desk.publishing(() => withLink('First words'));
    const colleague = setup.colleague('colleague');
    await withLink('Other words');
    await colleague.publisher.drain();
    await desk.publishing(() => desk.publish(setup.site.pageIds[4] ?? 0));
    const touch = `select private.queue_change(array['page:${setup.site.pageIds[4]}'], '[]')`;
    await desk.publishing(() => setup.embedded.query(touch));
    const text = (await desk.visit(makePath(4))).text;
    expect(text).toContain('Other words');
    expect(text).not.toContain('First words');
    await colleague.publisher.stop();
  });

  it('lose a page that is unpublished, its entry in the sitemap, and the links to it', async () => {
    const pageId = await desk.addPage({ en: '/for-a-while', de: '/eine-weile' }, 'For a while');
    const holder = setup.site.pageIds[5] ?? 0;
    const cards = await desk.moduleOf(holder, 'CARD_GROUP');
    await desk.writeModule(cards.id, {
      cards: [{ title: 'A card', link: await desk.linkTo(pageId, 'There'), linkTitle: 'There' }],
    });
    await desk.publishing(() => desk.publish(pageId, holder));
    expect((await desk.visit(`/de${makePath(5)}`)).text).toContain('href="/de/eine-weile"');
    const outcome = await desk.publishing(() => must(desk.client.rpc('unpublish_page', { p_page_id: pageId })));
    expect(outcome.removed).toEqual([toFile('/de/eine-weile'), toFile('/for-a-while')]);
    expect(outcome.items).toContainEqual(
      expect.objectContaining({
        path: '/for-a-while',
        change: 'removed',
        reasons: expect.arrayContaining([`page:${pageId}`]),
      }),
    );
    expect((await desk.visit('/for-a-while')).status).toBe(410);
    expect((await desk.visit('/sitemap-page-0.xml')).text).not.toContain('for-a-while');
    expect((await desk.visit(`/de${makePath(5)}`)).text).not.toContain('eine-weile');
  });

  it('lose a page that is deleted', async () => {
    const pageId = await desk.addPage({ en: '/deleted' }, 'Deleted');
    await desk.publishing(() => desk.publish(pageId));
    const outcome = await desk.publishing(() => must(desk.client.from('pages').delete().eq('id', pageId)));
    expect(outcome.removed).toEqual([toFile('/deleted')]);
    expect((await desk.visit('/deleted')).status).toBe(410);
    expect((await desk.visit('/sitemap-page-0.xml')).text).not.toContain('/deleted');
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
    expect(outcome.removed).toEqual([toFile('/guides')]);
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
    expect((await desk.visit('/sitemap-page-0.xml')).text).toContain('<loc>http://localhost:4999/manuals</loc>');
  });

  it('takes its children along when they are published', async () => {
    expect((await desk.visit('/manuals/first')).status).toBe(404);
    const outcome = await desk.publishing(() => desk.publish(child));
    expect(outcome.removed).toEqual([toFile('/guides/first')]);
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

  it.runIf(isSweep)('can change places with another', async () => {
    const other = await desk.addPage({ en: '/other-place' }, 'Other');
    await desk.publishing(() => desk.publish(other));
    await desk.move(parent, 'de', '/anderswo');
    await desk.move(child, 'en', '/on-the-way');
    await desk.move(other, 'en', '/guides/first');
    await desk.move(child, 'en', '/other-place');
    const outcome = await desk.publishing(() => desk.publish(other, child, parent));
    expect(outcome.removed).toEqual([toFile('/de/anleitungen/erste'), toFile('/de/anleitungen')]);
    expect((await desk.visit('/guides/first')).text).toContain('Other (en)');
    expect((await desk.visit('/other-place')).text).toContain('First (en)');
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
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
      [
        ...(await desk.visit(place)).text.matchAll(
          /class="tabs__tab"[^>]*? href="([^"]*)"(?: aria-current="(page)")?/g,
        ),
      ].map(([, href, current]) => (current ? `${href} (current)` : href));

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
