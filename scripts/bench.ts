import { writeFile } from 'node:fs/promises';
import { rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createKeyClient, expectData } from '#content/client.ts';
import { readConfig } from '#server/config.ts';
import { catalogTable, facetLimit, measureCatalog } from './bench/catalog.ts';
import { draftsTable, measureDrafts } from './bench/drafts.ts';
import { type Floors, measureFloors } from './bench/floors.ts';
import { copyOfGeneratedSite } from './bench/generated-database.ts';
import { BenchServer, type BuildFigures, freePort, measureBuild, outDirectoryOf } from './bench/measure.ts';
import { measurePickers, pickerLimit, pickersTable } from './bench/pickers.ts';
import { measureSearch, searchLimit, searchTable } from './bench/search.ts';
import { ensureCodeBundle } from './code-bundle.ts';
import { connect } from './connect.ts';
import { expectOk, stopWith } from './run.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    samples: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** The directory of generated databases and built sites: its disk is measured. */
    dir: { type: 'string', default: path.join(tmpdir(), 'ostrevo-bench') },
    quick: { type: 'boolean', default: false },
    /** Only the editor's pickers. */
    pickers: { type: 'boolean', default: false },
    /** Only what an editor waits for on a draft. */
    drafts: { type: 'boolean', default: false },
    /** Only a catalog of 20,000 products. */
    catalog: { type: 'boolean', default: false },
    /** Only what a search takes among 100,000 documents. */
    search: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});

const sizes = (values.sizes ?? (values.quick ? '100' : '100,1000,5000,20000')).split(',').map(Number);
const samples = values.quick ? 10 : Number(values.samples);
const seed = Number(values.seed);
if (![...sizes, samples, seed].every((value) => Number.isInteger(value) && value > 0)) {
  stopWith(
    '--sizes, --samples and --seed are whole numbers above 0, for example --sizes 100,1000 --samples 40 --seed 1.',
  );
}

type Spread = { median: number; p95: number; samples: number };
type SizeFigures = {
  pages: number;
  databaseStartSeconds: number;
  /** The middle one of `buildRounds`. */
  build: BuildFigures;
  /** The first one: by a database that has just started, and has prepared no picture yet. */
  firstBuild: BuildFigures;
  floors: Floors;
  onePage: Spread;
  /** Milliseconds from a product's change to its being live on so many pages. */
  productOn: { pages: number; milliseconds: number }[];
  nothingChanged: Spread;
};

const say = values.json ? () => {} : (line: string) => console.log(line);

function spread(all: readonly number[]): Spread {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), samples: sorted.length };
}

/** Machines are noisy, so a build is measured three times; for a large site one measurement is enough. */
const buildRounds = (pages: number) => (pages > 5000 ? 1 : 3);

