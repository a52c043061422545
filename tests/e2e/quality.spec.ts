import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { type Locale, locales } from '#domain/locales.ts';
import { collectTrouble, expect, origins, test, watchLayout } from './fixtures.ts';
import { type PublishedPage, currentDirectory, linksWithRel, publishedPages, tagsNamed } from './published.ts';

const addressOf = ({ site, path: url }: PublishedPage) => `${origins[site]}${url}`;

/**
 * The parts of a page that matter to axe: the site's frame, the template, the language, the module types and their grounds;
 * `isThorough` asks for each type on each ground.
 */
function featuresOf({ site, path: url, html, isNotFound, locale }: PublishedPage, isThorough: boolean): string[] {
  const depth = url.split('/').filter(Boolean).length;
  const template = isNotFound
    ? 'not found'
    : (/<main[^>]*>\s*<(?:article|section|div)[^>]*class="([\w-]+)/.exec(html)?.[1] ?? 'page');
  const modules = tagsNamed(html, 'section').flatMap(({ attributes }) => {
    const type = attributes['data-module-type'];
    const ground = /\bon-\w+/.exec(attributes['class'] ?? '')?.[0];
    if (!type) return [];
    return isThorough ? [`${type} ${ground ?? ''}`] : [type, `ground ${ground ?? ''}`];
  });
  const forms = html.includes('<form') ? ['form'] : [];
  const tables = html.includes('<table') ? ['table'] : [];
  const frame = [`site ${site}`, `locale ${locale}`, `template ${template}`, `depth ${Math.min(depth, 2)}`];
  return [...frame, ...modules, ...forms, ...tables];
}

const pagesIn = (locale: Locale) => publishedPages().filter((page) => page.locale === locale);

/** As few pages as show everything that all of them show. */
function representatives(pages: readonly PublishedPage[], isThorough = false): PublishedPage[] {
  const left = pages.map((page) => ({ page, features: new Set(featuresOf(page, isThorough)) }));
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

/** With each change the pages that show everything, in the sweeps all of them. */
const scopes = [
  {
    name: 'pages that show every feature',
    tag: '',
    among: (pages: readonly PublishedPage[]) => representatives(pages),
  },
  { name: 'all pages', tag: ' @sweep', among: (pages: readonly PublishedPage[]) => pages },
];

test.describe('accessibility', () => {
  for (const locale of locales) {
    // On a narrow screen one language of short words and one of long lines represent the others.
    const phone = locale === 'de' || locale === 'jp' ? ' @phone' : '';
    test(
      `axe finds nothing on any template in ${locale}${phone}`,
      { tag: locale === 'de' ? '@sliced' : '@sweep' },
      async ({ page, findBarriers, isSweep }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        const found: string[] = [];
        const pages = representatives(pagesIn(locale), isSweep);
        expect(pages.length).toBeGreaterThan(5);
        // The first few show most, and are enough with each change.
        for (const published of isSweep ? pages : pages.slice(0, 3)) {
          await page.goto(addressOf(published));
          // Everything that can be opened is looked at open.
          await page.evaluate(() => {
            for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
          });
          for (const barrier of await findBarriers()) found.push(`${addressOf(published)}: ${barrier}`);
        }
        expect(found).toEqual([]);
      },
    );
  }

  test('axe finds nothing in the open menu @phone', { tag: '@sweep' }, async ({ page, findBarriers, isMobile }) => {
    await page.goto(origins.main);
    if (isMobile) await page.locator('.menu-button').click();
    const sections = await page.locator('.site-menu__section').all();
    expect(sections.length).toBeGreaterThan(1);
    for (const section of sections) {
      await section.locator('summary').click();
      await expect(section).toHaveAttribute('open');
      expect(await findBarriers()).toEqual([]);
    }
  });
});

/** Astro puts a style element next to the first island, where HTML does not allow it; we cannot move it. */
function withoutIslandStyle(html: string): string {
  return html.replace(/<style>astro-island[^<]*<\/style>/, '');
}

test.describe('markup', () => {
  for (const { name, tag, among } of scopes) {
    test(`${name} are valid HTML${tag}`, async () => {
      const validator = new HtmlValidate(new FileSystemConfigLoader());
      const faults = new Map<string, string>();
      for (const page of among(publishedPages())) {
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

  /** Of all scripts with which modules are edited, each compressed with gzip, and of what a window of its own adds. */
  const editorLimit = 220 * 1024;
  const dialogLimit = 20 * 1024;
  /**
   * Windows for a page or a form as a whole, saved sections, shared modules, the texts of a picture, typing on the page, and what
   * versions of a form ask: each is loaded when it is used.
   */
  const ownDialogs = [
    'PageSettings',
    'HistoryDialog',
    'ChangesDialog',
    'Outline',
    'DrawnPlan',
    'ChosenChanges',
    'MovedBelow',
    'AddToRelease',
    'ShortcutsDialog',
    'BuilderDialog',
    'SaveSection',
    'SavedSections',
    'ShareModule',
    'SharedModules',
    'DescribePicture',
    'TypeInPlace',
    'FormFields',
  ];

  // Counts every script of the code bundle that no published page can load, whether or not a session opens the window
  // that needs it. React and the carousel are not: visitors load them as well. Of the modules' own views, which the
  // preview loads one at a time, the largest counts.
  test('an editor loads at most 220 KB of scripts, compressed, 20 KB more for a window of its own, and visitors none', async ({
    page,
    signIn,
  }) => {
    const folder = path.join(currentDirectory('main'), '_astro');
    const existing = new Set(readdirSync(folder).filter((file) => file.endsWith('.js')));
    const isOwnDialog = (file: string) => ownDialogs.includes(file.split('.')[0] ?? '');
    const isView = (file: string) => file.startsWith('View.');
    const reach = (roots: readonly string[], isLeftOut: (file: string) => boolean = () => false) => {
      const found = new Set<string>();
      const visit = (text: string) => {
        for (const [name] of text.matchAll(/[\w.-]+\.js/g)) {
          if (!existing.has(name) || found.has(name) || isOwnDialog(name) || isLeftOut(name)) continue;
          found.add(name);
          visit(readFileSync(path.join(folder, name), 'utf8'));
        }
      };
      roots.forEach(visit);
      return found;
    };
    const visitors = reach(
      publishedPages().flatMap(({ html }) =>
        [...html.matchAll(/(?:component|renderer)-url="([^"]*)"/g)].map(([, url = '']) => url),
      ),
    );
    await signIn({ next: '/' });
    const draft = await (await page.request.get(`${origins.main}/?draft=true`)).text();
    const weigh = (file: string) => gzipSync(readFileSync(path.join(folder, file))).length;
    const roots = [draft, ...publishedPages().map(({ html }) => html)];
    const ofModules = reach(roots);
    const weighed = (files: Iterable<string>) =>
      [...files]
        .filter((file) => !visitors.has(file))
        .map((file) => ({ file, size: weigh(file) }))
        .toSorted((a, b) => b.size - a.size);
    const sizeOf = (weights: readonly { size: number }[]) => weights.reduce((sum, { size }) => sum + size, 0);
    const common = reach(roots, isView);
    const weights = weighed(common);
    expect(weights.map(({ file }) => file.split('.')[0])).toEqual(
      expect.arrayContaining([
        'DraftEditor',
        'Sidebar',
        'ModuleForm',
        'RichTextField',
        'AddLink',
        'PublishPageDialog',
        'editor-parts',
        'reach-field',
      ]),
    );
    // A view brings along what no other part of the editor loads, such as the map of the world.
    const views = [...ofModules].filter(isView).map((view) => {
      const own = reach([readFileSync(path.join(folder, view), 'utf8')], isView);
      return weighed([view, ...[...own].filter((file) => !common.has(file))]);
    });
    const [view] = views.toSorted((a, b) => sizeOf(b) - sizeOf(a));
    if (!view) throw new Error('The editor loads no view of a module');
    const counted = [...weights, ...view];
    const total = sizeOf(counted);
    test.info().annotations.push({
      type: 'weight',
      description: `${total} bytes, ${sizeOf(weighed(ofModules))} with every view`,
    });
    expect(total, counted.map(({ file, size }) => `${size} ${file}`).join('\n')).toBeLessThanOrEqual(editorLimit);

    const dialogs = [...existing].filter(isOwnDialog);
    const found = dialogs.map((file) => file.split('.')[0] ?? '');
    expect(found.toSorted()).toEqual(ownDialogs.toSorted());
    for (const file of dialogs) {
      const own = [...reach([readFileSync(path.join(folder, file), 'utf8')])].filter((name) => !ofModules.has(name));
      const size = [file, ...own].reduce((sum, name) => sum + weigh(name), 0);
      expect(size, `${file} ${own.join(' ')}`).toBeLessThanOrEqual(dialogLimit);
    }
  });

  test('no page is larger than 40 KB, compressed', () => {
    const heavy = publishedPages().flatMap((page) => {
      const size = gzipSync(page.html).length;
      return size > 40 * 1024 ? [`${addressOf(page)}: ${size} bytes`] : [];
    });
    expect(heavy).toEqual([]);
  });
});

test.describe('layout', () => {
  /** A page of each kind, in the languages whose fonts come after the text is painted. */
  const pages = {
    'a Japanese home page': ({ site, path: url }) => site === 'automotive' && url === '/jp',
    'a Japanese article': ({ site, path: url }) => site === 'automotive' && /^\/jp\/.*\/article\/[^/]+$/.test(url),
    'a Chinese home page': ({ site, path: url }) => site === 'main' && url === '/cn',
    'a Chinese catalog': ({ site, path: url }) => site === 'automotive' && url === '/cn/products/catalog',
    'a Korean home page': ({ site, path: url }) => site === 'automotive' && url === '/kr',
  } satisfies Record<string, (page: PublishedPage) => boolean>;

  for (const [name, isIt] of Object.entries(pages)) {
    test(`nothing moves on ${name} when its fonts come late @phone${name === 'a Japanese home page' ? '' : ' @sweep'}`, async ({
      page,
    }) => {
      const published = publishedPages().find(isIt);
      if (!published) throw new Error(`${name} is not published`);
      // Every request passes the test here, so the order of a network is restored: preloads come before stylesheets.
      const preloaded = new Map(
        linksWithRel(published.html, 'preload').map(({ href = '' }) => [href, Promise.withResolvers<void>()]),
      );
      page.on('requestfinished', (request) => preloaded.get(new URL(request.url()).pathname)?.resolve());
      await page.route('**/*.css', async (route) => {
        await Promise.all([...preloaded.values()].map(({ promise }) => promise));
        await route.continue();
      });
      const released = Promise.withResolvers<void>();
      const late: string[] = [];
      await page.route('**/*.woff2', async (route) => {
        const { pathname } = new URL(route.request().url());
        if (!preloaded.has(pathname)) {
          late.push(pathname);
          await released.promise;
        }
        await route.continue();
      });
      const movedSoFar = await watchLayout(page);
      await page.goto(addressOf(published), { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await expect.poll(() => late).not.toEqual([]);
      released.resolve();
      await page.waitForLoadState();
      await page.evaluate(() => document.fonts.ready);
      const { total, shifts } = await movedSoFar();
      expect(total, shifts).toBe(0);
    });
  }

  test('the fallback font of Korean syllables is as wide as ours', async ({ page }) => {
    // Those of Windows, Linux and Android.
    const advanceOfSystem = 0.92;
    await page.goto(`${origins.automotive}/kr`);
    const { advance, faces } = await page.evaluate(async () => {
      const size = 1000;
      const font = `${size}px "IBM Plex Sans KR"`;
      await document.fonts.load(font, '한');
      const context = document.createElement('canvas').getContext('2d');
      if (context) context.font = font;
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      return {
        advance: (context?.measureText('한').width ?? 0) / size,
        faces: rules
          .filter((rule) => rule instanceof CSSFontFaceRule)
          .map(({ style }) => style)
          .filter((style) => style.getPropertyValue('font-family').includes('Fallback'))
          .map((style) => ({
            weight: style.getPropertyValue('font-weight'),
            size: style.getPropertyValue('size-adjust'),
            range: style.getPropertyValue('unicode-range'),
          }))
          .filter(({ range }) => /U\+AC00-D7A3/i.test(range)),
      };
    });
    expect(faces.map(({ weight }) => weight)).toEqual(['400', '600']);
    for (const { size } of faces) expect((Number.parseFloat(size) / 100) * advanceOfSystem).toBeCloseTo(advance, 3);
  });

  test('Japanese titles, leads and claims break between phrases, and running text fills its lines', async ({
    page,
  }) => {
    const breaks = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).wordBreak))]);
    await page.goto(`${origins.main}/jp`);
    const short = ['h1', '.hero__lead', '.module-heading__lead', '.product-card__tagline', '.site-footer__tagline'];
    for (const selector of short) expect(await breaks(selector), selector).toEqual(['auto-phrase']);
    await page.goto(`${origins.main}/jp/products/support/faq`);
    expect(await breaks('.page-header__lead')).toEqual(['auto-phrase']);
    expect(await breaks('.rich-text p')).toEqual(['normal']);
  });
});

test.describe('the console', () => {
  // With each change in one language.
  const shown: readonly Locale[] = ['jp'];
  for (const { name, tag, among } of scopes) {
    for (const locale of tag === '' ? shown : locales) {
      test(`stays empty on ${name} in ${locale}${tag}`, async ({ page }) => {
        const trouble = collectTrouble(page);
        for (const published of among(pagesIn(locale))) {
          if (published.isNotFound) continue;
          const response = await page.goto(addressOf(published), { waitUntil: 'load' });
          if (response?.status() !== 200) trouble.push(`${addressOf(published)}: status ${response?.status()}`);
        }
        expect(trouble).toEqual([]);
      });
    }
  }
});
