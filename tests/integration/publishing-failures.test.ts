import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { toFile, openPublishingDesk, makePath, paths } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';
import { compareTrees } from '../fixtures/published-tree.ts';

/** A page that cannot be rendered: its last good version stays published, with the reason. */
let setup: PublishingSetup;
let desk: EditorialDesk;

beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
});
afterAll(() => setup.close());

describe('a page that cannot be rendered', () => {
  it('is one whose modules are nested more than three deep', async () => {
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

  it('keeps its last good file, reports the reason, does not block others, and is published when repaired', async () => {
    const [, , broken = 0, fine = 0] = setup.site.pageIds;
    const figures = await desk.moduleOf(broken, 'KEY_FIGURES');
    const other = await desk.moduleOf(fine, 'KEY_FIGURES');
    const before = await desk.visit(makePath(2));
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
        path: makePath(2),
        change: 'failed',
        seen_live_at: null,
        failure: expect.objectContaining(failure),
      }),
    );
    expect(outcome.items.find(({ path }) => path === makePath(3))?.reasons).toEqual([`page:${fine}`]);
    expect(outcome.written).toEqual([toFile(`/de${makePath(3)}`), toFile(makePath(3))]);
    expect((await desk.visit(makePath(2))).text).toBe(before.text);
    const noted = await must(
      desk.client
        .from('site_outputs')
        .select('path, failure')
        .eq('kind', 'page')
        .eq('ref', broken)
        .eq('locale', 'en')
        .single(),
    );
    expect(noted).toEqual({ path: makePath(2), failure: expect.objectContaining(failure) });

    const index = () =>
      must(
        desk.client
          .from('site_outputs')
          .select('path, content_hash, bytes')
          .eq('kind', 'page')
          .eq('ref', broken)
          .order('path'),
      );
    const indexed = await index();
    await setup.build(['main']);
    expect((await desk.visit(makePath(2))).text).toBe(before.text);
    expect(await index()).toEqual(indexed);

    const repaired = await desk.publishing(async () => {
      await desk.writeModule(figures.id, { ...figures.data, heading: { title: 'Repaired' } });
      await desk.publish(broken);
    });
    expect(paths(repaired.items)).toEqual([`/de${makePath(2)}`, makePath(2)]);
    expect((await desk.visit(makePath(2))).text).toContain('Repaired');
    const healed = await must(desk.client.from('site_outputs').select('failure').eq('kind', 'page').eq('ref', broken));
    expect(healed).toEqual([{ failure: null }, { failure: null }]);
  });

  it('names a picture that has to be there and is deleted', async () => {
    const pageId = setup.site.pageIds[3] ?? 0;
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
        path: makePath(3),
        change: 'failed',
        reasons: [`image:${imageId}`],
        failure: expect.objectContaining({
          detail: [
            {
              module: hero.id,
              type: 'HERO',
              field: 'image',
              reason: 'The image that was chosen here is deleted or not published',
            },
          ],
        }),
      }),
    );
    expect((await desk.visit(makePath(3))).status).toBe(200);
    await desk.writeModule(hero.id, hero.data);
    await desk.publishing(() => desk.publish(pageId));
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('names a record that does not satisfy its schema', async () => {
    const productId = setup.site.productIds[1] ?? 0;
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
          detail: [expect.objectContaining({ type: `product ${productId}`, field: 'Description (English)' })],
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
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });
});