async function measure(pages: number): Promise<SizeFigures> {
  say(`${pages} pages: preparing …`);
  const { dataDirectory, site } = await copyOfGeneratedSite(values.dir, pages, seed);
  const port = await freePort();
  const environment = { DATA_DIR: dataDirectory, OUT_DIR: outDirectoryOf(dataDirectory), PORT: String(port) };
  const config = expectOk(readConfig(environment));
  const began = performance.now();
  const connection = expectOk(await connect(config));
  const databaseStartSeconds = (performance.now() - began) / 1000;
  try {
    const client = createKeyClient(connection.url, connection.secretKey);
    const heroes = await expectData(
      'modules',
      client
        .from('modules')
        .select('id, page_id')
        .eq('type', 'HERO')
        .in('page_id', site.pageIds.slice(1, samples + 11)),
      z.array(z.object({ id: z.number(), page_id: z.number() })),
    );
    const places = await expectData(
      'page_locales',
      client
        .from('page_locales')
        .select('page_id, path')
        .in(
          'page_id',
          heroes.map(({ page_id }) => page_id),
        ),
      z.array(z.object({ page_id: z.number(), path: z.string() })),
    );
    say(`${pages} pages: building …`);
    const builds: BuildFigures[] = [];
    for (let round = 0; round < buildRounds(pages); round += 1) {
      builds.push(await measureBuild(environment, connection.url));
    }
    const [firstBuild] = builds;
    const build = builds.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(builds.length / 2)];
    if (!firstBuild || !build) throw new Error('Nothing was built');
    const floors = await measureFloors(config, connection, site.pageIds);
    say(`${pages} pages: publishing …`);
    const server = await BenchServer.start(environment);
    try {
      const onePage: number[] = [];
      // The first ones warm the process up, as the first publish of a day would.
      for (let sample = -10; sample < samples; sample += 1) {
        const hero = heroes[(sample + 10) % heroes.length];
        const place = places.find(({ page_id }) => page_id === hero?.page_id);
        if (!hero || !place) throw new Error('The generated site has too few pages');
        const text = `Published anew as number ${sample + 11}`;
        const milliseconds = await server.untilServed(
          { type: 'publish-page', pageId: hero.page_id, moduleId: hero.id, text },
          place.path,
        );
        if (sample >= 0) onePage.push(milliseconds);
      }
      const productOn: SizeFigures['productOn'] = [];
      for (const { productId, shownOn } of site.sharedProducts.filter((shared) => shared.shownOn <= pages)) {
        const times: number[] = [];
        for (let round = 0; round < 3; round += 1) {
          const done = await server.request({ type: 'change-product', productId, text: `Renamed ${shownOn} ${round}` });
          if (done.liveAt === null || done.changed < shownOn)
            throw new Error(`${done.changed} pages changed with a product that stands on ${shownOn}`);
          times.push(done.liveAt - done.committedAt);
        }
        productOn.push({ pages: shownOn, milliseconds: spread(times).median });
      }
      const nothing: number[] = [];
      for (let sample = 0; sample < 20; sample += 1) {
        const done = await server.request({ type: 'publish-nothing' });
        nothing.push(done.doneAt - done.committedAt);
      }
      return {
        pages,
        databaseStartSeconds,
        build,
        firstBuild,
        floors,
        onePage: spread(onePage),
        productOn,
        nothingChanged: spread(nothing),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await connection.close();
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const tenth = (value: number) => value.toFixed(1);

function table(figures: readonly SizeFigures[]): string {
  const rows: [string, ...string[]][] = [
    ['Pages', ...figures.map(({ pages }) => whole(pages))],
    ['Full build, start-up included: files', ...figures.map(({ build }) => whole(build.outputs))],
    ['  seconds', ...figures.map(({ build }) => tenth(build.seconds))],
    ['  files a second', ...figures.map(({ build }) => whole(build.perSecond))],
    ['  files a second, the database just started', ...figures.map(({ firstBuild }) => whole(firstBuild.perSecond))],
    [
      '  peak memory, MB',
      ...figures.map(({ build, firstBuild }) => whole(Math.max(build.peakMegabytes, firstBuild.peakMegabytes))),
    ],
    [
      '  publisher CPU, ms a file',
      ...figures.map(({ build }) => ((build.cpuSeconds * 1000) / build.outputs).toFixed(2)),
    ],
    [
      '  database CPU, ms a file',
      ...figures.map(({ build }) => ((build.databaseCpuSeconds * 1000) / build.outputs).toFixed(2)),
    ],
    ['  floor: renderToStaticMarkup, pages/s', ...figures.map(({ floors }) => whole(floors.renderPerSecond))],
    ['  floor: writing the same bytes, pages/s', ...figures.map(({ floors }) => whole(floors.writePerSecond))],
    ['  HTML of a page, KB', ...figures.map(({ floors }) => tenth(floors.averageBytes / 1000))],
    ['Start of the embedded database, s', ...figures.map(({ databaseStartSeconds }) => tenth(databaseStartSeconds))],
    ['One page, commit to served: median ms', ...figures.map(({ onePage }) => tenth(onePage.median))],
    ['  p95 ms', ...figures.map(({ onePage }) => tenth(onePage.p95))],
    ...[1, 100, 1000].map((count): [string, ...string[]] => [
      `Product change on ${whole(count)} pages, ms`,
      ...figures.map(({ productOn }) => {
        const found = productOn.find(({ pages }) => pages === count);
        return found ? whole(found.milliseconds) : '';
      }),
    ]),
    ['Publish with nothing changed, median ms', ...figures.map(({ nothingChanged }) => tenth(nothingChanged.median))],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

if (values.pickers) {
  const figures = await measurePickers(values.quick ? 3 : 20, say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${pickersTable(figures)}\n`);
  process.exit(figures.every(({ p95 }) => p95 <= pickerLimit) ? 0 : 1);
}
if (values.search) {
  const figures = await measureSearch(values.quick ? 5 : 40, say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${searchTable(figures)}\n`);
  process.exit(figures.every(({ p95 }) => p95 <= searchLimit) ? 0 : 1);
}
if (values.drafts) {
  const figures = await measureDrafts(values.quick ? 10 : samples);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${draftsTable(figures)}\n`);
  process.exit(figures.every(({ median, limit }) => median <= limit) ? 0 : 1);
}
if (values.catalog) {
  const figures = await measureCatalog(values.quick ? 5 : 40, say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${catalogTable(figures)}\n`);
  process.exit(figures.facets <= facetLimit ? 0 : 1);
}
await ensureCodeBundle((line) => say(line));
const figures: SizeFigures[] = [];
for (const pages of sizes) figures.push(await measure(pages));
// Last, so that no measurement is slowed down by a file system that has just deleted thousands of files.
await rm(path.join(values.dir, 'run'), { recursive: true, force: true });
const result = {
  seed,
  node: process.version,
  processors: cpus().length,
  processor: cpus()[0]?.model ?? '',
  memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
  figures,
};
if (values.out) await writeFile(values.out, `${JSON.stringify(result, null, 2)}\n`);
if (values.json) console.log(JSON.stringify(result, null, 2));
else console.log(`\n${table(figures)}\n`);
process.exit(0);
