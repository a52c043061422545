import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { getKeys } from '#domain/objects.ts';
import { browserArguments, findBrowser } from '../../scripts/browser.ts';
import { expect, origins, test } from '../e2e/fixtures.ts';
import { type PublishedPage, publishedPages } from '../e2e/published.ts';

const lighthouse = fileURLToPath(new URL('../../node_modules/lighthouse/cli/index.js', import.meta.url));
const run = promisify(execFile);

const score = z.object({ score: z.number().nullable() });
const reportSchema = z.object({
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), scoreDisplayMode: z.string() }),
  ),
});
type Report = z.infer<typeof reportSchema>;
type Category = keyof Report['categories'];

const desktopLimits: Record<Category, number> = { performance: 98, accessibility: 98, 'best-practices': 98, seo: 98 };
const mobileLimits: Partial<Record<Category, number>> = { performance: 95 };

/** Other work on the machine can only make a page look slower, so the best of a few attempts is the nearest to the truth. */
const attempts = 3;

async function audit(url: string, form: 'desktop' | 'mobile'): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ostrevo-lighthouse-'));
  const output = path.join(folder, 'report.json');
  try {
    const flags = ['--headless=new', ...browserArguments].join(' ');
    const preset = form === 'desktop' ? ['--preset=desktop'] : [];
    await run(
      process.execPath,
      [lighthouse, url, '--quiet', '--output=json', `--output-path=${output}`, `--chrome-flags=${flags}`, ...preset],
      { env: { ...process.env, CHROME_PATH: findBrowser() ?? '' }, timeout: 180_000 },
    );
    return reportSchema.parse(JSON.parse(await readFile(output, 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function shortfalls({ categories, audits }: Report, limits: Partial<Record<Category, number>>): string[] {
  const low = getKeys(limits).flatMap((name) => {
    const limit = limits[name] ?? 0;
    const reached = Math.round((categories[name].score ?? 0) * 100);
    return reached < limit ? [`${name} ${reached} < ${limit}`] : [];
  });
  if (low.length === 0) return [];
  const lost = Object.entries(audits).filter(
    ([, { score: of, scoreDisplayMode }]) => of !== null && of < 0.9 && scoreDisplayMode !== 'informative',
  );
  return [...low, ...lost.map(([id, { title }]) => `${id}: ${title}`)];
}

async function expectScores(
  url: string,
  form: 'desktop' | 'mobile',
  limits: Partial<Record<Category, number>>,
): Promise<void> {
  let missing: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    missing = shortfalls(await audit(url, form), limits);
    if (missing.length === 0) return;
  }
  expect(missing).toEqual([]);
}

/** Representative pages. */
const pages: Record<string, (page: PublishedPage) => boolean> = {
  'a home page': ({ site, path: url }) => site === 'main' && url === '/',
  'a product': ({ site, path: url }) => site === 'main' && /^\/products\/catalog\/[^/]+$/.test(url),
  'an article': ({ site, path: url }) => site === 'main' && /\/article\/[^/]+$/.test(url),
  'a Japanese home page': ({ site, path: url }) => site === 'automotive' && url === '/jp',
  'a Chinese product': ({ site, path: url }) => site === 'main' && /^\/cn\/products\/catalog\/[^/]+$/.test(url),
  'a Korean home page': ({ site, path: url }) => site === 'automotive' && url === '/kr',
};

for (const [name, isIt] of Object.entries(pages)) {
  for (const form of ['desktop', 'mobile'] as const) {
    test(`Lighthouse is content with ${name} on ${form}`, async () => {
      const page = publishedPages().find(isIt);
      expect(page, 'the page is published').toBeDefined();
      if (page)
        await expectScores(
          `${origins[page.site]}${page.path}`,
          form,
          form === 'desktop' ? desktopLimits : mobileLimits,
        );
    });
  }
}
