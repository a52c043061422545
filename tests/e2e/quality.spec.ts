import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { type Locale, locales } from '#domain/locales.ts';
import { localesOf } from '#domain/sites.ts';
import { collectTrouble, expect, origins, siteIds, test } from './fixtures.ts';
import { type PublishedPage, currentDirectory, linksWithRel, publishedPages, tagsNamed } from './published.ts';

const addressOf = ({ site, path: url }: PublishedPage) => `${origins[site]}${url}`;

/** What a page looks like, to axe: its site's frame, its template, and each kind of module on each ground. */
function featuresOf({ site, path: url, html, isNotFound }: PublishedPage): string[] {
  const depth = url.split('/').filter(Boolean).length;
  const template = isNotFound
    ? 'not found'
    : (/<main[^>]*>\s*<(?:article|section|div)[^>]*class="([\w-]+)/.exec(html)?.[1] ?? 'page');
  const modules = tagsNamed(html, 'section').flatMap(({ attributes }) => {
    const type = attributes['data-module-type'];
    const ground = /\bon-\w+/.exec(attributes['class'] ?? '')?.[0];
    return type ? [`${type} ${ground ?? ''}`] : [];
  });
  const forms = html.includes('<form') ? ['form'] : [];
  const tables = html.includes('<table') ? ['table'] : [];
  return [`site ${site}`, `template ${template}`, `depth ${Math.min(depth, 2)}`, ...modules, ...forms, ...tables];
}

/** As few pages of a locale as show everything that its pages show. */
function representatives(locale: Locale): PublishedPage[] {
  const left = publishedPages()
    .filter((page) => page.locale === locale)
    .map((page) => ({ page, features: new Set(featuresOf(page)) }));
  const open = new Set(left.flatMap(({ features }) => [...features]));
  const chosen: PublishedPage[] = [];
  const gain = (features: ReadonlySet<string>) => [...features].filter((feature) => open.has(feature)).length;
  while (open.size > 0) {
    const best = left.reduce((a, b) => (gain(b.features) > gain(a.features) ? b : a));
    for (const feature of best.features) open.delete(feature);
    chosen.push(best.page);
  }
  return chosen;
}

test.describe('accessibility', () => {
  for (const locale of locales) {
    // On a narrow screen one language of short words and one of long lines stand for the others.
    const phone = locale === 'de' || locale === 'jp' ? ' @phone' : '';
    test(`axe finds nothing on any template in ${locale}${phone}`, async ({ page, findBarriers }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const found: string[] = [];
      const pages = representatives(locale);
      expect(pages.length).toBeGreaterThan(1);
      for (const published of pages) {
        await page.goto(addressOf(published));
        // Everything that can be opened is looked at open.
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
        });
        for (const barrier of await findBarriers()) found.push(`${addressOf(published)}: ${barrier}`);
      }
      expect(found).toEqual([]);
    });
  }

  test('axe finds nothing in the open menu @phone', async ({ page, findBarriers, isMobile }) => {
    await page.goto(origins.main);
    if (isMobile) await page.locator('.menu-button').click();
    const sections = page.locator('.site-menu__section');
    for (let index = 0; index < (await sections.count()); index += 1) {
      await sections.nth(index).locator('summary').click();
      await expect(sections.nth(index)).toHaveAttribute('open');
      expect(await findBarriers()).toEqual([]);
    }
  });
});

/** Astro puts one style element of its own beside the first island, where HTML does not have one: not ours to move. */
function withoutIslandStyle(html: string): string {
  return html.replace(/<style>astro-island[^<]*<\/style>/, '');
}

test.describe('markup', () => {
  for (const site of siteIds) {
    test(`every page of ${site} is valid HTML`, async () => {
      test.setTimeout(300_000);
      const validator = new HtmlValidate(new FileSystemConfigLoader());
      const faults = new Map<string, string>();
      for (const page of publishedPages().filter((candidate) => candidate.site === site)) {
        const report = await validator.validateString(withoutIslandStyle(page.html), path.resolve('published.html'));
        for (const { ruleId, message, line, column, selector } of report.results.flatMap(({ messages }) => messages)) {
          // Of each fault the first page that has it: one template makes hundreds of pages.
          const key = `${ruleId}: ${message}`;
          if (!faults.has(key)) faults.set(key, `${key} at ${page.path} ${line}:${column} ${selector ?? ''}`);
        }
      }
      expect([...faults.values()]).toEqual([]);
    });
  }
});

