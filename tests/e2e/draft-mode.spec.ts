import type { Page } from '@playwright/test';
import { expect, origins, test, untilIdle } from './fixtures.ts';

/** Getting about while editing. Nothing is saved. */

async function openDraft(page: Page, path: string): Promise<void> {
  await page.goto(`${origins.main}${path}${path.includes('?') ? '&' : '?'}draft=true`);
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
}

/** Clicks every link of the page without following it; returns those to pages of the site that would leave the draft. */
function linksOutOfDraft(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const left: string[] = [];
    addEventListener('click', (event) => event.preventDefault());
    for (const link of document.querySelectorAll('a[href]')) {
      if (link.closest('#editor-root') || link.getAttribute('href')?.startsWith('#')) continue;
      const before = link.getAttribute('href') ?? '';
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href);
      const isPage = origin === location.origin && !/^\/_|\.[a-z0-9]+$|\/login$/.test(pathname);
      if (isPage !== (searchParams.get('draft') === 'true')) left.push(before);
    }
    return left;
  });
}

test('every link of a draft leads to a draft, and no other link does @sweep', async ({ page, signIn }) => {
  await signIn({ next: null });
  for (const path of ['/', '/products/catalog', '/newsroom/blog', '/de/produkte/katalog', '/career/list', '/contact']) {
    await openDraft(page, path);
    expect(await linksOutOfDraft(page), path).toEqual([]);
  }
});

test('searches, filters, menus, languages and moved addresses stay in the draft @sweep', async ({ page, signIn }) => {
  await signIn({ next: null });
  await openDraft(page, '/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('#site-search-query').fill('humidity');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origins.main}/search?query=humidity&draft=true`);
  // An island writes its state into the address.
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  // A field that has a text loses its selection when it is hydrated.
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await untilIdle(page);
  await page.locator('main input[type="search"]').first().fill('pressure');
  await expect(page).toHaveURL(`${origins.main}/search?query=pressure&draft=true`);

  await openDraft(page, '/smart-search');
  await page.locator('main input[type="search"]').first().fill('humidity');
  await expect(page.getByRole('option').first()).toContainText(/humidity/i);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origins.main}/search?query=humidity&draft=true`);

  await openDraft(page, '/');
  await page.locator('.language-switcher summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(`${origins.main}/de?draft=true`);
  await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
  await page.goto(`${origins.main}/products/humidity-old?draft=true`);
  await expect(page).toHaveURL(`${origins.main}/products/catalog?draft=true`);
});

test('a skip link leads to the bar, in the draft and in the published view @sweep', async ({ page, signIn }) => {
  await signIn({ next: '/company/about' });
  for (const path of ['/contact', '/contact?draft=true']) {
    await page.goto(`${origins.main}${path}`);
    const bar = page.getByRole('region', { name: 'Page Builder' });
    await expect(bar).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the Page Builder bar' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to the Page Builder bar' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(bar).toBeFocused();
  }
});

test('the toolbar of a module is above it, wherever the page is scrolled @sweep', async ({ page, signIn }) => {
  await signIn({ next: '/technology/humidity?draft=true' });
  const tools = page.locator('.ed-frame__tools');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(size);
    for (const module of (await page.locator('main > [data-module-id]').all()).slice(0, 4)) {
      await module.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      for (const by of [0, 200]) {
        await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), by);
        // A module that was scrolled below a resting pointer is not pointed at.
        await page.mouse.move(size.width / 2, size.height / 2);
        const [x, y] = [size.width / 3, size.height / 2 + 10];
        await page.mouse.move(x, y);
        // Between modules nothing is pointed at, and the toolbar of the last one leaves the window with it.
        const isOnModule = await page.evaluate(
          ([left = 0, top = 0]) => Boolean(document.elementFromPoint(left, top)?.closest('main [data-module-id]')),
          [x, y],
        );
        if (!isOnModule) continue;
        await expect(tools).toBeVisible();
        const measure = () =>
          tools.evaluate((element) => {
            const outline = document.querySelector('.ed-outline')?.getBoundingClientRect();
            const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0;
            const box = element.getBoundingClientRect();
            const from = Math.max(outline?.top ?? 0, header);
            return { height: (outline?.bottom ?? 0) - from, bottom: box.bottom, top: box.top, covered: from };
          });
        // The outline follows the pointer and the page.
        await expect.poll(async () => (await measure()).height).toBeGreaterThan(0);
        const { height, bottom, top, covered } = await measure();
        // What is left of a module may be lower than the toolbar: that goes out of the window with it.
        if (height < 48) continue;
        expect(bottom).toBeLessThanOrEqual(covered + 1);
        expect(top).toBeGreaterThanOrEqual(0);
      }
    }
  }
  await page.keyboard.press('Escape');
  await expect(tools).toHaveCount(0);
});

test('the forms list claims nothing before it knows @sweep', async ({ page, signIn }) => {
  await signIn({ next: null });
  const held: (() => void)[] = [];
  await page.route(/_actions\/(findFormUses|countSubmissions)/, async (route) => {
    const { ids } = route.request().postDataJSON();
    if (ids.length > 0) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`${origins.main}/admin/forms`);
  const row = page.getByRole('row', { name: /Contact form/ });
  await expect(row).toContainText('…');
  await expect.poll(() => held.length).toBe(2);
  await expect(row).not.toContainText(/Nowhere|None|Id \d/);
  for (const release of held) release();
  await expect(row).toContainText(/\d pages?/);
  await expect(row).not.toContainText('…');
});

test('Ctrl+S saves, and a form shows no error before a field was left', async ({ page, signIn }) => {
  await signIn({ next: '/contact?draft=true&show_modal=true&module_type=CARD_GROUP' });
  const dialog = page.getByRole('dialog', { name: 'Add Cards / CTA' });
  await expect(dialog).toBeVisible();
  await expect(page.getByText('This field is required')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Add card/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await expect(page.getByText('This field is required')).toHaveCount(0);
  // In the window of an item the key does what its button does, and not more.
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('This field is required').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Nothing to save')).toBeVisible();
});
