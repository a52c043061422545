import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { toFile, openPublishingDesk, makePath } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

/** Outputs for search engines and servers: robots rules and redirects. */
let setup: PublishingSetup;
let desk: EditorialDesk;

beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
});
afterAll(() => setup.close());

describe('the files for machines', () => {
  it('have the disallow rules of the settings', async () => {
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
      { site_id: 'main', from_path: '/for-good', to_path: makePath(1), status: 301 },
      { site_id: 'main', from_path: '/for-now', to_path: 'https://elsewhere.example/page', status: 302 },
      { site_id: 'main', from_path: '/de/gone', status: 410 },
      {
        site_id: 'main',
        from_path: '/to-a-page',
        page_id: setup.site.pageIds[2] ?? 0,
        locale: 'de' as const,
        status: 302,
      },
    ];
    const outcome = await desk.publishing(() => must(desk.client.from('redirects').insert(rows)));
    expect(outcome.written).toEqual(['main/_redirects']);
    expect(await desk.visit('/for-good')).toMatchObject({ status: 301, location: makePath(1) });
    expect(await desk.visit('/for-now')).toMatchObject({ status: 302, location: 'https://elsewhere.example/page' });
    const gone = await desk.visit('/de/gone');
    expect(gone.status).toBe(410);
    expect(gone.text).toContain('<html lang="de"');
    expect(await desk.visit('/to-a-page')).toMatchObject({ status: 302, location: `/de${makePath(2)}` });
    expect((await desk.visit('/for-good', 'developer')).status).toBe(404);
  });

  it('redirect from addresses with a query, and from everything below one, at once', async () => {
    expect((await desk.visit('/helm/v3/a')).status).toBe(404);
    const rows = [
      { site_id: 'main', from_path: '/page.php?id=12&view=list', to_path: '/twelve?from=old#top' },
      { site_id: 'main', from_path: '/helm/v3/*', to_path: '/docs/:splat' },
      { site_id: 'main', from_path: '/helm/v3/gone', status: 410 },
      { site_id: 'main', from_path: '/kr/*', to_path: '/:splat', status: 302 },
    ];
    const outcome = await desk.publishing(() => must(desk.client.from('redirects').insert(rows)));
    expect(outcome.written).toEqual(['main/_redirects']);
    const visits = {
      '/page.php?utm=7&view=list&id=12': [301, '/twelve?from=old&utm=7#top'],
      '/page.php?id=12': [404, null],
      '/helm/v3/a/b?c': [301, '/docs/a/b?c'],
      '/helm/v3/gone': [410, null],
      // Of a language that the site does not have.
      '/kr/about': [302, '/about'],
    };
    for (const [address, answer] of Object.entries(visits)) {
      const { status, location } = await desk.visit(address);
      expect([status, location ?? null], address).toEqual(answer);
    }
  });

  it('lead from the earlier slugs of a product to its page, on each of its sites and in each locale', async () => {
    const productId = setup.site.productIds[0] ?? 0;
    const rename = (slug: string) =>
      desk.publishing(() => must(desk.client.from('products').update({ slug }).eq('id', productId)));
    const outcome = await rename('p0-mark-two');
    expect(outcome.removed).toEqual([toFile('/de/produkte/katalog/p0'), toFile('/products/catalog/p0')]);
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
          .eq('id', setup.site.articleIds[0] ?? 0),
      ),
    );
    const list = '/company/news/press-releases-and-news/article';
    expect(await desk.visit(`${list}/article-0`)).toMatchObject({ status: 301, location: `${list}/article-renamed` });
  });
});
