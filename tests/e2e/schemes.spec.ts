import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { AdminState } from '#admin/admin-state.ts';
import type { AstroEndpointName } from '#domain/addresses/endpoints.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isMadeByPeople, listedKinds } from '#kinds/registry.ts';
import { shownTypes } from '#modules/definitions.ts';
import { expect, origins, test } from './fixtures.ts';
import { textSizer } from './text-sizer.ts';

/** What the staff works with, in the light and in the dark scheme of their system: legible in both, and in words. */

type Screen = {
  path: string;
  /** Until it is shown, and into the state that is looked at. */
  open?: (page: Page) => Promise<unknown>;
  /** Looked at with each change; the others in the sweeps. */
  isUsual?: true;
  isOpenToAll?: true;
};

const draft = '/company/quality?draft=true';
const shows = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** Every screen of the administration, by its name; files to save are none. */
const adminScreens: Readonly<Record<AdminState['screen']['name'], readonly Screen[]>> = {
  home: [{ path: '/admin', open: shows('.adm-home li') }],
  records: [
    { path: '/admin/product', open: shows('tbody .adm-state'), isUsual: true },
    { path: '/admin/product?search=nothing-is-called-this', open: shows('.ed-screen__empty') },
    { path: '/admin/product?show=trash', open: shows('.ed-screen__empty, tbody tr') },
    { path: '/admin/menus', open: shows('tbody .adm-state') },
    { path: '/admin/redirects', open: testAddress },
    { path: '/admin/image', open: shows('.adm-card img') },
    ...listedKinds.map((kind) => ({ path: adminPaths.records(kind), open: shows('h1') })),
  ],
  record: [
    { path: '/admin/product/new', open: refusePublish },
    { path: '/admin/product/1', open: shows('.adm-form') },
    { path: '/admin/site/main', open: shows('.adm-form') },
    { path: '/admin/menu/1', open: (page) => page.locator('.adm-entry__lead').first().click() },
    { path: '/admin/redirect/1', open: shows('.adm-trail__end') },
    { path: '/admin/faq/987654', open: shows('[role="alert"]') },
    ...listedKinds
      .filter(isMadeByPeople)
      .map((kind) => ({ path: adminPaths.newRecord(kind), open: shows('.adm-form') })),
  ],
  pages: [{ path: '/admin/pages', open: shows('tbody tr') }],
  people: [{ path: '/admin/people', open: shows('form') }],
  audit: [{ path: '/admin/audit', open: shows('tbody tr') }],
  forms: [{ path: '/admin/forms', open: shows('tbody tr') }],
  form: [
    { path: '/admin/forms/new', open: shows('.ed-builder') },
    { path: '/admin/forms/1', open: (page) => page.locator('[data-select]').nth(3).click(), isUsual: true },
    { path: '/admin/forms/987654', open: shows('[role="alert"]') },
  ],
  submissions: [{ path: '/admin/forms/1/submissions', open: shows('.ed-stored') }],
  translations: [{ path: '/admin/translations', open: shows('td a') }],
  translation: [{ path: '/admin/translations/page-1/de', open: shows('.adm-desk') }],
  releases: [{ path: '/admin/releases', open: nameBuild }],
  release: [{ path: '/admin/releases/987654', open: shows('[role="alert"]') }],
  publishes: [{ path: '/admin/publishing', open: shows('h1') }],
  publish: [{ path: '/admin/publishing/987654', open: shows('[role="alert"]') }],
  missing: [{ path: '/admin/nothing', open: shows('h1') }],
};

/** The endpoints that answer with a page for the staff. A new one is a type error here until its screens are listed. */
type StaffPages = Exclude<
  AstroEndpointName,
  'upload' | 'mediumUpload' | 'sheet' | 'action' | 'form' | 'loginSession' | 'searchPage'
>;
const screens: Readonly<Record<StaffPages, readonly Screen[]>> = {
  login: [
    { path: '/login', isOpenToAll: true, isUsual: true, open: submitWrong },
    { path: '/de/login/reset', isOpenToAll: true },
    { path: '/jp/login', isOpenToAll: true },
    { path: '/login/new-password?token=none', isOpenToAll: true },
  ],
  mailbox: [{ path: '/dev/mailbox' }],
  admin: Object.values(adminScreens).flat(),
  gallery: [{ path: '/editor/modules' }, { path: '/editor/modules?type=QUOTE&state=all' }],
  shared: [{ path: '/_preview', isOpenToAll: true }],
  release: [{ path: '/', open: previewRelease }],
  draft: [
    { path: `${draft}&show_sidebar=true&module_position=1`, open: shows('.ed-types') },
    { path: `${draft}&show_modal=true&module_type=HERO`, open: refuseEmpty, isUsual: true },
    { path: draft, open: (page) => page.getByRole('button', { name: 'Next module' }).press('Enter') },
    { path: draft, open: (page) => page.getByRole('button', { name: 'Publish changes' }).click() },
    ...shownTypes
      .filter((type) => type !== 'SECONDARY_HEADER')
      .map((type) => ({ path: `${draft}&show_modal=true&module_type=${type}`, open: shows('.ed-edit__fields') })),
  ],
};

