import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { extractLines } from '#publish/plan/markup-lines.ts';
import { expect, origins, test } from './fixtures.ts';
import { ask, deletePage, findLastSave, makePage, makePublishedPage } from './made-pages.ts';

/** What screens say is what they mean: of names, of plans, of what is done later. */
const run = Date.now();

test('each screen is called as the link that leads to it @sweep', async ({ page, signIn }) => {
  test.slow();
  await signIn({ next: adminPaths.home });
  const navigation = page.getByRole('navigation', { name: 'Administration' });
  await expect(navigation.getByRole('link', { name: 'Home' })).toBeVisible();
  const links = await navigation
    .locator('a')
    .evaluateAll((found) => found.map((link) => ({ name: link.textContent.trim(), href: link.getAttribute('href') })));
  expect(links.length).toBeGreaterThan(20);
  for (const { name, href } of links) {
    await page.goto(`${origins.main}${href}`);
    await expect(page.locator('h1').first(), name).toHaveText(name);
    await expect(page, name).toHaveTitle(new RegExp(`^${name}`));
  }
});

test('what is published later says when, and leaves nothing to publish now', async ({ page, signIn }) => {
  await signIn({ next: null });
  const path = `/later-${run}`;
  const id = await makePage(page, { en: { path, title: `Later ${run}` } });
  await page.goto(`${origins.main}${path}?draft=true`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  await plan.getByRole('button', { name: 'Publish at …' }).click();
  const later = page.getByRole('dialog', { name: 'Publish at a moment' });
  await expect(later.getByText('The draft waits for that moment.')).toBeVisible();
  await expect(later.getByLabel('Date and time')).toBeFocused();
  await later.getByLabel('Date and time').fill('2031-03-04T09:30');
  await later.getByLabel('Time zone').selectOption('Europe/Zurich');
  await later.getByRole('button', { name: 'Publish at this moment' }).click();
  await expect(later.getByText(/^It goes live on 4 Mar 2031, 09:30 \(.*Zurich.*\), by itself\./)).toBeVisible();
  await expect(later, 'what had the focus is gone').toBeFocused();
  await expect(plan.getByRole('button', { name: 'Publish now' })).toHaveCount(0);

  const href = await later.getByRole('link', { name: 'Open the release' }).getAttribute('href');
  const release = Number(href?.split('/').at(-1));
  await ask(page, 'scheduleRelease', { id: release, when: null });
  const opened = z
    .object({ pageItems: z.array(z.object({ savedAt: z.string() })) })
    .parse(await ask(page, 'openRelease', { id: release }));
  const savedAt = opened.pageItems[0]?.savedAt;
  await ask(page, 'takeOutOfRelease', { release, item: { page: id }, to: 'nowhere', savedAt });
  await ask(page, 'deleteRelease', { id: release });
  await ask(page, 'deletePage', { pageId: id, isConfirmed: true, lastSave: await findLastSave(page, id) });
});

test('a page that gets another address is one page in the plan, and comes first', async ({ page, signIn }) => {
  await signIn({ next: null });
  const [from, to] = [`/renamed-from-${run}`, `/renamed-to-${run}`];
  const id = await makePublishedPage(page, { en: { path: from, title: `Renamed ${run}` } });
  const lastSave = await findLastSave(page, id);
  await ask(page, 'changePage', {
    pageId: id,
    parentId: null,
    lastSave,
    locales: { en: { path: to, title: `Renamed ${run}` } },
  });
  await page.goto(`${origins.main}${to}?draft=true`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(plan.getByText('1 page would change.')).toBeVisible();
  await expect(plan.getByRole('row').nth(1)).toHaveText('Main site, English 1 new address');
  await expect(plan.getByRole('row').nth(2)).toHaveText(`${to} before: ${from}New addressThis page is published`);
  await plan.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${origins.main}${to}`);

  // As a plan of its deletion says it, and the list once it is back.
  await page.goto(`${origins.main}/admin/pages?search=${encodeURIComponent(`Renamed ${run}`)}`);
  await page.getByRole('button', { name: `More: Renamed ${run}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog');
  await expect(deletion.getByRole('row', { name: `${to} Removed This page is taken off the site` })).toBeVisible();
  await deletion.getByRole('button', { name: 'Cancel' }).click();
  await deletePage(page, id, to);
  await ask(page, 'restorePage', { pageId: id });
  await page.goto(`${origins.main}/admin/pages?search=${encodeURIComponent(`Renamed ${run}`)}`);
  await expect(page.getByRole('row', { name: `Renamed ${run}` })).toContainText('Not published');
  await expect(page.getByRole('row', { name: `Renamed ${run}` })).not.toContainText('Never');
  await ask(page, 'deletePage', { pageId: id, isConfirmed: true, lastSave: await findLastSave(page, id) });
});

test('removing a module says what Undo does', async ({ page, signIn }) => {
  await signIn({ next: '/company/quality?draft=true' });
  await page.locator('main [data-module-id]').first().hover();
  await page.getByRole('button', { name: 'Remove module' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question.getByText("You won't be able to revert this", { exact: true })).toBeVisible();
  await expect(question).toContainText('except with Undo');
});

test('a page that the site needs is renamed, and says that it is not moved', async ({ page, signIn }) => {
  await signIn({ next: '/admin/pages' });
  await page
    .getByRole('button', { name: /^More: News/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The site needs this page at its place')).toBeVisible();
  await expect(dialog.getByLabel('Below the page')).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Address', exact: true })).not.toBeEditable();
  await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toBeEditable();
});

test('types of modules look different on a phone @sweep @phone-only @phone', async ({ page, signIn }) => {
  test.slow();
  await signIn({ next: '/company/quality?draft=true&show_sidebar=true' });
  const pictures = page.locator('.ed-type__picture');
  await expect(pictures.first()).toBeVisible();
  const count = await pictures.count();
  expect(count).toBeGreaterThan(30);
  const seen = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const picture = pictures.nth(index);
    await picture.scrollIntoViewIfNeeded();
    await expect(picture.locator('.ed-type__page')).toHaveCount(1);
    const drawn = (await picture.screenshot()).toString('base64');
    expect(seen.get(drawn), `picture ${index} looks like another one`).toBeUndefined();
    seen.set(drawn, index);
  }
});

const sitemap = /<loc>([^<]+)<\/loc>/g;

test('a plan takes the words of a page as a browser shows them @sweep', async ({ page, request }) => {
  test.slow();
  const locations = async (url: string) =>
    [...(await (await request.get(url)).text()).matchAll(sitemap)].map(([, location = '']) => location);
  const parts = await locations(`${origins.main}/sitemap.xml`);
  const pages = (await Promise.all(parts.map(locations))).flatMap((of) => [...of.slice(0, 12), ...of.slice(-4)]);
  expect(pages.length).toBeGreaterThan(30);
  for (const url of new Set(pages)) {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const html = await (await request.get(url)).text();
    const shown = z.array(z.string()).parse(
      await page.evaluate(() => {
        const texts = [document.body.innerText, document.title];
        const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (node instanceof Element) texts.push(...[...node.attributes].map(({ value }) => value));
          else texts.push(node.nodeValue ?? '');
        }
        return texts;
      }),
    );
    // What stands beside a word may be in a part of its own.
    const wordsOf = (text: string) =>
      text
        .toLocaleLowerCase('en')
        .split(/[\s·]+/)
        .map((word) => word.replace(/^\p{P}+|\p{P}+$/gu, ''));
    const known = new Set(shown.flatMap(wordsOf));
    const glued = extractLines(html)
      // What has no words on the page has those of the plan, such as "A picture".
      .filter(({ text }) => !/^A (?:file|frame|picture|recording|video)$/.test(text))
      .flatMap(({ text }) => wordsOf(text).filter((word) => word !== '' && !known.has(word)));
    expect(glued, url).toEqual([]);
  }
});