test.describe('weight', () => {
  /** Of all styles of a page, as a browser receives them. */
  const styleLimit = 25 * 1024;
  const sizes = new Map<string, number>();

  function compressedSize(site: PublishedPage['site'], href: string): number {
    const file = path.join(currentDirectory(site), decodeURIComponent(href));
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = gzipSync(readFileSync(file)).length;
    sizes.set(file, size);
    return size;
  }

  test('no page has more than 25 KB of styles', () => {
    const heavy = new Map<string, string>();
    for (const page of publishedPages()) {
      const sheets = linksWithRel(page.html, 'stylesheet').map(({ href }) => href ?? '');
      const inline = [...page.html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].reduce(
        (sum, [, text = '']) => sum + text.length,
        0,
      );
      const parts = sheets.map((href) => `${href} ${compressedSize(page.site, href)}`);
      const total = inline + sheets.reduce((sum, href) => sum + compressedSize(page.site, href), 0);
      if (total > styleLimit && !heavy.has(parts.join()))
        heavy.set(parts.join(), `${addressOf(page)}: ${total} bytes (${parts.join(', ')})`);
    }
    expect([...heavy.values()]).toEqual([]);
  });

  /** Of the editor's scripts that a browser receives, compressed as our server sends them. */
  const editorLimit = 220 * 1024;

  // Counted is what no published page can load, over a session that uses all of the editor: the bar, the sidebar, a form with
  // rich text, a list and a picker with both of its forms, the preview, and publishing. Not counted are React and the
  // carousel, which visitors load as well; the list of a failure names them too.
  test('an editor receives at most 220 KB of the editor’s scripts, compressed, and visitors none of them', async ({
    page,
    signIn,
  }) => {
    const folder = path.join(currentDirectory('main'), '_astro');
    const existing = new Set(readdirSync(folder).filter((file) => file.endsWith('.js')));
    const namedIn = (text: string) =>
      [...text.matchAll(/[\w.-]+\.js/g)].map(([name]) => name).filter((name) => existing.has(name));
    /** What visitors' islands import, at once or later. */
    const visitors = new Set<string>();
    const visit = (file: string) => {
      if (visitors.has(file)) return;
      visitors.add(file);
      for (const next of namedIn(readFileSync(path.join(folder, file), 'utf8'))) visit(next);
    };
    for (const { html } of publishedPages()) {
      for (const [, url = ''] of html.matchAll(/(?:component|renderer)-url="([^"]*)"/g)) namedIn(url).forEach(visit);
    }
    expect([...visitors].filter((file) => /^(Chrome|ModuleForm|Window|PublishDialog|toolbar)\b/.test(file))).toEqual(
      [],
    );

    const received = new Map<string, Promise<number>>();
    page.on('requestfinished', (request) => {
      const name = path.basename(new URL(request.url()).pathname);
      if (!existing.has(name) || received.has(name)) return;
      received.set(
        name,
        request.sizes().then(({ responseBodySize }) => responseBodySize),
      );
    });
    await signIn({ next: '/' });
    await expect(page.getByRole('button', { name: 'Edit page' })).toBeVisible();
    await page.goto(`${origins.main}/?draft=true&show_sidebar=true`);
    await expect(page.getByPlaceholder('Search modules...')).toBeVisible();
    await page.goto(`${origins.main}/?draft=true&show_modal=true&module_type=TEXT_BLOCK`);
    await expect(page.locator('.ed-rich [contenteditable="true"]')).toBeVisible();
    await page.goto(`${origins.main}/?draft=true&show_modal=true&module_type=HERO`);
    await page.getByRole('button', { name: 'Choose image' }).first().click();
    await page.getByRole('button', { name: 'Upload image' }).click();
    await expect(page.getByLabel(/WebP/).first()).toBeAttached();
    await page.goto(`${origins.main}/?draft=true`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();

    const weights = await Promise.all([...received].map(async ([file, size]) => ({ file, size: await size })));
    const total = weights.filter(({ file }) => !visitors.has(file)).reduce((sum, { size }) => sum + size, 0);
    const all = weights.reduce((sum, { size }) => sum + size, 0);
    const list = weights.toSorted((a, b) => b.size - a.size).map(({ file, size }) => `${size} ${file}`);
    test.info().annotations.push({ type: 'weight', description: `${total} bytes, ${all} with what visitors load too` });
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total, list.join('\n')).toBeLessThanOrEqual(editorLimit);
  });

  test('no page is larger than 40 KB, compressed', () => {
    const heavy = publishedPages().flatMap((page) => {
      const size = gzipSync(page.html).length;
      return size > 40 * 1024 ? [`${addressOf(page)}: ${size} bytes`] : [];
    });
    expect(heavy).toEqual([]);
  });
});

test.describe('the console', () => {
  for (const site of siteIds) {
    for (const locale of localesOf(site)) {
      test(`stays empty on every page of ${site} in ${locale}`, async ({ page }) => {
        test.setTimeout(300_000);
        const trouble = collectTrouble(page);
        for (const published of publishedPages().filter(
          (candidate) => candidate.site === site && candidate.locale === locale,
        )) {
          if (published.isNotFound) continue;
          const response = await page.goto(addressOf(published), { waitUntil: 'load' });
          if (response?.status() !== 200) trouble.push(`${addressOf(published)}: status ${response?.status()}`);
        }
        expect(trouble).toEqual([]);
      });
    }
  }
});
