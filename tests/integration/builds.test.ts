import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { buildSite, buildSchema } from '#publish/build/build.ts';
import { buildFile } from '#publish/targets/read-policy.ts';
import { toError, toFault } from '#server/threads/thread-fault.ts';
import { type OutputBuilder, localBuilder } from '#publish/build/build-outputs.ts';
import { changeDrafts } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import { assetsDirectory } from '../../scripts/code-bundle.ts';
import { expectOk } from '../../scripts/run.ts';
import { EditorialDesk, type Outcome, must } from '../fixtures/editorial-desk.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** The clock, the publish plan, full builds and roll-backs. */
let setup: PublishingSetup;
let desk: EditorialDesk;

const articleList = '/company/news/press-releases-and-news/article';
const pathOf = (index: number) => `/section-${index}/page-${index}`;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
});
afterAll(() => setup.close());

/** Edits and publishes the key figures of a page. */
async function retitle(pageId: number, title: string): Promise<void> {
  const figures = await desk.moduleOf(pageId, 'KEY_FIGURES');
  await desk.writeModule(figures.id, { ...figures.data, heading: { title } });
  await desk.publish(pageId);
}

describe('the clock', () => {
  const place = `${articleList}/embargoed`;
  const pass = (moment: string) =>
    desk.publishing(async () => {
      setup.clock.now = new Date(moment);
    });

  it('shows nothing of an article before its time', async () => {
    const outcome = await desk.publishing(() =>
      must(
        desk.client.from('articles').insert({
          slug: 'embargoed',
          newsroom_category: 'newsroom',
          newsroom_type: 'news',
          sites: ['main'],
          publish_from: '2026-01-20T08:00:00Z',
          publish_until: '2026-01-21T08:00:00Z',
          localized: { en: { title: 'Under embargo', lead: 'Soon.', body: { type: 'doc', content: [] } } },
        }),
      ),
    );
    expect(outcome).toMatchObject({ written: [], removed: [] });
    expect((await desk.visit(place)).status).toBe(404);
    expect((await pass('2026-01-20T07:59:59Z')).written).toEqual([]);
  });

  it('brings it out when its time has come: its page, the news, the feed and the sitemap', async () => {
    const outcome = await pass('2026-01-20T08:00:00Z');
    expect(outcome.written).toEqual(
      expect.arrayContaining([
        `main${place}/index.html`,
        'main/rss.xml',
        'main/sitemap-article-0.xml',
        'main/index.html',
      ]),
    );
    expect(outcome.written.filter((file) => file.startsWith('main/de/'))).toEqual([]);
    for (const item of outcome.items) expect(item.reasons).toContain('clock');
    expect((await desk.visit(place)).status).toBe(200);
    for (const page of ['/', '/rss.xml', '/sitemap-article-0.xml'])
      expect((await desk.visit(page)).text).toContain('/embargoed');
    const { cause } =
      (await must(
        desk.client
          .from('publish_receipts')
          .select('cause')
          .eq('id', outcome.receipts[0]?.id ?? 0)
          .single(),
      )) ?? {};
    expect(cause).toBe('clock');
  });

  it('takes it away when its time is over', async () => {
    const outcome = await pass('2026-01-21T08:00:00Z');
    expect(outcome.removed).toEqual([`main${place}/index.html`]);
    expect((await desk.visit(place)).status).toBe(410);
    for (const page of ['/', '/rss.xml', '/sitemap-article-0.xml'])
      expect((await desk.visit(page)).text).not.toContain('/embargoed');
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it.runIf(isSweep)('counts also when the article was there before the site was built', async () => {
    await must(
      desk.client.from('articles').insert({
        slug: 'scheduled',
        newsroom_category: 'newsroom',
        newsroom_type: 'news',
        sites: ['main'],
        publish_from: '2026-01-25T08:00:00Z',
        localized: { en: { title: 'Scheduled', lead: 'Soon.', body: { type: 'doc', content: [] } } },
      }),
    );
    await setup.build(['main']);
    expect((await desk.visit(`${articleList}/scheduled`)).status).toBe(404);
    await pass('2026-01-25T08:00:00Z');
    expect((await desk.visit(`${articleList}/scheduled`)).status).toBe(200);
    expect((await desk.visit('/rss.xml')).text).toContain('/scheduled');
  });
});

describe('the publish plan', () => {
  const plan = (pageId: number | null) =>
    planPublish({
      client: desk.client,
      origins: setup.runtime.config.origins,
      renderPage: setup.bundle.renderPage,
      at: setup.clock.now.toISOString(),
      set: changeDrafts(...(pageId === null ? [] : [pageId])),
    });
  type Line = { path: string | null; change: string; reasons: readonly string[] };
  const lines = (entries: readonly Line[]) =>
    entries
      .filter(({ change }) => change !== 'unchanged' && change !== 'same')
      .map(({ path: place, change, reasons }) => `${change} ${place} because of ${[...reasons].toSorted().join(' ')}`)
      .toSorted();

  /** Plans the publication of a page twice, sees that nothing has changed by that, publishes it, and compares. */
  async function planned(pageId: number | null): Promise<Outcome> {
    const before = await desk.files();
    const index = () => must(desk.client.from('site_outputs').select('*').order('id'));
    const indexBefore = await index();
    const first = await plan(pageId);
    expect(await plan(pageId)).toEqual(first);
    expect(await desk.files()).toEqual(before);
    expect(await index()).toEqual(indexBefore);
    const outcome = await desk.publishing(async () => {
      if (pageId !== null) await desk.publish(pageId);
    });
    expect(lines(first)).toEqual(lines(outcome.items));
    return outcome;
  }

  it('lists the changes of an edited page, equal to the later receipt', async () => {
    const pageId = setup.site.pageIds[2] ?? 0;
    const figures = await desk.moduleOf(pageId, 'KEY_FIGURES');
    await desk.writeModule(figures.id, { ...figures.data, heading: { title: 'Planned' } });
    const { items } = await planned(pageId);
    expect(items).toHaveLength(2);
  });

  it('lists the changes of a product in the queue', async () => {
    const { productId = 0, shownOn = 0 } = setup.site.sharedProducts[0] ?? {};
    await must(desk.client.from('products').update({ display_name: 'Planned product' }).eq('id', productId));
    const { items } = await planned(null);
    // Pages that show it, its own and the catalog's data, in two languages, and the sitemap of products.
    expect(items).toHaveLength(2 * (shownOn + 2) + 1);
  });

  it.runIf(isSweep)(
    'lists what renaming a page would change: its paths, its redirect, and the pages that lead to it',
    async () => {
      const pageId = await desk.addPage({ en: '/plan-a', de: '/plan-a' }, 'Plan');
      const child = await desk.addPage({ en: '/plan-a/child' }, 'Child', pageId);
      const link = await desk.linkTo(pageId, 'To the plan');
      await desk.addModule(setup.site.pageIds[4] ?? 0, 'CARD_GROUP', {
        cards: [{ title: 'To it', link, linkTitle: 'To it' }],
      });
      await desk.publishing(() => desk.publish(pageId, child, setup.site.pageIds[4] ?? 0));
      await must(
        desk.client
          .from('menus')
          .upsert({ site_id: 'main', name: 'footer', items: [] }, { onConflict: 'site_id,name' }),
      );
      await desk.publishing(async () => {});
      await desk.move(pageId, 'en', '/plan-b');
      const outcome = await planned(pageId);
      expect(outcome.items.map(({ change, path: place }) => `${change} ${place}`)).toEqual(
        expect.arrayContaining([
          'new /plan-b',
          'removed /plan-a',
          `changed ${pathOf(4)}`,
          'changed /plan-a/child',
          'changed /_redirects',
          'changed /sitemap-page-0.xml',
        ]),
      );
    },
  );

  it('lists what publishing a new page would change', async () => {
    const pageId = await desk.addPage({ en: '/brand-new' }, 'Brand new');
    await planned(pageId);
  });

  it('says why a page could not be published', async () => {
    const pageId = setup.site.pageIds[2] ?? 0;
    const figures = await desk.moduleOf(pageId, 'KEY_FIGURES');
    await desk.writeModule(figures.id, { ...figures.data, figures: [] });
    const failed = (await plan(pageId)).filter(({ change }) => change === 'failed');
    expect(failed.map(({ path: place }) => place)).toEqual([pathOf(2), `/de${pathOf(2)}`]);
    expect(failed[0]?.failure).toContain(`module ${figures.id} (KEY_FIGURES), field figures`);
    await desk.writeModule(figures.id, figures.data);
  });
});

describe('a draft', () => {
  it('shows what publishing writes, byte for byte', async () => {
    const pageId = setup.site.pageIds[3] ?? 0;
    const figures = await desk.moduleOf(pageId, 'KEY_FIGURES');
    await desk.writeModule(figures.id, { ...figures.data, heading: { title: 'Seen first & published then' } });
    await must(
      desk.client
        .from('page_locales')
        .update({ title: 'A new title', description: 'New.' })
        .eq('page_id', pageId)
        .eq('locale', 'en'),
    );
    await must(
      desk.client
        .from('pages')
        .update({ parent_id: setup.site.pageIds[2] ?? 0 })
        .eq('id', pageId),
    );
    const { origins } = setup.runtime.config;
    const previews: string[] = [];
    for (const locale of ['en', 'de'] as const) {
      const source = new Source(desk.client, { site: 'main', view: 'draft', at: setup.clock.now.toISOString() });
      const content = expectOk(await new ContentReader(source, locale, origins).load({ kind: 'page', ref: pageId }));
      previews.push((await setup.bundle.renderPage(content)).html);
    }
    await desk.publishing(() => desk.publish(pageId));
    expect([(await desk.visit(pathOf(3))).text, (await desk.visit(`/de${pathOf(3)}`)).text]).toEqual(previews);
    expect(previews[0]).toContain('Seen first &amp; published then');
  });
});

describe('a full build', () => {
  it('loses none of the changes that arrive while it runs', async () => {
    const [, first = 0, second = 0] = setup.site.pageIds;
    const added = await desk.addPage({ en: '/during-the-build' }, 'During the build');
    const gone = await desk.addPage({ en: '/gone-during-the-build' }, 'Gone during the build');
    await desk.publishing(() => desk.publish(gone));
    const { config, code } = setup.runtime;
    const local = localBuilder({
      calls: setup.runtime.database,
      origins: config.origins,
      renderPage: setup.bundle.renderPage,
      outDirectory: config.outDirectory,
    });
    /** Changes arrive before the pages are read, and after they were written. */
    const slowed: OutputBuilder = {
      async build(chunk, build) {
        await retitle(first, 'Before it was read');
        await setup.runtime.publisher.drain();
        const built = await local.build(chunk, build);
        await retitle(second, 'After it was written');
        await desk.publish(added);
        await must(desk.client.rpc('unpublish_page', { p_page_id: gone }));
        await must(
          desk.client.from('menus').upsert(
            {
              site_id: 'main',
              name: 'footer',
              items: [{ id: 'a', label: { en: 'Late menu' }, link: await desk.linkTo(first, 'x') }],
            },
            { onConflict: 'site_id,name' },
          ),
        );
        await setup.runtime.publisher.drain();
        return built;
      },
      finish: local.finish,
      close: local.close,
    };
    expectOk(
      await buildSite({
        calls: setup.runtime.database,
        client: desk.client,
        site: 'main',
        target: setup.runtime.targets.main,
        code,
        assetsDirectory,
        mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
        worker: 'slow-builder',
        at: setup.clock.now.toISOString(),
        builders: () => [slowed],
        log: { info: () => {}, warn: () => {}, error: () => {} },
      }),
    );
    await setup.runtime.publisher.drain();
    expect((await desk.visit(pathOf(1))).text).toContain('Before it was read');
    expect((await desk.visit(pathOf(2))).text).toContain('After it was written');
    expect((await desk.visit('/during-the-build')).status).toBe(200);
    expect((await desk.visit('/gone-during-the-build')).status).toBe(410);
    expect((await desk.visit(pathOf(5))).text).toContain('Late menu');
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('goes on where the database was busy for a moment', async () => {
    const { code, config, database: calls, targets } = setup.runtime;
    const local = localBuilder({
      calls,
      origins: config.origins,
      code: code.parts,
      renderPage: setup.bundle.renderPage,
      outDirectory: setup.outDirectory,
    });
    let asked = 0;
    const busy: OutputBuilder = {
      ...local,
      build: async (chunk, build) => {
        asked += 1;
        if (asked === 1) {
          // As a thread sends it.
          const fault = toFault(new DatabaseUnavailable('read_content', '57014', 'canceling statement'));
          throw toError(structuredClone(fault));
        }
        return local.build(chunk, build);
      },
    };
    const built = await buildSite({
      calls,
      client: desk.client,
      site: 'main',
      target: targets.main,
      code,
      assetsDirectory,
      mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
      worker: 'busy-builder',
      at: setup.clock.now.toISOString(),
      builders: () => [busy],
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    expect(built.ok).toBe(true);
    expect(asked).toBeGreaterThan(1);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('keeps the last good file of a page that cannot be rendered', async () => {
    const pageId = setup.site.pageIds[5] ?? 0;
    const figures = await desk.moduleOf(pageId, 'KEY_FIGURES');
    const before = await desk.visit(pathOf(5));
    await desk.writeModule(figures.id, { ...figures.data, figures: 'broken' });
    await desk.publish(pageId);
    await setup.build(['main']);
    expect((await desk.visit(pathOf(5))).text).toBe(before.text);
    await desk.writeModule(figures.id, { ...figures.data, heading: { title: 'Good again' } });
    await desk.publishing(() => desk.publish(pageId));
    expect((await desk.visit(pathOf(5))).text).toContain('Good again');
  });

  it.runIf(isSweep)('keeps the assets of earlier code bundles', async () => {
    const live = path.join(setup.outDirectory, 'main', 'current');
    const description = buildSchema.parse(JSON.parse(await readFile(path.join(live, buildFile), 'utf8')));
    // The build of an earlier code bundle: it has another script, which open pages of visitors still reference.
    const earlier = { ...description, bundle: 'earlier', assets: [{ bundle: 'earlier', files: ['old.A1b2c3.js'] }] };
    await writeFile(path.join(live, '_astro', 'old.A1b2c3.js'), 'console.log("old")');
    await writeFile(path.join(live, buildFile), JSON.stringify(earlier));
    await setup.build(['main']);
    await setup.build(['main']);
    expect(await desk.visit('/_astro/old.A1b2c3.js')).toMatchObject({ status: 200, text: 'console.log("old")' });
    const now = buildSchema.parse(JSON.parse(await readFile(path.join(live, buildFile), 'utf8')));
    expect(now.assets.map(({ bundle }) => bundle)).toEqual([setup.runtime.code.bundle, 'earlier']);
  });
});

describe('rolling back', () => {
  it('serves the previous build, pauses, and resumes with the next full build', async () => {
    const pageId = setup.site.pageIds[1] ?? 0;
    await desk.publishing(() => retitle(pageId, 'The good one'));
    await setup.build(['main']);
    const good = await setup.runtime.targets.main.currentBuild();
    await desk.publishing(() => retitle(pageId, 'The bad one'));
    await setup.build(['main']);
    expect((await desk.visit(pathOf(1))).text).toContain('The bad one');

    expect(expectOk(await setup.bundle.rollbackSite(setup.runtime, 'main'))).toEqual({
      build: await setup.runtime.targets.main.currentBuild(),
      isNoted: true,
    });
    expect(await setup.runtime.targets.main.currentBuild()).toBe(good);
    const outcome = await desk.publishing(() => retitle(pageId, 'While it was paused'));
    expect(outcome).toMatchObject({ items: [], written: [] });
    expect(await setup.bundle.needsBuild(setup.runtime, 'main')).toBe(false);
    expect((await desk.visit(pathOf(1))).text).not.toContain('While it was paused');

    await setup.build(['main']);
    expect((await desk.visit(pathOf(1))).text).toContain('While it was paused');
    await desk.publishing(() => retitle(pageId, 'And on it goes'));
    expect((await desk.visit(pathOf(1))).text).toContain('And on it goes');
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('refuses a site that there is not, and one without an earlier build', async () => {
    expect(await setup.bundle.rollbackSite(setup.runtime, 'shop')).toMatchObject({
      ok: false,
      failure: { code: 'invalid' },
    });
    expect(await setup.bundle.rollbackSite(setup.runtime, 'developer')).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
  });
});
