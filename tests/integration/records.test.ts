import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** Records with pages: they appear, change, move and disappear, and lists follow. */
let setup: PublishingSetup;
let desk: EditorialDesk;
let authorId: number;
let tagId: number;

const blog = '/newsroom/blog';
const text = (title: string) => ({
  en: { title, lead: 'A lead.', body: { type: 'doc' as const, content: [] } },
});

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  const author = await must(
    desk.client
      .from('authors')
      .insert({ slug: 'ada', name: 'Ada', localized: { en: {} } })
      .select('id')
      .single(),
  );
  const tag = await must(
    desk.client
      .from('tags')
      .insert({ slug: 'air', localized: { en: { name: 'Air' } } })
      .select('id')
      .single(),
  );
  authorId = author?.id ?? 0;
  tagId = tag?.id ?? 0;
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

async function addPost(slug: string): Promise<number> {
  const post = await must(
    desk.client
      .from('posts')
      .insert({
        slug,
        author_id: authorId,
        sites: ['main'],
        publish_from: '2026-01-01T00:00:00Z',
        localized: text(slug),
      })
      .select('id')
      .single(),
  );
  await must(desk.client.from('post_tags').insert({ post_id: post?.id ?? 0, tag_id: tagId }));
  return post?.id ?? 0;
}

describe('a post', () => {
  it('appears with its page, and on those of its author and its subjects', async () => {
    const { written } = await desk.publishing(() => addPost('first'));
    expect(written).toEqual(
      expect.arrayContaining([
        `main${blog}/first/index.html`,
        `main${blog}/author/ada/index.html`,
        `main${blog}/tag/air/index.html`,
      ]),
    );
    expect((await desk.visit(`${blog}/tag/air`)).text).toContain(`href="${blog}/first"`);
  });

  it('leaves a redirect where it was, and 410 where it is not any more', async () => {
    const id = await addPost('second');
    await setup.runtime.publisher.drain();
    await desk.publishing(() => must(desk.client.from('posts').update({ slug: 'moved' }).eq('id', id)));
    expect(await desk.visit(`${blog}/second`)).toMatchObject({ status: 301, location: `${blog}/moved` });
    await desk.publishing(() => must(desk.client.from('posts').update({ is_published: false }).eq('id', id)));
    expect((await desk.visit(`${blog}/moved`)).status).toBe(410);
    expect((await desk.visit(`${blog}/tag/air`)).text).not.toContain('/moved');
    await desk.publishing(() => must(desk.client.from('posts').update({ is_published: true }).eq('id', id)));
    expect((await desk.visit(`${blog}/moved`)).status).toBe(200);
    await desk.publishing(() => must(desk.client.from('posts').delete().eq('id', id)));
    expect((await desk.visit(`${blog}/moved`)).status).toBe(410);
    expect((await desk.visit(`${blog}/never-there`)).status).toBe(404);
  });
});

describe('the feed of a list', () => {
  it('comes with the page of the list, follows it, and goes with it', async () => {
    const page = await desk.addPage({ en: blog }, 'Blog');
    await must(desk.client.from('pages').update({ route: 'newsroom.blog' }).eq('id', page));
    await desk.publishing(() => desk.publish(page));
    expect((await desk.visit(`${blog}/rss.xml`)).text).toContain(`${blog}/first</link>`);
    expect((await desk.visit(blog)).text).toContain(`href="${blog}/rss.xml"`);
    const idOf = async (title: string) => {
      const { text: feed } = await desk.visit(`${blog}/rss.xml`);
      return new RegExp(`<title>${title}</title>.*?<guid isPermaLink="false">(.+?)</guid>`).exec(feed)?.[1];
    };
    const id = await idOf('first');
    expect(id).toMatch(/^main\/post\/\d+\/en$/);
    const rename = (from: string, slug: string) => () =>
      must(desk.client.from('posts').update({ slug }).eq('slug', from));
    await desk.publishing(rename('first', 'renamed'));
    expect((await desk.visit(`${blog}/rss.xml`)).text).toContain(`${blog}/renamed</link>`);
    expect(await idOf('first')).toBe(id);
    await desk.publishing(rename('renamed', 'first'));
    await desk.publishing(() => must(desk.client.from('pages').update({ route: null }).eq('id', page)));
    expect((await desk.visit(`${blog}/rss.xml`)).status).toBe(404);
  });
});

