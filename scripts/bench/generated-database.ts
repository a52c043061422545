import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { readConfig } from '#server/config.ts';
import { type GeneratedSite, generateSite } from '../../tests/fixtures/generated-site.ts';
import { root } from '../code-bundle.ts';
import { connect } from '../connect.ts';
import { expectOk } from '../run.ts';

/** Products that the first 1, 100 and 1,000 pages show. */
const sharedOn = [1, 100, 1000];
const madeFrom = [
  'tests/fixtures/generated-site.ts',
  'tests/fixtures/random.ts',
  'scripts/bench/generated-database.ts',
];

/** A generated site in a database of its own, ready to be built. */
type BenchSite = { dataDirectory: string; site: GeneratedSite };

/**
 * A copy of a generated site's database under `directory`, for one measurement to change. Generating 20,000 pages takes
 * minutes, so the original is cached next to it under a name that identifies its inputs.
 */
export async function copyOfGeneratedSite(
  directory: string,
  pages: number,
  seed: number,
  locales: readonly Locale[] = [defaultLocale],
): Promise<BenchSite> {
  const name = [pages, ...locales.filter((locale) => locale !== defaultLocale), await readOrigin(seed)].join('-');
  const original = path.join(directory, 'generated', name);
  const site = (await readSite(original)) ?? (await generate(original, pages, seed, locales));
  const dataDirectory = path.join(directory, 'run', `${pages}-${randomBytes(4).toString('hex')}`, 'data');
  await mkdir(path.dirname(dataDirectory), { recursive: true });
  await cp(path.join(original, 'data'), dataDirectory, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { dataDirectory, site };
}

async function readOrigin(seed: number): Promise<string> {
  const migrations = (await readdir(path.join(root, 'supabase', 'migrations'))).toSorted();
  const hash = createHash('sha256').update(String(seed));
  for (const file of [...migrations.map((name) => `supabase/migrations/${name}`), ...madeFrom]) {
    hash.update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

async function readSite(original: string): Promise<GeneratedSite | null> {
  const text = await readFile(path.join(original, 'site.json'), 'utf8').catch(() => null);
  // Written by `generate`, next to the database that it describes.
  return text === null ? null : (JSON.parse(text) as GeneratedSite);
}

async function generate(
  original: string,
  pages: number,
  seed: number,
  locales: readonly Locale[],
): Promise<GeneratedSite> {
  const draft = `${original}.${randomBytes(4).toString('hex')}`;
  const config = expectOk(readConfig({ DATA_DIR: path.join(draft, 'data') }));
  const connection = expectOk(await connect(config));
  const client = createKeyClient(connection.url, connection.secretKey);
  const site = await generateSite(client, { pages, locales, products: 100, articles: 20, sharedOn, seed });
  await connection.close();
  await writeFile(path.join(draft, 'site.json'), JSON.stringify(site));
  await rm(original, { recursive: true, force: true });
  await rename(draft, original);
  return site;
}
