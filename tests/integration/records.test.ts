import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingHouse, openPublishingHouse } from '../fixtures/publishing-house.ts';

/** Records with a page of their own: they appear, change, move and go, and what lists them follows. */
let house: PublishingHouse;
let desk: EditorialDesk;
let authorId: number;
let tagId: number;

const blog = '/newsroom/blog';
const text = (title: string) => ({
  en: { title, lead: 'A lead.', body: { type: 'doc' as const, content: [] } },
});

beforeAll(async () => {
  house = await openPublishingHouse({ pages: 3, locales: ['en', 'de'], products: 2, articles: 1, seed: 31 });
  desk = new EditorialDesk(house);
  await house.build();
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
  await house.runtime.publisher.drain();
}, 120_000);
afterAll(() => house.close());

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
    await house.runtime.publisher.drain();
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
      house.clock.now = new Date('2026-01-12T10:00:00Z');
    });
    expect(over.written).toContain(`main${place}/index.html`);
    await desk.publishing(() => must(desk.client.from('events').delete().eq('slug', 'open-day')));
    expect((await desk.visit(place)).status).toBe(410);
    expect((await desk.visit(`${place}.ics`)).status).toBe(410);
  });
});

it('gives what a full build gives', async () => {
  expect(compareTrees(await house.liveTree('main'), await house.fullTree('main'))).toEqual([]);
});