describe('an event', () => {
  it('brings a file for calendars, which goes with it', async () => {
    const place = '/career/career-news/career-events/event/open-day';
    const insert = () =>
      must(
        desk.client
          .from('events')
          .insert({
            slug: 'open-day',
            category: 'career',
            sites: ['main'],
            starts_at: '2026-01-12T08:00:00Z',
            ends_at: '2026-01-12T10:00:00Z',
            time_zone: 'Europe/Zurich',
            localized: { en: { title: 'Open day', summary: 'Come in.' } },
          })
          .select('id')
          .single(),
      );
    const { written } = await desk.publishing(insert);
    expect(written).toEqual(expect.arrayContaining([`main${place}/index.html`, `main${place}.ics`]));
    expect((await desk.visit(`${place}.ics`)).text).toContain('DTSTART:20260112T080000Z');
    const over = await desk.publishing(async () => {
      setup.clock.now = new Date('2026-01-12T10:00:00Z');
    });
    expect(over.written).toContain(`main${place}/index.html`);
    await desk.publishing(() => must(desk.client.from('events').delete().eq('slug', 'open-day')));
    expect((await desk.visit(place)).status).toBe(410);
    expect((await desk.visit(`${place}.ics`)).status).toBe(410);
  });
});

describe('a page', () => {
  it('answers 410 where it was withdrawn, and where it had been before', async () => {
    const page = await desk.addPage({ en: '/first-place', de: '/erster-ort' }, 'For a while');
    await desk.publishing(() => desk.publish(page));
    await desk.move(page, 'en', '/second-place');
    await desk.publishing(() => desk.publish(page));
    expect(await desk.visit('/first-place')).toMatchObject({ status: 301, location: '/second-place' });
    await desk.publishing(() => must(desk.client.rpc('unpublish_page', { p_page_id: page })));
    for (const path of ['/first-place', '/second-place', '/de/erster-ort']) {
      expect([path, (await desk.visit(path)).status]).toEqual([path, 410]);
    }
    await desk.publishing(() => desk.publish(page));
    expect((await desk.visit('/second-place')).status).toBe(200);
    expect((await desk.visit('/first-place')).status).toBe(301);
  });
});

describe('the stock of a product', () => {
  it.runIf(isSweep)('moves with the product, and leaves a redirect as well', async () => {
    const page = await desk.addPage({ en: '/products/inventory' }, 'Inventory');
    await must(desk.client.from('pages').update({ route: 'products.inventory' }).eq('id', page));
    await desk.publishing(() => desk.publish(page));
    const product = await must(desk.client.from('products').select('id, slug').order('id').limit(1).single());
    const partner = await must(
      desk.client
        .from('channel_partners')
        .insert({ name: 'Shop', countries: ['CH'] })
        .select('id')
        .single(),
    );
    const [id, slug] = [product?.id ?? 0, product?.slug ?? ''];
    await desk.publishing(() =>
      must(
        desk.client.from('inventory_items').insert({
          product_id: id,
          channel_partner_id: partner?.id ?? 0,
          quantity: 5,
          as_of: '2026-01-01T00:00:00Z',
        }),
      ),
    );
    expect((await desk.visit(`/products/inventory/${slug}`)).status).toBe(200);
    await desk.publishing(() => must(desk.client.from('products').update({ slug: 'renamed' }).eq('id', id)));
    expect(await desk.visit(`/products/inventory/${slug}`)).toMatchObject({
      status: 301,
      location: '/products/inventory/renamed',
    });
    await desk.publishing(() => must(desk.client.from('inventory_items').delete().eq('product_id', id)));
    expect((await desk.visit('/products/inventory/renamed')).status).toBe(410);
  });
});

describe('a job', () => {
  it('is listed until it has expired, for search engines as well', async () => {
    const page = await desk.addPage({ en: '/career/list' }, 'Jobs');
    await must(desk.client.from('pages').update({ route: 'career.list' }).eq('id', page));
    await desk.publishing(() => desk.publish(page));
    const location = await must(
      desk.client
        .from('locations')
        .insert({ name: 'Office', name_verbose: 'Our office', address_lines: ['Main street 1'] })
        .select('id')
        .single(),
    );
    const closes = '2026-03-01T10:00:00+00:00';
    await desk.publishing(() =>
      must(
        desk.client.from('jobs').insert({
          slug: 'tester',
          location_id: location?.id ?? 0,
          city: 'Rapperswil',
          country: 'CH',
          publish_from: '2026-01-01T00:00:00Z',
          publish_until: closes,
          localized: { en: { title: 'Tester', short_description: 'You test.' } },
        }),
      ),
    );
    const open = (await desk.visit('/career/list')).text;
    expect(open).toContain('"@type":"JobPosting"');
    expect(open).toContain(`"validThrough":"${closes}"`);
    await desk.publishing(async () => {
      setup.clock.now = new Date(closes);
    });
    const closed = (await desk.visit('/career/list')).text;
    expect(closed).not.toContain('JobPosting');
    expect(closed).not.toContain('Tester');
  });
});

it('equals a full build', async () => {
  expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
});
