import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { collectTrouble, expect, origins, test, untilIdle } from './fixtures.ts';

/** The page that shows sliders, videos, pictures, logos, teasers and tabs. */
const production = `${origins.main}/company/production`;

/** Scrolls a module into view and waits until its islands are hydrated. */
async function reach(page: Page, type: string) {
  const module = page.locator(`[data-module-type="${type}"]`).first();
  await module.scrollIntoViewIfNeeded();
  await expect(module.locator('astro-island').first()).not.toHaveAttribute('ssr');
  return module;
}

test.describe('page tabs', () => {
  test('link to the pages of the section, and preserve the query', async ({ page }) => {
    await page.goto(`${production}?utm_source=mail&page=2`);
    const tabs = await reach(page, 'TAB');
    await expect(tabs.locator('[aria-current="page"]')).toHaveText('Production');
    await tabs.getByRole('link', { name: 'Quality' }).click();
    await expect(page).toHaveURL(`${origins.main}/company/quality?utm_source=mail&page=2`);
    await expect(page.locator('[data-module-type="TAB"] [aria-current="page"]')).toHaveText('Quality');
  });

  test('preserve the query while the page is still on its way', async ({ page }) => {
    const html = await (await page.request.get(production)).text();
    const half = html.slice(0, html.indexOf('</main>'));
    const slow = createServer((asked, response) => {
      const isPage = asked.url?.startsWith('/company/production');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      // The rest never comes.
      if (isPage) response.write(half);
      else response.end();
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const address = slow.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    try {
      await page.goto(`${origin}/company/production?utm_source=mail`, { waitUntil: 'commit' });
      await page.locator('[data-module-type="TAB"]').getByRole('link', { name: 'Quality' }).click();
      await expect(page).toHaveURL(`${origin}/company/quality?utm_source=mail`);
    } finally {
      slow.closeAllConnections();
      slow.close();
    }
  });

  test('scroll by their width less 32 pixels, with arrows where there is more @phone-only @phone', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${origins.main}/company`);
    const tabs = await reach(page, 'TAB');
    const strip = tabs.locator('.tabs');
    const forward = tabs.getByRole('button', { name: 'Show more tabs' });
    await expect(tabs.getByRole('button', { name: 'Show earlier tabs' })).toBeHidden();
    const seen = await strip.evaluate((element) => element.clientWidth);
    await forward.click();
    await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeCloseTo(seen - 32, 0);
    await expect(tabs.getByRole('button', { name: 'Show earlier tabs' })).toBeVisible();
  });
});

test.describe('manual tabs', () => {
  test('show one section at a time, by mouse and by keyboard', async ({ page, findBarriers }) => {
    await page.goto(production);
    const tabs = await reach(page, 'MANUAL_TABS');
    const reel = tabs.getByRole('tab', { name: 'Tape and reel' });
    const tray = tabs.getByRole('tab', { name: 'Tray' });
    const samples = tabs.getByRole('tab', { name: 'Samples' });
    await expect(reel).toHaveAttribute('aria-selected', 'true');
    await expect(tabs.getByRole('tabpanel')).toHaveCount(1);
    await tray.click();
    await expect(tabs.getByRole('tabpanel', { name: 'Tray' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(samples).toBeFocused();
    await expect(samples).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(reel).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await expect(tabs.getByRole('tabpanel', { name: 'Samples' })).toBeVisible();
    expect(page.url()).toMatch(/#module-\d+-samples$/);
    expect(await findBarriers()).toEqual([]);
  });

  test('open at the section that the address leads to, modules inside of modules included @sweep', async ({ page }) => {
    await page.goto(production);
    const picture = page.locator('[data-module-type="IMAGE_GROUP"] ').first();
    const id = await picture.getAttribute('id');
    await page.goto(`${production}?once=more#${id}`);
    const tabs = await reach(page, 'MANUAL_TABS');
    await expect(tabs.getByRole('tab', { name: 'Tray' })).toHaveAttribute('aria-selected', 'true');
  });

  test('are stacked without a script, each with its title', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(production);
    const tabs = page.locator('[data-module-type="MANUAL_TABS"]');
    for (const name of ['Tape and reel', 'Tray', 'Samples']) {
      await expect(tabs.getByRole('heading', { name, exact: true })).toBeVisible();
    }
    await expect(tabs.locator('[data-module-type="KEY_FIGURES"]')).toBeVisible();
    await context.close();
  });
});

