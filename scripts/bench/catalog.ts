import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { importContent } from '#content/transfer/import-content.ts';
import { formatIssue } from '#content/records/parse-record.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { refreshSearch } from '#publish/queue/search-index.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Runtime } from '#server/runtime.ts';
import type { CatalogEntry, CatalogTerms } from '#view-model/screens/screen-content.ts';
import { firstQuery } from '#ui/screens/catalog/query.ts';
import { Catalog } from '#ui/screens/catalog/select.ts';
import { assetsDirectory, codeBundleEntry, ensureCodeBundle } from '../code-bundle.ts';
import { type Connection, connect } from '../connect.ts';
import { expectOk } from '../run.ts';
import { catalogSource, getParent, listPrimary } from './catalog-content.ts';
import { freePort } from '../free-port.ts';
import { spread } from './spread.ts';

type CatalogFigures = {
  products: number;
  importSeconds: number;
  buildSeconds: number;
  outputs: number;
  /** Until the whole catalog can be searched after it was published. */
  searchSeconds: number;
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

/** The limit for a selection with its facets, in milliseconds. */
export const facetLimit = 100;

const products = 20_000;

/** Publishes a large catalog, changes products one after another, and narrows its data down as a browser does. */
export async function measureCatalog(samples: number, say: (line: string) => void): Promise<CatalogFigures> {
  process.env['NODE_ENV'] = 'production';
  await ensureCodeBundle(say);
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-bench-catalog-'));
  try {
    const outDirectory = path.join(folder, 'sites');
    const environment = { DATA_DIR: path.join(folder, 'data'), OUT_DIR: outDirectory };
    const config = expectOk(readConfig({ ...environment, PORT: String(await freePort()) }));
    const connection = expectOk(await connect(config));
    try {
      say(`Importing ${products.toLocaleString('en')} products …`);
      const importSeconds = await timed(() => importProducts(connection, path.join(folder, 'media-cache')));
      say('Publishing them …');
      const { runtime, built } = await publishAll(config, connection);
      say('Making them searchable …');
      const searchSeconds = await timed(async () => {
        while (await refreshSearch(runtime.serviceClient));
      });
      await runtime.publisher.warmUp();
      say('Changing some …');
      const changes = await measureChanges(runtime, samples);
      const { entries, bytes, parts } = await readData(path.join(outDirectory, 'main', 'current'));
      return {
        products: entries.length,
        importSeconds,
        searchSeconds,
        buildSeconds: built.milliseconds / 1000,
        outputs: built.outputs,
        dataKilobytes: bytes / 1000,
        parts,
        ...changes,
        facets: measureFacets(entries),
      };
    } finally {
      await connection.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function importProducts({ url, secretKey }: Connection, mediaCache: string): Promise<void> {
  const source = await catalogSource(products);
  const imported = await importContent(createKeyClient(url, secretKey), source, { replace: true, mediaCache });
  if (!imported.ok) throw new Error((imported.failure.issues ?? []).map(formatIssue).join('\n'));
}

/** Builds the main site in the process of the benchmark. */
async function publishAll(
  config: Config,
  connection: Connection,
): Promise<{ runtime: Runtime; built: { milliseconds: number; outputs: number } }> {
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  const runtime = bundle.makeRuntime(config, connection, bundle.wholeCode('bench'));
  bundle.setRuntime(runtime);
  const results = await bundle.buildSites(runtime, {
    sites: ['main'],
    entry: codeBundleEntry,
    assetsDirectory,
    secretKey: connection.secretKey,
    at: new Date().toISOString(),
  });
  const result = results.get('main');
  if (!result) throw new Error('The main site was not built');
  const built = expectOk(result);
  await runtime.publisher.drain();
  return { runtime, built };
}

/** Renames products one after another. The first three only warm the process up. */
async function measureChanges(
  { publisher, serviceClient }: Runtime,
  samples: number,
): Promise<Pick<CatalogFigures, 'pageMedian' | 'pageP95' | 'allMedian'>> {
  const pages: number[] = [];
  const alls: number[] = [];
  let live: (at: number) => void = () => {};
  publisher.onReceipt(({ items }) => {
    const item = items.find(({ path: place }) => /^\/products\/catalog\/sensor-\d+$/.test(place));
    if (item?.seen_live_at) live(Date.parse(item.seen_live_at));
  });
  for (let sample = -3; sample < samples; sample += 1) {
    const id = 1 + (((sample + 3) * 1237) % products);
    let seen = Number.NaN;
    live = (at) => (seen = at);
    const { error } = await serviceClient
      .from('products')
      .update({ display_name: `Changed ${sample}` })
      .eq('id', id);
    if (error) throw new Error(error.message);
    const committed = Date.now();
    const began = performance.now();
    await publisher.drain();
    if (sample < 0) continue;
    pages.push(seen - committed);
    alls.push(performance.now() - began);
  }
  const { median, p95 } = spread(pages);
  return { pageMedian: median, pageP95: p95, allMedian: spread(alls).median };
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
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
    anchor: null,
    parent: getParent(index + 1),
    products: 400,
    primary: listPrimary(index + 1),
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

export function catalogTable(figures: CatalogFigures): string {
  const lines: [string, string][] = [
    ['Products', String(figures.products)],
    ['Import, seconds', figures.importSeconds.toFixed(1)],
    ['Full build, files', String(figures.outputs)],
    ['  seconds', figures.buildSeconds.toFixed(1)],
    ['Search index, seconds', figures.searchSeconds.toFixed(1)],
    ['Data of the catalog in a locale, KB', figures.dataKilobytes.toFixed(0)],
    ['  files', String(figures.parts)],
    ['Product change, commit to its page: median ms', figures.pageMedian.toFixed(1)],
    ['  p95 ms', figures.pageP95.toFixed(1)],
    ['  until all that shows it is live: median ms', figures.allMedian.toFixed(1)],
    ['Slowest selection with its facets, ms', figures.facets.toFixed(1)],
  ];
  return lines.map(([name, value]) => `${name.padEnd(46)}${value.padStart(10)}`).join('\n');
}
