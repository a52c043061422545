import { serverNames } from '#domain/addresses/page-address.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { openPublishingDesk, makePath } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;
let desk: EditorialDesk;
beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
  // What the database refuses by itself is written all the same: the publisher does not rely on it.
  for (const constraint of [
    'published_page_locales drop constraint published_page_locales_path_check',
    'page_revision_locales drop constraint page_revision_locales_modules_check',
    'module_locales drop constraint module_locales_data_check',
  ]) {
    await setup.embedded.query(`alter table public.${constraint}`);
  }
});
afterAll(() => setup?.close());

const files = [
  '/_release.json',
  '/_redirects',
  '/index.html',
  '/de/index.html',
  '/robots.txt',
  '/sitemap.xml',
  '/404.html',
  '/rss.xml',
  '/catalog-0.json',
  '/de',
  '/media/x',
  '/Robots.TXT',
  '/%69ndex.html',
  `/${'x'.repeat(300)}`,
  '/robots.txt/below',
  ...[...serverNames].map((name) => `/${name}`),
  '/ｌｏｇｉｎ',
];

/** Writes where a page is published past every check, as somebody with a key may. */
async function movePage(pageId: number, path: string): Promise<void> {
  const { error } = await setup.runtime.serviceClient
    .from('published_page_locales')
    .update({ path })
    .match({ page_id: pageId, locale: 'en' });
  if (error) throw new Error(error.message);
}

it.each(files)(
  'a page that says it stands at %s takes no other file, keeps its own, and holds nothing up',
  async (address) => {
    const pageId = setup.site.pageIds[2] ?? 0;
    const before = await setup.liveTree('main');
    await movePage(pageId, address);
    await setup.runtime.publisher.drain();
    const { data } = await setup.runtime.serviceClient
      .from('site_outputs')
      .select('failure')
      .match({ site_id: 'main', kind: 'page', ref: pageId, locale: 'en' })
      .single();
    expect(data?.failure).toMatchObject({ code: 'invalid' });
    const { count } = await setup.runtime.serviceClient
      .from('site_outputs')
      .select('*', { count: 'exact', head: true })
      .not('stale_seq', 'is', null);
    expect(count).toBe(0);
    expect(await setup.embedded.query('select * from public.file_removals'), 'nobody waits for its address').toEqual(
      [],
    );
    const during = await setup.liveTree('main');
    expect([...during.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    for (const file of ['index.html', 'robots.txt', 'sitemap.xml', '404.html', '_release.json', 'de/index.html']) {
      expect(during.get(file)?.slice(0, 200), file).toBe(before.get(file)?.slice(0, 200));
    }
    await movePage(pageId, makePath(2));
    await setup.runtime.publisher.drain();
    expect([...(await setup.liveTree('main')).keys()].toSorted()).toEqual([...before.keys()].toSorted());
  },
);

it('one broken row fails its pages, and the others are published', async () => {
  const { serviceClient: client, publisher } = setup.runtime;
  const [first = 0, second = 0] = setup.site.pageIds.slice(3);
  const body = { type: 'doc', content: [{ type: 'paragraph' }] };
  let nested: object = { type: 'paragraph' };
  for (let level = 0; level < 1500; level += 1) nested = { type: 'blockquote', content: [nested] };
  const { data } = await client
    .from('modules')
    .select('id')
    .match({ page_id: first, type: 'TEXT_BLOCK' })
    .limit(1)
    .single();
  const write = (content: object) =>
    client
      .from('module_locales')
      .update({ data: JSON.parse(JSON.stringify({ body: content })) })
      .match({ module_id: data?.id ?? 0 });
  await write({ type: 'doc', content: [nested] });
  await client.from('page_locales').update({ title: 'Renamed meanwhile' }).match({ page_id: second, locale: 'en' });
  await client.rpc('publish_pages', { p_page_ids: [first, second] });
  await publisher.drain();
  expect((await setup.liveTree('main')).get(`section-4/page-4/index.html`)).toContain('Renamed meanwhile');
  await write(body);
  expect(desk).toBeDefined();
});
