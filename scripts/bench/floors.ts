import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { createKeyClient } from '#content/client.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source.ts';
import type { Config } from '#server/config.ts';
import { root } from '../code-bundle.ts';
import type { Connection } from '../connect.ts';
import { expectOk } from '../run.ts';

/** Lower bounds: the same pages without everything around them, in pages a second. */
export type Floors = { renderPerSecond: number; writePerSecond: number; averageBytes: number };

const sample = 500;
const rounds = 6;

/** Measures the floors on a site that has been built: its views rendered, and its bytes written, by one thread. */
export async function measureFloors(
  config: Config,
  connection: Connection,
  pageIds: readonly number[],
): Promise<Floors> {
  const source = new Source(createKeyClient(connection.url, connection.secretKey), {
    site: 'main',
    view: 'published',
    at: new Date().toISOString(),
  });
  const pages = await Promise.all(
    pageIds
      .slice(0, sample)
      .map(async (ref) => expectOk(await new ContentReader(source, 'en', config.origins).load({ kind: 'page', ref }))),
  );
  const { renderViews } = await bundleViews();
  const renderPerSecond = best(() => {
    for (const page of pages) renderViews(page);
    return pages.length;
  });
  const live = path.join(config.outDirectory, 'main', 'current');
  const files: Buffer[] = [];
  for (const { name, parentPath } of await readdir(live, { recursive: true, withFileTypes: true })) {
    if (files.length < sample && name === 'index.html' && parentPath.includes('section-'))
      files.push(await readFile(path.join(parentPath, name)));
  }
  let round = 0;
  const writePerSecond = best(() => {
    round += 1;
    for (const [index, bytes] of files.entries()) {
      const folder = path.join(config.outDirectory, 'floor', `${round}`, `${index % 50}`, `${index}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'index.html'), bytes);
    }
    return files.length;
  });
  const averageBytes = Math.round(files.reduce((sum, { length }) => sum + length, 0) / files.length);
  return { renderPerSecond, writePerSecond, averageBytes };
}

function best(run: () => number): number {
  let rate = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const count = run();
    rate = Math.max(rate, (count / (performance.now() - began)) * 1000);
  }
  return Math.round(rate);
}

/** The views need a bundler for their styles; the site's code bundle has the same styles. */
async function bundleViews(): Promise<typeof import('./views.ts')> {
  process.env['NODE_ENV'] = 'production';
  const outDir = path.join(root, 'node_modules', '.cache', 'bench');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { ssr: path.join(root, 'scripts', 'bench', 'views.ts'), outDir, emptyOutDir: true, copyPublicDir: false },
  });
  // The bundle of the file that these types come from.
  return (await import(pathToFileURL(path.join(outDir, 'views.js')).href)) as typeof import('./views.ts');
}
