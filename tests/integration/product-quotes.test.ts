import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { fileOf, openPublishingDesk } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';

/** Texts that quote values of products, as visitors read them. */
let setup: PublishingSetup;
let desk: EditorialDesk;
let product: { id: number; slug: string };
let range = 0;
let pageId = 0;

const ids = z.object({ id: z.number() });
const quote = (words: string) => `{{product:${product.slug} ${words}}}`;

beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
  product = z
    .object({ id: z.number(), slug: z.string() })
    .parse(
      await must(
        desk.client.from('products').select('id, slug').eq('is_published', true).order('id').limit(1).single(),
      ),
    );
  range = await addProperty('co2-range', 'ppm', 'range', { value_number: 0, value_max: 60_000 });
  await addProperty('test-case', null, 'text', { value_text: '<img src=x onerror=alert(1)>' });
  pageId = await desk.addPage({ en: '/quoting', de: '/zitierend' }, 'Quoting');
}, 120_000);
afterAll(() => setup.close());

async function addProperty(key: string, unit: string | null, type: 'range' | 'text', value: object): Promise<number> {
  const row = { key, unit, value_type: type, localized: { en: { title: key } } };
  const { id } = ids.parse(await must(desk.client.from('properties').insert(row).select('id').single()));
  await must(desk.client.from('product_property_values').insert({ product_id: product.id, property_id: id, ...value }));
  return id;
}

const body = (...texts: string[]) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: texts.map((text) => ({ type: 'text', text })) }],
});
/** The page with a text, published. */
async function say(...texts: string[]) {
  const data = { heading: { title: `Range ${quote('range')}` }, body: body(...texts) };
  const { id } = await desk.moduleOf(pageId, 'TEXT_BLOCK').catch(async () => ({
    id: await desk.addModule(pageId, 'TEXT_BLOCK', data),
  }));
  const outcome = await desk.publishing(async () => {
    await desk.writeModule(id, data);
    await desk.publish(pageId);
  });
  return { id, outcome };
}

describe('a text that quotes a product', () => {
  it('shows the value as each language writes it, with the unit', async () => {
    await say(`Up to ${quote('co2-range max')}, ${quote('test-case')}`);
    const english = (await desk.visit('/quoting')).text;
    expect(english).toContain('Up to 60,000\u00a0ppm');
    expect(english).toContain('Range 0\u00a0…\u00a060,000\u00a0ppm');
    expect((await desk.visit('/zitierend')).status).toBe(404);
    expect((await desk.visit('/de/zitierend')).text).toContain('60.000\u00a0ppm');
    // What a property says is text, whatever is in it.
    expect(english).toContain('&lt;img src=x');
    expect(english).not.toContain('<img src=x');
  });

  it('is written again when the product changes, and no other page that does not show it', async () => {
    const { written } = await desk.publishing(() =>
      must(
        desk.client
          .from('product_property_values')
          .update({ value_max: 50_000 })
          .eq('product_id', product.id)
          .eq('property_id', range),
      ),
    );
    expect(written).toEqual(expect.arrayContaining([fileOf('/quoting'), fileOf('/de/zitierend')]));
    expect(written).not.toContain(fileOf('/'));
    expect((await desk.visit('/quoting')).text).toContain('Up to 50,000\u00a0ppm');
  });

  it.each([
    ['an unknown product', '{{product:nothing range}}', 'There is no product “nothing”'],
    ['an unknown property', '{{product:SLUG weight}}', 'has no property “weight”'],
    ['an end of no range', '{{product:SLUG test-case max}}', 'is no range'],
    ['half a quote', '{{product:SLUG co2-range', 'names no value of a product'],
  ])('fails with its place for %s, and visitors go on seeing the last good file', async (_, text, reason) => {
    const before = (await desk.visit('/quoting')).text;
    const { id, outcome } = await say(text.replace('SLUG', product.slug));
    expect(outcome.items.find(({ path }) => path === '/quoting')).toMatchObject({
      change: 'failed',
      failure: {
        detail: [
          {
            module: id,
            type: 'TEXT_BLOCK',
            field: expect.stringMatching(/^body/),
            reason: expect.stringContaining(reason),
          },
        ],
      },
    });
    expect((await desk.visit('/quoting')).text).toBe(before);
  });

  it('fails for a product that is not published, and heals when it is', async () => {
    await say(`Only ${quote('range')}`);
    const hidden = await desk.publishing(() =>
      must(desk.client.from('products').update({ is_published: false }).eq('id', product.id)),
    );
    expect(hidden.items.find(({ path }) => path === '/quoting')?.change).toBe('failed');
    const shown = await desk.publishing(() =>
      must(desk.client.from('products').update({ is_published: true }).eq('id', product.id)),
    );
    expect(shown.items.filter(({ change }) => change === 'failed')).toEqual([]);
    expect((await desk.visit('/quoting')).text).toContain('Only 0\u00a0…\u00a050,000\u00a0ppm');
  });

  it('in the title and the description of a page has its value there', async () => {
    const texts = { title: `Up to ${quote('range max')}`, description: `Measures ${quote('range')}` };
    await desk.publishing(async () => {
      await must(desk.client.from('page_locales').update(texts).eq('page_id', pageId).eq('locale', 'en'));
      await desk.publish(pageId);
    });
    const { text } = await desk.visit('/quoting');
    expect(text).toContain('<title>Up to 50,000\u00a0ppm | ');
    expect(text).toContain('content="Measures 0\u00a0…\u00a050,000\u00a0ppm"');
    while (await must(desk.client.rpc('search_refresh', { p_limit: 500 })));
    const found = await must(
      desk.client.from('search_documents').select('title, body').eq('kind', 'page').eq('ref', pageId),
    );
    expect(found?.length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toContain('{{');
  });

  it('never shows braces to visitors', async () => {
    for (const file of (await desk.files()).keys()) {
      if (!/\.(?:html|xml|json)$/.test(file)) continue;
      const place = `/${file.replace(/^[^/]+\//, '').replace(/\/?index\.html$/, '')}`;
      expect((await desk.visit(place)).text).not.toContain('{{product');
    }
  });
});
