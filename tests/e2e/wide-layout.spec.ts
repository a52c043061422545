import { expect, origins, test } from './fixtures.ts';

/** The grid on wide screens, in CSS pixels: the content's width, and the space between two columns. */
const widths = [
  { width: 1400, container: 1280, gutter: 32 },
  { width: 1919, container: 1280, gutter: 32 },
  { width: 1920, container: 1536, gutter: 40 },
] as const;
const places = ['/', '/products/catalog', '/company/news/events', '/contact', '/products/support/faq', '/de/produkte'];

for (const { width, container, gutter } of widths) {
  // With each change where the wider grid begins.
  const tag = width === 1920 ? '' : ' @sweep';
  test(`at ${width} px the content is ${container} px wide on every kind of page${tag}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1000 });
    for (const place of places) {
      await page.goto(`${origins.main}${place}`);
      const found = await page.evaluate(() => {
        const probe = document.createElement('div');
        document.querySelector('main')?.append(probe);
        const sizeOf = (value: string) => {
          probe.style.width = value;
          return probe.getBoundingClientRect().width;
        };
        const steps = [0, 1, 2, 3, 4].map((step) => sizeOf(`var(--step-${step})`));
        const gap = sizeOf('var(--gutter)');
        probe.remove();
        const leftOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? null;
        return {
          lefts: [leftOf('header a'), leftOf('h1'), leftOf('footer svg')],
          overflow: document.documentElement.scrollWidth,
          gap,
          // The scale of type on wide screens.
          ratios: steps.slice(1).map((size, index) => (size / (steps[index] ?? 1)).toFixed(2)),
        };
      });
      const side = (width - container) / 2;
      expect(found, place).toEqual({
        lefts: [side, side, side],
        overflow: width,
        gap: gutter,
        ratios: ['1.25', '1.25', '1.25', '1.25'],
      });
    }
  });
}