test.describe('people', () => {
  test('as an accordion are open one at a time, and close by the same click @sweep', async ({ page }) => {
    await page.goto(`${origins.main}/company/management`);
    const entries = page.locator('.cv__entry');
    const summaries = entries.locator('summary');
    await summaries.nth(0).click();
    await expect(entries.nth(0)).toHaveAttribute('open');
    await summaries.nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(entries.nth(1)).toHaveAttribute('open');
    await expect(entries.nth(0)).not.toHaveAttribute('open');
    await summaries.nth(1).click();
    await expect(entries.and(page.locator('[open]'))).toHaveCount(0);
  });

  test('as a grid show their details in a dialog, which traps and returns the focus', async ({ page }) => {
    await page.goto(`${origins.main}/company/management`);
    const person = page.locator('.cv__open').first();
    const name = await person.innerText();
    await person.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      // The browser's own controls take their turn as well: the page has no focus then.
      expect(await dialog.evaluate((element) => element.contains(document.activeElement) || !document.hasFocus())).toBe(
        true,
      );
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(person).toBeFocused();
    await person.click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await person.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  });
});

test.describe('the map', () => {
  test('comes nearer, and moves to the mark that the keyboard is on @sweep', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${origins.main}/company/locations`);
    const map = await reach(page, 'OFFICE_MAP');
    const stage = map.locator('.place-map__stage');
    const zoomIn = map.getByRole('button', { name: 'Zoom in' });
    const marks = map.locator('.place-map__marks a');
    /** Places that the map shows; none of them may be below a control. */
    const placesInView = () =>
      map.evaluate((element) => {
        const frame = element.querySelector('.place-map__stage')?.getBoundingClientRect() ?? new DOMRect();
        return [...element.querySelectorAll('.place-map__mark')].filter((mark) => {
          const { x, y, width, height } = mark.getBoundingClientRect();
          const [left, top] = [x + width / 2, y + height / 2];
          const isInside = left > frame.left && left < frame.right && top > frame.top && top < frame.bottom;
          return isInside && mark.parentElement?.contains(document.elementFromPoint(left, top) ?? null) !== false;
        }).length;
      });
    for (const zoom of [2, 4]) {
      await zoomIn.click();
      expect(await placesInView(), `at zoom ${zoom}, before a place is chosen`).toBeGreaterThan(0);
    }
    await expect(zoomIn).toBeDisabled();
    // Marks come before the buttons: from the last to the first.
    for (let index = (await marks.count()) - 1; index >= 0; index -= 1) {
      await page.keyboard.press('Shift+Tab');
      const mark = marks.nth(index);
      await expect(mark).toBeFocused();
      await expect(mark).toHaveAttribute('aria-current', 'true');
      const isSeen = async () => {
        const [frame, seen] = [await stage.boundingBox(), await mark.locator('.place-map__mark').boundingBox()];
        if (!frame || !seen) return false;
        const [x, y] = [seen.x + seen.width / 2, seen.y + seen.height / 2];
        return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
      };
      await expect.poll(isSeen).toBe(true);
    }
    expect(await stage.evaluate((element) => [element.scrollLeft, element.scrollTop])).toEqual([0, 0]);
  });
});

test.describe('the course of the share', () => {
  test('is redrawn 200 ms after the last change of its size @sweep', async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${origins.main}/company/investors`);
    await reach(page, 'EQS_STOCK_CHART');
    const plot = page.locator('.u-wrap');
    await expect(plot).toBeVisible();
    const width = () => plot.evaluate((element) => element.clientWidth);
    const before = await width();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.setViewportSize({ width: 800, height: 900 });
    // An observer that starts now is called no sooner than the chart's. Frames stop with the clock.
    await page.locator('.stock-chart__canvas').evaluate(
      (box) =>
        new Promise<void>((told) => {
          new ResizeObserver(() => told()).observe(box);
        }),
    );
    await page.clock.runFor(199);
    expect(await width()).toBe(before);
    await page.clock.runFor(1);
    expect(await width()).toBeLessThan(before);
  });

  test('takes the colours that a reader has chosen, on a ground of ours that is not shown then @sweep', async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn({ next: '/editor/modules?type=EQS_STOCK_CHART&state=usual&background=Green' });
    const canvas = page.locator('.uplot canvas');
    await expect(canvas).toBeVisible();
    await untilIdle(page);
    const colours = await canvas.evaluate((element) => {
      const drawing = element instanceof HTMLCanvasElement ? element.getContext('2d') : null;
      const data =
        drawing?.getImageData(0, 0, drawing.canvas.width, drawing.canvas.height).data ?? new Uint8ClampedArray();
      const found = new Set<string>();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) found.add(data.slice(at, at + 3).join(' '));
      return [...found];
    });
    // On the white that the browser gives the page, white is not seen.
    expect(colours.filter((colour) => colour !== '255 255 255')).not.toEqual([]);
  });
});

test.describe('the copy button', () => {
  test('says for two seconds that something was copied @sweep', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.goto(`${origins.main}/products/compare?products=hx41,hx42`);
    await page.getByRole('button', { name: /^Copy/ }).click();
    const status = page.locator('.copy-button__status');
    await expect(status).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.clock.runFor(2000);
    await expect(status).toBeEmpty();
  });
});