/** An empty release shows the site as it is, under its bar. */
async function previewRelease(page: Page): Promise<void> {
  const answer = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const body = JSON.stringify({ name: 'Seen in both schemes' });
    return (await fetch('/_actions/createRelease', { method: 'POST', headers, body })).text();
  });
  const [, id] = z.tuple([z.object({ id: z.literal(1) }), z.number()]).parse(JSON.parse(answer));
  await page.goto(`${origins.main}/?release=${id}`);
  await page.locator('.ed-bar--release').waitFor();
}

async function submitWrong(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('nobody@ostrevo.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
}

async function testAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Address' }).fill('/products/humidity-old');
  await page.keyboard.press('Enter');
  await page.locator('.adm-trail__end').waitFor();
}

async function refusePublish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByText('This field is required').first().waitFor();
}

async function nameBuild(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New release' }).click();
  await page.getByRole('button', { name: 'Create release' }).click();
  await page.getByText('Give the release a name').waitFor();
}

async function refuseEmpty(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required').first().waitFor();
}

/** The page below the editor, and modules in the gallery: they have the colours of the site. */
const thePage = [
  'body > :not(#editor-root):not(main):not(header)',
  '.ed-frame-page',
  'iframe',
  '.gallery-sample__module',
];

/** Words that only the code says, in what a person can read: names of enumerations, columns and properties. */
function codeWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('#editor-root') ?? document.body;
    const words = new Set<string>();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // Names that an editor gives the fields of a form are part of it.
      if (
        !parent?.checkVisibility() ||
        parent.closest('script, style, .ed-item__kind, .gallery-sample__module, .gallery-type__picture, .mailbox__text')
      )
        continue;
      for (const [word] of (node.textContent ?? '').matchAll(
        /\b[a-z]+(?:_[a-z]+)+\b|\b[A-Z]+(?:_[A-Z]+)+\b|\b[a-z]+[A-Z][a-z]+\b/g,
      ))
        if (!/^(?:eFuse|pH)$/.test(word)) words.add(word);
    }
    return [...words];
  });
}

/** A phone, the same enlarged to 200 % as a whole, and with text of 200 %. */
const phones = [
  { width: 390, height: 844, text: 100 },
  { width: 195, height: 422, text: 100 },
  { width: 390, height: 844, text: 200 },
];

/** What scrolls sideways on a phone, or is outside of the window: only tables may. */
async function findSideways(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const setTextSize = await textSizer(page);
  const found: string[] = [];
  for (const { width, height, text } of phones) {
    await page.setViewportSize({ width, height });
    await setTextSize(text);
    const misfits = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const root = document.querySelector('#editor-root');
      // The page of a draft is as visitors have it.
      const own = root ? [...root.querySelectorAll('*')].filter((element) => element.checkVisibility()) : [];
      const isTable = (element: Element) => element.querySelector(':scope > table') !== null;
      const scrolled = own.filter(
        (element) =>
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
          element.scrollWidth > element.clientWidth + 1 &&
          // One line, of which the end is as far as a finger: the state of the draft.
          !element.matches('.ed-bar__status') &&
          !isTable(element),
      );
      const outside = own.filter((element) => {
        const { left, right, width: wide } = element.getBoundingClientRect();
        const isOut = wide > 1 && (right > clientWidth + 1 || left < -1);
        return isOut && element.matches('button, a, input, select') && !element.closest('table, .ed-bar__status');
      });
      const name = (element: Element) => `${element.className} ${element.textContent.trim().slice(0, 30)}`;
      return [
        ...(root && scrollWidth > clientWidth ? ['the page scrolls'] : []),
        ...scrolled.map((element) => `${name(element)} scrolls`),
        ...outside.map((element) => `${name(element)} is outside`),
      ];
    });
    for (const what of misfits) found.push(`at ${width}px, text ${text} %: ${what}`);
  }
  await setTextSize(100);
  if (before) await page.setViewportSize(before);
  return found;
}

for (const [endpoint, all] of Object.entries(screens)) {
  const tag = all.some(({ isUsual }) => isUsual) ? '@sliced' : '@sweep';
  test(
    `${endpoint} is legible in both schemes, in words, and on a phone`,
    { tag },
    async ({ page, signIn, findBarriers, isSweep }) => {
      // With each change the dark scheme of what is used most: the other tests see the light one. Sweeps see both.
      const shown = isSweep ? all : all.filter(({ isUsual }) => isUsual);
      await page.emulateMedia({ colorScheme: isSweep ? 'light' : 'dark', reducedMotion: 'reduce' });
      if (!shown.every(({ isOpenToAll }) => isOpenToAll)) await signIn({ next: '/robots.txt' });
      const found: string[] = [];
      page.on('console', (message) => {
        // What a screen is told not to be there is shown in it.
        if (!['warning', 'error'].includes(message.type()) || message.text().startsWith('Failed to load resource'))
          return;
        found.push(`${page.url()}: ${message.text()}`);
      });
      for (const { path, open } of shown) {
        await page.goto(`${origins.main}${path}`);
        await open?.(page);
        for (const barrier of await findBarriers({ exclude: thePage })) found.push(`${path}: ${barrier}`);
        for (const word of await codeWords(page)) found.push(`${path}: says ${word}`);
        for (const what of await findSideways(page)) found.push(`${path} ${what}`);
        await page.evaluate(() => localStorage.clear());
      }
      expect(found).toEqual([]);
    },
  );
}
