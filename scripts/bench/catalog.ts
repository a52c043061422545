import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { startEmbedded } from '#embedded/start-embedded.ts';
import { readConfig } from '#server/config.ts';
import type { CatalogEntry, CatalogTerms } from '#ui/screens/screen-content.ts';
import { firstQuery } from '#ui/screens/catalog/query.ts';
import { Catalog } from '#ui/screens/catalog/select.ts';
import { assetsDirectory, bundleEntry, ensureBundle } from '../bundle.ts';
import { connect } from '../connect.ts';
import { expectOk } from '../run.ts';
import { freePort } from './measure.ts';

export type CatalogFigures = {
  products: number;
  buildSeconds: number;
  outputs: number;
  /** All data of the catalog in one locale. */
  dataKilobytes: number;
  parts: number;
  /** From the commit of a product's change to its page being live, and until all that shows it is. */
  pageMedian: number;
  pageP95: number;
  allMedian: number;
  /** The slowest selection with its facets. */
  facets: number;
};

/** What a selection with its facets has to take, in milliseconds. */
export const facetLimit = 100;

const products = 20_000;

/** Products of 50 categories with five primary properties each, and a page for the catalog. Nothing is queued. */
const records = `
  set session_replication_role = replica;
  insert into sites (id, locales, localized)
    select s, '{en,de}', '{"en": {"title": "T", "description": "D"}}' from unnest('{main}'::text[]) s;
  insert into images (id, filename, hash, content_type, width, height, bytes, widths, storage_path, localized)
    select i, i || '.webp', md5(i::text), 'image/webp', 1600, 1200, 1000, '{320,640}', md5(i::text),
      jsonb_build_object('en', jsonb_build_object('alt', format('A humidity sensor, number %s', i))) from generate_series(1, 100) i;
  insert into categories (id, slug, parent_id, localized)
    select i, 'category-' || i, case when i > 10 then 1 + i % 10 end, jsonb_build_object('en', jsonb_build_object('title', 'Sensors ' || i))
    from generate_series(1, 50) i;
  insert into properties (id, key, unit, value_type, localized)
    select i, 'property-' || i, 'V', 'number', jsonb_build_object('en', jsonb_build_object('title', 'Property ' || i)) from generate_series(1, 40) i;
  insert into category_properties (category_id, property_id, role, position)
    select c, 1 + (c * 7 + p) % 40, 'primary', p from generate_series(1, 50) c, generate_series(1, 5) p;
  insert into series (id, name, slug, display_name, status, category_id, localized)
    select i, 'S' || i, 's' || i, 'Series ' || i, 'active', 1 + i % 50, '{"en": {"summary": "S"}}' from generate_series(1, 200) i;
  insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, product_class, position, sites, localized)
    select i, 'SEN' || i, format('Sensor %s', i), 'sensor-' || i, '1-' || (100000 + i),
      (enum_range(null::product_status))[1 + i % 6], 1 + i % 200, 1 + i % 50, 'sensor', i, '{main}',
      jsonb_build_object('en', d.text, 'de', d.text)
    from generate_series(1, ${products}) i
    cross join lateral (select jsonb_build_object('tagline', format('A sensor for measurement number %s in small housings', i),
      'description', jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
        jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('What it measures and how it is used. ', 30))))))) as text) d;
  insert into product_property_values (product_id, property_id, value_number, value_max)
    select i, x.property_id, i % 40, case when x.property_id % 2 = 0 then 40 + i % 9 end
    from generate_series(1, ${products}) i join category_properties x on x.category_id = 1 + i % 50;
  insert into product_images (product_id, position, image_id) select i, 0, 1 + i % 100 from generate_series(1, ${products}) i;
  insert into pages (id, site_id, route) values (1, 'main', 'home'), (2, 'main', 'products.catalog');
  insert into page_locales (page_id, locale, site_id, path, title)
    select i, l::locale, 'main', case i when 1 then '/' else '/products/catalog' end, 'Page ' || i
    from generate_series(1, 2) i, unnest('{en,de}'::text[]) l;
  set session_replication_role = default;
  select publish_pages('{1,2}');
  analyze;
`;