test.describe('videos', () => {
  test('are requested from the platform when they are played, and not before', async ({ page }) => {
    const asked: string[] = [];
    const trouble = collectTrouble(page);
    await page.route(/youtube/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A film</title>' });
    });
    await page.goto(production);
    const group = await reach(page, 'VIDEO_GROUP');
    const play = page.getByRole('link', { name: 'Play: A wafer' });
    await play.scrollIntoViewIfNeeded();
    // The module's other videos were hydrated when they came into view, this one last.
    await expect(group.locator('astro-island', { has: play })).not.toHaveAttribute('ssr');
    expect(asked).toEqual([]);
    await play.click();
    await expect(group.locator('iframe')).toBeFocused();
    await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/OstrWafer01?autoplay=1&rel=0']);
    expect(trouble).toEqual([]);
  });

  test('fold their long texts at 100 pixels @sweep', async ({ page }) => {
    await page.goto(production);
    const group = await reach(page, 'VIDEO_GROUP');
    const text = group.locator('.text-toggler__text');
    await text.scrollIntoViewIfNeeded();
    await expect(group.locator('astro-island[component-export="TextToggler"]')).not.toHaveAttribute('ssr');
    await expect(group.locator('.text-toggler--folded')).toBeVisible();
    const height = () => text.evaluate((element) => element.clientHeight);
    expect(await height()).toBe(100);
    const more = group.getByRole('button', { name: 'Show more' });
    await more.click();
    expect(await height()).toBeGreaterThan(100);
    await group.getByRole('button', { name: 'Show less' }).click();
    expect(await height()).toBe(100);
  });

  test('neither fold a text that fits nor reserve space for the button @sweep', async ({ page }) => {
    await page.setViewportSize({ width: 760, height: 800 });
    await page.goto(production);
    const group = await reach(page, 'VIDEO_GROUP');
    const text = group.locator('.text-toggler__text');
    await text.scrollIntoViewIfNeeded();
    await expect(group.locator('.text-toggler--whole')).toBeVisible();
    await expect(group.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    const heights = await text.evaluate((element) => [element.clientHeight, element.parentElement?.clientHeight]);
    expect(heights[1]).toBe(heights[0]);
  });
});

test.describe('sliders', () => {
  test('move on after ten seconds in view, in a circle, and stop at a wish @sweep', async ({ page }) => {
    await page.clock.install();
    await page.goto(production);
    const slider = await reach(page, 'FULL_WIDTH_SLIDER');
    const current = slider.locator('.slide-show__pick[aria-current]');
    await expect(slider.locator('.slide-show')).toHaveClass(/is-initialized/);
    await expect(current).toHaveText('The wafer');
    for (const title of ['The climate chamber', 'The line in Debrecen', 'The last measurement', 'The wafer']) {
      await page.clock.runFor(10_200);
      await expect(current).toHaveText(title);
    }
    await slider.getByRole('button', { name: 'Pause' }).click();
    await page.clock.runFor(30_000);
    await expect(current).toHaveText('The wafer');
    await slider.getByRole('link', { name: 'The last measurement' }).click();
    await expect(current).toHaveText('The last measurement');
  });

  test('wait for who points at them or is in them, out of sight, and where motion is not wanted @sweep', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(production);
    const slider = await reach(page, 'FULL_WIDTH_SLIDER');
    const current = slider.locator('.slide-show__pick[aria-current]');
    await expect(slider.locator('.slide-show')).toHaveClass(/is-initialized/);
    const movesOn = async () => {
      const before = await current.textContent();
      await page.clock.runFor(10_200);
      return (await current.textContent()) !== before;
    };
    await slider.locator('.slide-show').hover();
    expect(await movesOn()).toBe(false);
    await page.mouse.move(0, 0);
    expect(await movesOn()).toBe(true);
    await slider.getByRole('link', { name: 'The wafer' }).focus();
    expect(await movesOn()).toBe(false);
    // Slides that have focus when they come back into view wait as well.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await untilIdle(page);
    await reach(page, 'FULL_WIDTH_SLIDER');
    await untilIdle(page);
    expect(await movesOn()).toBe(false);
    await slider.getByRole('link', { name: 'The wafer' }).blur();
    expect(await movesOn()).toBe(true);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect.poll(movesOn).toBe(false);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await reach(page, 'FULL_WIDTH_SLIDER');
    await expect(slider.getByRole('button', { name: 'Play' })).toBeVisible();
    expect(await movesOn()).toBe(false);
  });

  test('cause no layout shift when they are hydrated @sweep', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(production);
    for (const type of ['TAB', 'FULL_WIDTH_SLIDER', 'MANUAL_TABS', 'VIDEO_GROUP', 'MEDIA_TEASER', 'PARTNERS']) {
      await reach(page, type);
      await untilIdle(page);
    }
    const shifts: unknown = await page.evaluate(() => Reflect.get(window, 'shifts'));
    expect(shifts).toEqual([]);
  });
});
