import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeDrafts, changePages, proposePage } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { generateModules, smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { getRepeats, seeds } from '../fixtures/seeds.ts';

/** The publish plan equals the receipt: the same URLs, changes and reasons for any change of one page. */
const rounds = getRepeats({ test: 4, full: 60 });

let setup: PublishingSetup;
let desk: EditorialDesk;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  const [home = 0, a = 0, b = 0, c = 0, d = 0] = setup.site.pageIds;
  // A tree three deep, and pages that link to each other.
  for (const [id, parent_id] of [
    [a, home],
    [b, a],
    [c, b],
    [d, a],
  ] as const) {
    await must(desk.client.from('pages').update({ parent_id }).eq('id', id));
  }
  const link = await desk.linkTo(b, 'To the middle');
  await desk.addModule(d, 'CARD_GROUP', { cards: [{ title: 'To it', link, linkTitle: 'To it' }] });
  await desk.publish(...setup.site.pageIds);
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

type Line = { site: string; path: string | null; locale: string; change: string; reasons: readonly string[] };

/** The changes, one per line. The redirects follow a deleted page in a second step, with another reason. */
function lines(entries: readonly Line[]): string[] {
  const changes = Map.groupBy(
    entries.filter(({ change }) => change !== 'unchanged' && change !== 'same'),
    ({ site, path, locale, change }) => `${change} ${site}${path} (${locale})`,
  );
  return [...changes]
    .map(([what, all]) => {
      const reasons = new Set(all.flatMap((entry) => entry.reasons));
      return `${what} because of ${[...reasons].toSorted().join(' ')}`;
    })
    .toSorted();
}

async function planAndPublish(pageId: number): Promise<{ planned: string[]; published: string[] }> {
  const planned = await planPublish({
    client: desk.client,
    origins: setup.runtime.config.origins,
    renderPage: setup.bundle.renderPage,
    at: setup.clock.now.toISOString(),
    set: changeDrafts(pageId),
  });
  const outcome = await desk.publishing(() => desk.publish(pageId));
  return { planned: lines(planned), published: lines(outcome.items) };
}

const draftChanges: readonly { name: string; run: (pageId: number, random: Random) => Promise<unknown> }[] = [
  {
    name: 'edit a module',
    run: async (pageId, random) => {
      const { id } = await desk.moduleOf(pageId, 'HERO');
      const fresh = generateModules(random, { images: [1], links: [1], products: setup.site.productIds.slice(0, 3) });
      const data = fresh.find(({ type }) => type === 'HERO')?.data ?? {};
      await desk.writeModule(id, data, random.pick(['en', 'de']));
    },
  },
  {
    name: 'add a module',
    run: (pageId, random) =>
      desk.addModule(pageId, 'KEY_FIGURES', {
        figures: [{ title: `${random.integer(99)}`, subtitle: 'More', body: 'Of it.' }],
      }),
  },
  {
    name: 'rename',
    run: (pageId, random) =>
      desk.move(pageId, random.pick(['en', 'de']), `/renamed-${pageId}-${random.integer(1_000_000)}`),
  },
  {
    name: 'retitle',
    run: (pageId, random) =>
      must(
        desk.client
          .from('page_locales')
          .update(
            random.pick([
              { title: `Title ${random.integer(10_000)}` },
              { nav_title: `Name ${random.integer(10_000)}` },
              { description: `About ${random.integer(10_000)}` },
            ]),
          )
          .eq('page_id', pageId)
          .eq('locale', random.pick(['en', 'de'])),
      ),
  },
  {
    name: 'hide from search engines, or show to them',
    run: (pageId, random) =>
      must(
        desk.client
          .from('page_locales')
          .update({ seo: { noindex: random.chance(0.5) } })
          .eq('page_id', pageId)
          .eq('locale', 'en'),
      ),
  },
  {
    name: 'put below another page',
    run: async (pageId, random) => {
      // Later pages only, so that no page is below itself.
      const earlier = setup.site.pageIds.filter((id) => id < pageId);
      const parent_id = random.chance(0.3) ? null : random.pick(earlier);
      await must(desk.client.from('pages').update({ parent_id }).eq('id', pageId));
    },
  },
  {
    name: 'take a locale away, or bring it back',
    run: async (pageId, random) => {
      if (random.chance(0.4)) {
        await must(desk.client.from('page_locales').delete().eq('page_id', pageId).eq('locale', 'de'));
      } else {
        const row = {
          page_id: pageId,
          locale: 'de',
          site_id: 'main',
          path: `/de-${pageId}`,
          title: 'Wieder da',
        } as const;
        await must(desk.client.from('page_locales').upsert(row));
      }
    },
  },
];

describe.each(seeds)('the receipt before, with seed %i', (seed) => {
  it(`says what publishing does, for ${rounds} rounds of changes to one page`, async () => {
    const random = makeRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      const pageId = random.pick(setup.site.pageIds.slice(1));
      const chosen = Array.from({ length: 1 + random.integer(3) }, () => random.pick(draftChanges));
      for (const { run } of chosen) await run(pageId, random);
      const { planned, published } = await planAndPublish(pageId);
      expect(planned, `round ${round}, page ${pageId}: ${chosen.map(({ name }) => name).join(', ')}`).toEqual(
        published,
      );
    }
  });
});