/** Publishes a large catalog, changes products one after another, and narrows its data down as a browser does. */
export async function measureCatalog(samples: number, say: (line: string) => void): Promise<CatalogFigures> {
  process.env['NODE_ENV'] = 'production';
  await ensureBundle(say);
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-bench-catalog-'));
  try {
    const outDirectory = path.join(folder, 'sites');
    const environment = { DATA_DIR: path.join(folder, 'data'), OUT_DIR: outDirectory };
    say(`Making ${products} products …`);
    const generating = await startEmbedded({ dataDir: environment.DATA_DIR });
    await generating.execute(records);
    await generating.stop();
    const config = expectOk(readConfig({ ...environment, PORT: String(await freePort()) }));
    const connection = expectOk(await connect(config));
    try {
      const bundle: typeof import('../../src/server.ts') = await import(bundleEntry.href);
      const runtime = bundle.makeRuntime(config, connection, 'bench');
      bundle.setRuntime(runtime);
      say('Publishing them …');
      const built = await bundle.buildSites(runtime, {
        sites: ['main'],
        entry: bundleEntry,
        assetsDirectory,
        secretKey: connection.secretKey,
        at: new Date().toISOString(),
      });
      const result = built.get('main');
      if (!result) throw new Error('The main site was not built');
      const { milliseconds, outputs } = expectOk(result);
      await runtime.publisher.drain();
      const pages: number[] = [];
      const alls: number[] = [];
      let live: (at: number) => void = () => {};
      runtime.publisher.onReceipt(({ items }) => {
        const item = items.find(({ path: place }) => /^\/products\/catalog\/sensor-\d+$/.test(place));
        if (item?.seen_live_at) live(Date.parse(item.seen_live_at));
      });
      for (let sample = -3; sample < samples; sample += 1) {
        const id = 1 + (((sample + 3) * 1237) % products);
        let seen = Number.NaN;
        live = (at) => (seen = at);
        const { error } = await runtime.serviceClient
          .from('products')
          .update({ display_name: `Changed ${sample}` })
          .eq('id', id);
        if (error) throw new Error(error.message);
        const committed = Date.now();
        const began = performance.now();
        await runtime.publisher.drain();
        if (sample < 0) continue;
        pages.push(seen - committed);
        alls.push(performance.now() - began);
      }
      const { entries, bytes, parts } = await readData(path.join(outDirectory, 'main', 'current'));
      return {
        products: entries.length,
        buildSeconds: milliseconds / 1000,
        outputs,
        dataKilobytes: bytes / 1000,
        parts,
        pageMedian: percentile(pages, 0.5),
        pageP95: percentile(pages, 0.95),
        allMedian: percentile(alls, 0.5),
        facets: measureFacets(entries),
      };
    } finally {
      await connection.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function readData(directory: string): Promise<{ entries: CatalogEntry[]; bytes: number; parts: number }> {
  const files = (await readdir(directory)).filter((name) => /^catalog-\d+\.json$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(path.join(directory, name), 'utf8')));
  const part = z.object({ products: z.array(z.custom<CatalogEntry>()) });
  return {
    entries: texts.flatMap((text) => part.parse(JSON.parse(text)).products),
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    parts: files.length,
  };
}

function measureFacets(entries: readonly CatalogEntry[]): number {
  const categories = Array.from({ length: 50 }, (_, index) => ({
    id: index + 1,
    slug: `category-${index + 1}`,
    title: `Sensors ${index + 1}`,
    parent: index >= 10 ? 1 + ((index + 1) % 10) : null,
    products: 400,
    primary: Array.from({ length: 5 }, (_unused, place) => 1 + (((index + 1) * 7 + place + 1) % 40)),
  }));
  const terms: CatalogTerms = {
    categories,
    series: Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      slug: `s${index + 1}`,
      name: `S${index + 1}`,
    })),
    properties: Array.from({ length: 40 }, (_, index) => ({
      id: index + 1,
      key: `property-${index + 1}`,
      title: `Property ${index + 1}`,
      unit: 'V',
      type: 'number',
    })),
  };
  const catalog = new Catalog(entries, terms, 'en');
  const queries = [
    firstQuery,
    { ...firstQuery, status: ['active', 'new'] },
    { ...firstQuery, category: 'category-3', sort: 'name' },
    { ...firstQuery, words: 'sensor 12', series: ['s4', 's9'] },
  ];
  return Math.max(
    ...queries.map((query) => {
      const began = performance.now();
      catalog.select(query);
      return performance.now() - began;
    }),
  );
}

function percentile(all: readonly number[], part: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function catalogTable(figures: CatalogFigures): string {
  const lines: [string, string][] = [
    ['Products', String(figures.products)],
    ['Full build, files', String(figures.outputs)],
    ['  seconds', figures.buildSeconds.toFixed(1)],
    ['Data of the catalog in a locale, KB', figures.dataKilobytes.toFixed(0)],
    ['  files', String(figures.parts)],
    ['Product change, commit to its page: median ms', figures.pageMedian.toFixed(1)],
    ['  p95 ms', figures.pageP95.toFixed(1)],
    ['  until all that shows it is live: median ms', figures.allMedian.toFixed(1)],
    ['Slowest selection with its facets, ms', figures.facets.toFixed(1)],
  ];
  return lines.map(([name, value]) => `${name.padEnd(46)}${value.padStart(10)}`).join('\n');
}
