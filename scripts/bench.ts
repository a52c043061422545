import { rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { locales } from '#domain/locales.ts';
import { catalogTable, facetLimit, measureCatalog } from './bench/catalog.ts';
import { draftsTable, measureDrafts } from './bench/drafts.ts';
import { areImportsFast, bundlesTable, importsTable, measureImports } from './bench/imports.ts';
import { areReleasesPunctual, releasesTable, measureReleases } from './bench/releases.ts';
import { areListsFast, listsTable, measureLists } from './bench/lists.ts';
import { measurePickers, pickerLimit, pickersTable } from './bench/pickers.ts';
import { measureSearch, searchLimit, searchTable } from './bench/search.ts';
import { sizesTable } from './bench/sizes-table.ts';
import { type SizeFigures, measureSize } from './bench/sizes.ts';
import { isSoakSound, measureSoak, soakTable } from './bench/soak.ts';
import { ensureCodeBundle } from './code-bundle.ts';
import { readArguments } from './read-arguments.ts';
import { stopWith } from './run.ts';

const { values } = readArguments('bench', {
  options: {
    sizes: { type: 'string' },
    samples: { type: 'string', default: '60' },
    /** The languages of generated pages, such as en,de: each page is a file in each. */
    locales: { type: 'string', default: 'en' },
    seed: { type: 'string', default: '1' },
    /** The directory of generated databases and built sites: its disk is measured. */
    dir: { type: 'string', default: path.join(tmpdir(), 'ostrevo-bench') },
    quick: { type: 'boolean', default: false },
    /** Only the editor's pickers. */
    pickers: { type: 'boolean', default: false },
    /** Only the lists and forms of the administration, with 100,000 records. */
    lists: { type: 'boolean', default: false },
    /** Only imports: of 10,000 redirects, and of sheets with 5,000 rows until their pages are live. */
    imports: { type: 'boolean', default: false },
    /** Only what an editor waits for on a draft. */
    drafts: { type: 'boolean', default: false },
    /** Only releases of 60 and of 1,000 drafts. */
    releases: { type: 'boolean', default: false },
    /** Only a catalog of 20,000 products. */
    catalog: { type: 'boolean', default: false },
    /** Only readers and editors for a long time, with two publishers. */
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
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

const languages = values.locales.split(',').flatMap((name) => locales.find((locale) => locale === name) ?? []);
if (languages.length !== values.locales.split(',').length || !languages.includes('en')) {
  stopWith(`--locales is a list of ${locales.join(', ')} with en in it, for example --locales en,de.`);
}

const say = values.json ? () => {} : (line: string) => console.log(line);

if (values.pickers) {
  const figures = await measurePickers(values.quick ? 3 : 20, say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${pickersTable(figures)}\n`);
  process.exit(figures.every(({ p95 }) => p95 <= pickerLimit) ? 0 : 1);
}
if (values.lists) {
  const figures = await measureLists(values.quick ? 3 : 20, say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${listsTable(figures)}\n`);
  process.exit(areListsFast(figures) ? 0 : 1);
}
if (values.imports) {
  const figures = await measureImports(say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(
    values.json
      ? JSON.stringify(figures, null, 2)
      : `\n${bundlesTable(figures.bundles)}\n${importsTable(figures.sheets)}\n`,
  );
  process.exit(areImportsFast(figures) ? 0 : 1);
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
if (values.releases) {
  const figures = await measureReleases(values.quick ? [60] : [60, 1000], say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${releasesTable(figures)}\n`);
  process.exit(areReleasesPunctual(figures) ? 0 : 1);
}
if (values.soak) {
  const minutes = values.quick ? 1 : Number(values.minutes);
  const figures = await measureSoak({ directory: values.dir, seed, minutes, say });
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${soakTable(figures)}\n`);
  process.exit(isSoakSound(figures) ? 0 : 1);
}
if (values.catalog) {
  const figures = await measureCatalog(values.quick ? 5 : 40, say);
  if (values.out) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(values.json ? JSON.stringify(figures, null, 2) : `\n${catalogTable(figures)}\n`);
  process.exit(figures.facets <= facetLimit ? 0 : 1);
}
await ensureCodeBundle((line) => say(line));
const figures: SizeFigures[] = [];
for (const pages of sizes) {
  figures.push(await measureSize(pages, { directory: values.dir, samples, seed, locales: languages, say }));
}
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
else console.log(`\n${sizesTable(figures)}\n`);
process.exit(0);
