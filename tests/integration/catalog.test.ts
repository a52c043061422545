import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** The catalog's data and the pages of stock follow the rows that they show. */
let setup: PublishingSetup;
let desk: EditorialDesk;
let productId: number;
let partnerId: number;

const part = z.object({
  products: z.array(
    z.object({ id: z.number(), name: z.string(), status: z.string(), values: z.record(z.string(), z.unknown()) }),
  ),
});
const idRow = z.object({ id: z.number() });

async function published(file: string): Promise<string | null> {
  return readFile(path.join(setup.outDirectory, 'main', 'current', file), 'utf8').catch(() => null);
}
async function entryOf(id: number, locale = '') {
  const text = await published(`${locale}catalog-0.json`);
  return part.parse(JSON.parse(text ?? '{"products": []}')).products.find((product) => product.id === id);
}
const written = async (change: () => Promise<unknown>) =>
  (await desk.publishing(async () => void (await change()))).written.map((file) => file.replace(/^main\//, ''));

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  productId = setup.site.productIds[0] ?? 0;
  await must(
    desk.client
      .from('pages')
      .update({ route: 'products.catalog' })
      .eq('id', setup.site.pageIds[1] ?? 0),
  );
  await must(
    desk.client
      .from('pages')
      .update({ route: 'products.inventory' })
      .eq('id', setup.site.pageIds[2] ?? 0),
  );
  const partner = await must(
    desk.client
      .from('channel_partners')
      .insert({ name: 'Nordtal', region: 'europe', countries: ['DE'] })
      .select('id')
      .single(),
  );
  partnerId = idRow.parse(partner).id;
  await setup.build();
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

describe('the data of the catalog', () => {
  it('has the products of each locale, and none on sites without products', async () => {
    expect((await entryOf(productId))?.name).toBe('P-0');
    expect((await entryOf(productId, 'de/'))?.name).toBe('P-0');
    expect(await published('jp/catalog-0.json')).toBeNull();
    expect((await setup.liveTree('developer')).has('catalog-0.json')).toBe(false);
  });

  it('follows a product, with its page and what lists it', async () => {
    const files = await written(() =>
      must(desk.client.from('products').update({ status: 'last_buy' }).eq('id', productId)),
    );
    expect((await entryOf(productId))?.status).toBe('last_buy');
    expect(files).toContain('catalog-0.json');
    expect(files).toContain('products/catalog/p0/index.html');
  });

  it('puts the page of a product live before the pages that list it', async () => {
    const paths: string[] = [];
    const leave = setup.runtime.publisher.onReceipt(({ items }) => void paths.push(...items.map((item) => item.path)));
    await must(desk.client.from('products').update({ display_name: 'P-0 anew' }).eq('id', productId));
    await setup.runtime.publisher.drain();
    leave();
    const own = ['/products/catalog/p0', '/de/produkte/katalog/p0'];
    expect(paths.slice(0, 2).toSorted()).toEqual(own.toSorted());
    expect(paths).toContain('/section-1/page-1');
  });

  it('follows the values of primary properties, and leaves the others out', async () => {
    const property = idRow.parse(
      await must(
        desk.client
          .from('properties')
          .insert({ key: 'accuracy', value_type: 'number', localized: { en: { title: 'Accuracy' } } })
          .select('id')
          .single(),
      ),
    );
    await must(
      desk.client
        .from('product_property_values')
        .insert({ product_id: productId, property_id: property.id, value_number: 1.5, value_max: 2 }),
    );
    await setup.runtime.publisher.drain();
    expect((await entryOf(productId))?.values).toEqual({});
    const category = idRow.parse(await must(desk.client.from('categories').select('id').limit(1).single()));
    await must(
      desk.client
        .from('category_properties')
        .insert({ category_id: category.id, property_id: property.id, role: 'primary' }),
    );
    await setup.runtime.publisher.drain();
    expect((await entryOf(productId))?.values).toEqual({ [property.id]: [1.5, 2] });
    expect(await published(`section-1/page-1/index.html`)).toContain('Accuracy');
  });

  it('loses a product that is taken off, and gets one that comes later at its time', async () => {
    const soon = new Date(setup.clock.now.getTime() + 3_600_000).toISOString();
    await must(desk.client.from('products').update({ publish_from: soon }).eq('id', productId));
    await setup.runtime.publisher.drain();
    expect(await entryOf(productId)).toBeUndefined();
    setup.clock.now = new Date(setup.clock.now.getTime() + 7_200_000);
    await setup.runtime.publisher.drain();
    expect((await entryOf(productId))?.status).toBe('last_buy');
  });
});

describe('stock', () => {
  const page = 'products/inventory/p0/index.html';

  it('has a page for each product in stock, in each locale, in the sitemap', async () => {
    const files = await written(() =>
      must(
        desk.client.from('inventory_items').insert({
          product_id: productId,
          channel_partner_id: partnerId,
          quantity: 48_500,
          as_of: '2026-01-09T12:00:00Z',
        }),
      ),
    );
    expect(files).toContain(page);
    expect(files).toContain('de/produkte/lagerbestand/p0/index.html');
    expect(await published(page)).toContain('48,500');
    expect(await published('de/produkte/lagerbestand/p0/index.html')).toContain('48.500');
    expect(await published('sitemap-inventory-0.xml')).toContain('/products/inventory/p0');
    expect(await published('products/catalog/p0/index.html')).toContain('48,500');
  });

  it('follows the partner', async () => {
    const files = await written(() =>
      must(desk.client.from('channel_partners').update({ name: 'Südtal' }).eq('id', partnerId)),
    );
    expect(files).toContain(page);
    expect(await published(page)).toContain('Südtal');
  });

  it('goes with the page of all stock, and comes back with it', async () => {
    const list = setup.site.pageIds[2] ?? 0;
    await must(desk.client.from('pages').update({ route: null }).eq('id', list));
    await setup.runtime.publisher.drain();
    expect(await published(page)).toBeNull();
    expect(await published('sitemap-inventory-0.xml')).toBeNull();
    await must(desk.client.from('pages').update({ route: 'products.inventory' }).eq('id', list));
    await setup.runtime.publisher.drain();
    expect(await published(page)).toContain('Südtal');
  });

  it('goes with the last piece of it that is listed', async () => {
    await must(desk.client.from('inventory_items').delete().eq('product_id', productId));
    await setup.runtime.publisher.drain();
    expect(await published(page)).toBeNull();
  });
});
