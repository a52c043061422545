import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { toFile, openPublishingDesk } from '../fixtures/publishing-desk.ts';
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
});
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
    expect(written).toEqual(expect.arrayContaining([toFile('/quoting'), toFile('/de/zitierend')]));
    expect(written).not.toContain(toFile('/'));
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

  it('split by formatting has its value, in the form of its beginning', async () => {
    await say(`Only {{product:${product.slug}`, ' range', '}} now');
    expect((await desk.visit('/quoting')).text).toContain('Only 0\u00a0…\u00a050,000\u00a0ppm now');
  });

  it('is refused in whatever is on every page, and in forms', async () => {
    const text = `Up to ${quote('range max')}`;
    const { client } = desk;
    const form = { content: [{ id: 'a', fieldType: 'TextInput', name: 'a', label: text }] };
    const refused = await Promise.all([
      client.from('menus').insert({ site_id: 'main', name: 'legal', items: [{ id: 'a', label: { en: text } }] }),
      client
        .from('sites')
        .update({ localized: { en: { title: 'T', description: text } } })
        .eq('id', 'main'),
      client.from('forms').insert({ title: 'Contact', ...form }),
      client.from('forms').insert({ title: text }),
      client.from('forms').insert({ title: 'Contact', localized: { en: {}, de: { title: text } } }),
    ]);
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => '23514'));
  });

  it('in the name of a page above has an ellipsis when it has no value, and keeps no page from being published', async () => {
    const above = await desk.addPage({ en: '/above' }, 'Above');
    const below = await desk.addPage({ en: '/above/below' }, 'Below', above);
    await desk.publishing(() => desk.publish(above, below));
    const texts = { title: 'About {{product:nothing range}}' };
    const { items } = await desk.publishing(async () => {
      await must(desk.client.from('page_locales').update(texts).eq('page_id', above).eq('locale', 'en'));
      await desk.publish(above);
    });
    expect(items.filter(({ change }) => change === 'failed').map(({ path }) => path)).toEqual(['/above']);
    expect((await desk.visit('/above/below')).text).toContain('About …');
  });

  it('never shows braces to visitors, in whichever text of a record it is', async () => {
    const planted = await plantEverywhere();
    expect(planted.length).toBeGreaterThan(3);
    const { items } = await desk.publishing(async () => {});
    expect(items.filter(({ change, path }) => change === 'failed' && path !== '/above')).toEqual([]);
    while (await must(desk.client.rpc('search_refresh', { p_limit: 500 })));
    const found = await must(desk.client.from('search_documents').select('title, summary, body'));
    expect(JSON.stringify(found)).not.toContain('{{');
    let filled = 0;
    for (const file of (await desk.files()).keys()) {
      if (!/\.(?:html|xml|json|ics)$/.test(file)) continue;
      const place = `/${file.replace(/^[^/]+\//, '').replace(/\/?index\.html$/, '')}`;
      const { text } = await desk.visit(place);
      expect(text, file).not.toContain('{{product');
      if (text.includes('planted 50')) filled += 1;
    }
    expect(filled).toBeGreaterThan(3);
  });
});

/** Puts a quote behind every text of the records' languages, in every table that has such texts; returns the tables that took it. */
async function plantEverywhere(): Promise<string[]> {
  const tables = await setup.embedded.query<{ name: string }>(`
    select t.name from private.content_tables t join information_schema.columns c on c.table_name = t.name
    where c.table_schema = 'public' and c.column_name = 'localized' and t.name not in ('sites', 'forms')`);
  await setup.embedded.execute(`
    create function private.plant(value jsonb, key text) returns jsonb language sql as $$
      select case jsonb_typeof(value)
        when 'object' then (select jsonb_object_agg(k, private.plant(v, k)) from jsonb_each(value) e (k, v))
        when 'array' then (select jsonb_agg(private.plant(v, key)) from jsonb_array_elements(value) v)
        when 'string' then case when key in ('type', 'href', 'target', 'language', 'url') then value
          else to_jsonb((value #>> '{}') || ' planted ${quote('range max')}') end
        else value end $$`);
  const planted: string[] = [];
  for (const { name } of tables) {
    const changed = await setup.embedded.query(
      `update public.${name} set localized = private.plant(localized, '') where localized <> '{}' returning 1`,
    );
    if (changed.length > 0) planted.push(name);
  }
  return planted;
}
