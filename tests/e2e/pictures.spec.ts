import type { Page } from '@playwright/test';
import { getLocales } from '#domain/sites.ts';
import { expect, origins, siteIds, test } from './fixtures.ts';
import { type PublishedPage, linksWithRel, publishedPages, tagsNamed } from './published.ts';

/** Of each picture the width that its `sizes` claims, that of its box, and that which its file needs where the box cuts it. */
type Measured = { what: string; claimed: number; box: number; needed: number };

/** Between the breakpoints of the layout, and at its largest. */
const widths = [390, 600, 800, 1024, 1240, 1440, 1920];
/** The smallest file is 320 px wide: below half of that the claim makes no difference. */
const smallest = 160;

function measure(page: Page): Promise<Measured[]> {
  return page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.cssText = 'position:absolute;visibility:hidden;height:0';
    document.body.append(probe);
    const widthOf = (sizes: string): number => {
      for (const part of sizes.split(/,(?![^(]*\))/)) {
        const [, condition, width = ''] = /^\s*((?:\([^)]*\)\s*(?:and\s*)?(?=\(|[a-z\d]))*)([^]+)$/.exec(part) ?? [];
        if (condition && !matchMedia(condition.trim()).matches) continue;
        probe.style.width = width.trim();
        return probe.getBoundingClientRect().width;
      }
      return 0;
    };
    const found = [...document.querySelectorAll<HTMLImageElement>('main img[sizes]')]
      .filter((image) => image.checkVisibility() && image.offsetWidth > 1)
      .map((image) => {
        const { offsetWidth: width, offsetHeight: height } = image;
        const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
        const { objectFit } = getComputedStyle(image);
        const drawn =
          objectFit === 'cover'
            ? Math.max(width, height * ratio)
            : objectFit === 'contain'
              ? Math.min(width, height * ratio)
              : width;
        const place = image.closest<HTMLElement>('[data-module-type]')?.dataset['moduleType'] ?? 'a template';
        return {
          what: `${image.className} in ${place}, ${image.sizes}`,
          claimed: widthOf(image.sizes),
          box: Math.min(width, drawn),
          needed: drawn,
        };
      });
    probe.remove();
    return found;
  });
}

/** As few pages as show every kind of picture in every kind of place. */
function pagesWithEveryPicture(): PublishedPage[] {
  const seen = new Set<string>();
  return publishedPages()
    .filter(({ locale }) => locale === 'en')
    .filter(({ html }) => {
      const known = seen.size;
      let module = '';
      for (const [, type, name, sizes] of html.matchAll(
        /data-module-type="(\w+)"|<img class="([^"]*)"[^>]*? sizes="([^"]*)"/g,
      )) {
        if (type !== undefined) module = type;
        else seen.add(`${module} ${name} ${sizes}`);
      }
      return seen.size > known;
    });
}

const scopes = [
  { name: 'one page of each kind', pages: () => pagesWithEveryPicture().slice(0, 6), details: {} },
  ...siteIds.flatMap((site) =>
    getLocales(site).map((locale) => ({
      name: `every page of ${site} in ${locale}`,
      pages: () => publishedPages().filter((page) => page.site === site && page.locale === locale),
      details: { tag: '@sweep' },
    })),
  ),
];

for (const { name, pages, details } of scopes) {
  test(`pictures are as wide as they claim, within a tenth: ${name} @sweep`, details, async ({ page }) => {
    await page.route(/\/media\//, (route) => route.abort());
    const wrong = new Map<string, string>();
    for (const { site, path: url, html } of pages()) {
      if (tagsNamed(html, 'img').every(({ attributes }) => attributes['sizes'] === undefined)) continue;
      await page.goto(`${origins[site]}${url}`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const { what, claimed, box, needed } of await measure(page)) {
          if (claimed <= smallest && needed <= smallest) continue;
          if (claimed < box * 0.9 || claimed > needed * 1.1)
            wrong.set(
              `${what} at ${width}`,
              `claims ${Math.round(claimed)}, is ${Math.round(box)} to ${Math.round(needed)}: ${url}`,
            );
        }
      }
    }
    expect(Object.fromEntries(wrong)).toEqual({});
  });
}

test('no page waits for more than two stylesheets before it is painted', () => {
  const many = publishedPages().flatMap(({ site, path: url, html }) => {
    const head = html.slice(0, html.indexOf('</head>'));
    const sheets = linksWithRel(head, 'stylesheet');
    return sheets.length > 2 ? [`${origins[site]}${url}: ${sheets.map(({ href }) => href).join(', ')}`] : [];
  });
  expect(many).toEqual([]);
});