describe('the publish plan', () => {
  it('says that the pages below a page that moves show another way to them', async () => {
    const [home = 0, a = 0, b = 0] = setup.site.pageIds;
    await must(desk.client.from('pages').update({ parent_id: a }).eq('id', b));
    await desk.publishing(() => desk.publish(b));
    const child = await desk.addPage({ en: '/below' }, 'Below', b);
    await desk.publishing(() => desk.publish(child));
    await must(desk.client.from('pages').update({ parent_id: home }).eq('id', b));
    const { planned, published } = await planAndPublish(b);
    expect(planned).toEqual(published);
    expect(planned).toContain(`changed main/below (en) because of address:page:${b}`);
  });

  it('says that the first page of a new sitemap brings it, and the last takes it away', async () => {
    const pageId = 7001;
    await must(desk.client.from('pages').insert({ id: pageId, site_id: 'main' }));
    await must(
      desk.client
        .from('page_locales')
        .insert({ page_id: pageId, locale: 'en', site_id: 'main', path: '/far', title: 'Far' }),
    );
    const first = await planAndPublish(pageId);
    expect(first.planned).toEqual(first.published);
    expect(first.planned).toEqual([
      'changed main/sitemap.xml (en) because of sitemap',
      `new main/far (en) because of page:${pageId}`,
      'new main/sitemap-page-14.xml (en) because of sitemap:page:14',
    ]);
    await must(
      desk.client
        .from('page_locales')
        .update({ seo: { noindex: true } })
        .eq('page_id', pageId),
    );
    const last = await planAndPublish(pageId);
    expect(last.planned).toEqual(last.published);
    expect(last.planned).toContain('removed main/sitemap-page-14.xml (en) because of sitemap:page:14');
  });

  it('says that the redirects change when the page of a record is withdrawn, and when it is there again', async () => {
    const [productId = 0] = setup.site.productIds;
    for (const is_published of [false, true]) {
      await must(desk.client.from('products').update({ is_published }).eq('id', productId));
      const planned = await planPublish({
        client: desk.client,
        origins: setup.runtime.config.origins,
        renderPage: setup.bundle.renderPage,
        at: setup.clock.now.toISOString(),
        set: changeDrafts(),
      });
      const { items } = await desk.publishing(async () => {});
      expect(lines(planned)).toEqual(lines(items));
      expect(lines(planned)).toContain('changed main/_redirects (en) because of redirects:main');
    }
  });

  it('draws no more pages than are asked for first, where a menu that every page shows changes', async () => {
    const [, , pageId = 0] = setup.site.pageIds;
    const link = await desk.linkTo(pageId, 'In the menu');
    const items = [{ id: 'page', label: { en: 'In the menu' }, link }];
    await must(desk.client.from('menus').insert({ site_id: 'main', name: 'footer', items }));
    await setup.runtime.publisher.drain();
    const planDeletion = async (first?: number) => {
      let drawn = 0;
      const planned = await planPublish({
        client: desk.client,
        origins: setup.runtime.config.origins,
        renderPage: (page) => {
          drawn += 1;
          return setup.bundle.renderPage(page);
        },
        at: setup.clock.now.toISOString(),
        set: changePages([proposePage(pageId, null, null)]),
        tags: [`link:${link}`],
        ...(first === undefined ? {} : { first }),
      });
      return { drawn, planned };
    };
    const all = await planDeletion();
    expect(all.drawn).toBeGreaterThan(20);
    const some = await planDeletion(6);
    expect(some.drawn).toBeLessThanOrEqual(6);
    // The page itself comes first, in each of the languages that the changes before have left.
    const live = await must(
      desk.client.from('site_outputs').select('path').match({ kind: 'page', ref: pageId }).not('path', 'is', null),
    );
    expect(live).not.toEqual([]);
    const removed = some.planned.filter(({ change }) => change === 'removed');
    expect(new Set(removed.map(({ path }) => path))).toEqual(new Set(live?.map(({ path }) => path)));
    // A file that is not drawn is named without what else changes it.
    const changes = (entries: readonly Line[]) => lines(entries.map((entry) => ({ ...entry, reasons: [] })));
    expect(changes(all.planned)).toEqual(expect.arrayContaining(changes(some.planned)));
  });
});
