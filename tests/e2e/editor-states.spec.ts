import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { expect, origins, test } from './fixtures.ts';

/**
 * Everything that the editor can show, without barriers and without anything that is cut off, at the widths of a desktop, a
 * tablet, and a desktop at 200 % zoom. With EDITOR_PICTURES=folder a picture of each state is put there, to be looked at.
 */
const views = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  zoomed: { width: 640, height: 400 },
} as const;
type View = keyof typeof views;

/** One page per view, since views run in parallel. No other spec changes them. */
const paths: Record<View, string> = {
  desktop: '/applications/semiconductor',
  tablet: '/applications/analytics',
  zoomed: '/applications/data-center',
};

/** Where each kind of record is chosen: the module that is added, and the way to the field. */
type PickerPlace = { kind: string; type: string; choose?: [label: string, option: string]; item?: string };
const pickers: readonly PickerPlace[] = [
  { kind: 'image', type: 'HERO' },
  { kind: 'vector', type: 'BENEFITS', item: 'block' },
  { kind: 'file', type: 'SOFTWARE_DOWNLOADS', item: 'file' },
  { kind: 'document', type: 'SOFTWARE_DOWNLOADS', item: 'document' },
  { kind: 'link', type: 'LINK_LIST', item: 'link' },
  { kind: 'product', type: 'PRODUCT_DETAILS' },
  { kind: 'series', type: 'PRODUCT_SLIDER', choose: ['Products', 'series'] },
  { kind: 'category', type: 'PRODUCT_SLIDER', choose: ['Products', 'category'] },
  { kind: 'webinar', type: 'WEBINARS', choose: ['Webinars', 'manual'] },
  { kind: 'CV', type: 'CV' },
  { kind: 'location', type: 'OFFICE_MAP' },
  { kind: 'employee story', type: 'EMPLOYEE_STORIES', choose: ['Stories', 'manual'] },
  { kind: 'story group', type: 'EMPLOYEE_STORIES', choose: ['Stories', 'group'] },
  { kind: 'story category', type: 'EMPLOYEE_STORIES', choose: ['Stories', 'category'] },
  { kind: 'form', type: 'CUSTOM_FORMS' },
];

/** Elements below the editor, which may shrink next to its sidebar. */
const thePage = ['body > :not(#editor-root)', '.ed-frame-page'];

type Look = (name: string) => Promise<void>;

/** Parts of the editor that reach beyond the window, or beyond their dialog. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [
      ...document.querySelectorAll('#editor-root :is(dialog, form, aside, section, fieldset, button, input)'),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const scroller = element.closest('table, .ed-receipt');
        return width > 1 && scroller === null && (left < -1 || right > innerWidth + 1);
      });
    const name = (element: Element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`;
    return wide.map(name);
  });
}

/** Holds the request of an action until it is released or aborted. */
async function hold(page: Page, action: string): Promise<{ release: () => Promise<void>; lose: () => Promise<void> }> {
  const held: Route[] = [];
  await page.route(`**/_actions/${action}`, (route) => void held.push(route));
  const end = async (how: (route: Route) => Promise<void>) => {
    for (const route of held) await how(route);
    await page.unroute(`**/_actions/${action}`);
  };
  return { release: () => end((route) => route.continue()), lose: () => end((route) => route.abort()) };
}

for (const [view, size] of Object.entries(views) as [View, (typeof views)[View]][]) {
  // Every state is looked at on a desktop with each change, at the other widths in the sweeps.
  test.describe(view, view === 'desktop' ? {} : { tag: '@sweep' }, () => {
    test.use({ viewport: size });
    const at = paths[view];
    const address = (query = '') => `${origins.main}${at}?draft=true${query}`;
    const banner = (page: Page): Locator => page.getByText('This is a DRAFT version of the page');
    const titleIn = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: /^Title/ }).first();
    const tool = (page: Page, name: string): Locator =>
      page.locator('.ed-frame__tools').getByRole('button', { name, exact: true });

    let look: Look;
    test.beforeEach(async ({ page, findBarriers }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      look = async (name) => {
        const folder = process.env['EDITOR_PICTURES'];
        if (folder) {
          await mkdir(folder, { recursive: true });
          await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
            .webp({ quality: 82 })
            .toFile(path.join(folder, `${view}-${name}.webp`));
        }
        expect.soft(await cutOff(page), name).toEqual([]);
        // Styles of a wide window apply to the same window zoomed in.
        if (view === 'zoomed') return;
        expect.soft(await findBarriers({ exclude: thePage }), name).toEqual([]);
      };
    });

    async function openDraft(page: Page, query = ''): Promise<void> {
      await page.goto(address(query));
      await expect(banner(page)).toBeAttached();
    }

    async function firstModule(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Next module' }).press('Enter');
      await expect(tool(page, 'Edit module')).toBeFocused();
    }

    async function openForm(page: Page): Promise<Locator> {
      await firstModule(page);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog').first();
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
      return dialog;
    }

    async function save(dialog: Locator): Promise<void> {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
    }

    test('the bar, the tools of a module, the sidebar and the question before removing @sweep', async ({
      page,
      signIn,
    }) => {
      await signIn({ next: at });
      await expect(page.getByRole('button', { name: 'Edit page' })).toBeVisible();
      await look('published');
      await openDraft(page);
      await look('draft');
      await firstModule(page);
      await look('tools');
      await tool(page, 'Move up').focus();
      await expect(page.getByRole('tooltip', { name: 'It is the first module here.' })).toBeVisible();
      await look('tools-tooltip');
      await tool(page, 'Add module below').click();
      const search = page.getByPlaceholder('Search modules...');
      await expect(search).toBeFocused();
      await look('sidebar');
      await search.fill('card');
      await look('sidebar-found');
      await search.fill('zebra');
      await expect(page.getByText('No module is called “zebra”')).toBeVisible();
      await look('sidebar-empty');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await tool(page, 'Remove module').click();
      await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible();
      await look('remove');
      const removing = await hold(page, 'patchPage');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove module' }).click();
      await expect(page.getByRole('button', { name: 'Removing …' })).toBeVisible();
      await look('remove-busy');
      await removing.lose();
      await expect(page.getByRole('alertdialog', { name: 'That did not work' })).toBeVisible();
      await look('remove-failed');
    });

    test('the form of a module: errors, an item, unsaved work, busy, a session that has ended @sweep', async ({
      page,
      signIn,
      context,
    }) => {
      await signIn({ next: `${at}?draft=true` });
      const dialog = await openForm(page);
      if (view === 'desktop') await expect(page.locator('.ed-frame-page')).toBeVisible();
      await look('form');
      const title = titleIn(dialog);
      const before = await title.inputValue();
      await title.fill('');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('This field is required').first()).toBeVisible();
      await look('form-error');
      await title.fill(`${before} and more`);
      await dialog.locator('[data-add]:enabled').first().click();
      const item = page.getByRole('dialog').last();
      await item.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(item.getByText('This field is required').first()).toBeVisible();
      await look('item-error');
      await item.getByRole('button', { name: 'Cancel' }).click();
      if (view !== 'desktop') {
        await dialog.getByRole('button', { name: 'Preview' }).click();
        await expect(page.locator('.ed-frame-page')).toBeVisible();
        await look('preview');
        await dialog.getByRole('button', { name: 'Form' }).click();
      }
      await page.keyboard.press('Escape');
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
      await expect(question).toBeVisible();
      await look('leave');
      await question.getByRole('button', { name: 'Keep editing' }).click();

      const saving = await hold(page, 'updateModule');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('button', { name: 'Saving …' })).toBeDisabled();
      await look('form-busy');
      await context.clearCookies({ name: /^sb-/ });
      await saving.release();
      await expect(dialog.getByRole('alert')).toContainText('You are signed out');
      await look('signed-out');

      // The tab ends, an editor signs in, and the unsaved input is offered.
      await signIn({ next: `${at}${new URL(page.url()).search}` });
      await expect(page.getByRole('alertdialog', { name: 'Unsaved changes were found' })).toBeVisible();
      await look('restore');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
    });

    test('every picker, and the form of a link @sweep', async ({ page, signIn }) => {
      await signIn({ next: at });
      // All are one list: each is looked at on a desktop, and those with more to them in narrower views.
      const shown = view === 'desktop' ? pickers.map(({ kind }) => kind) : ['image', 'link'];
      for (const { kind, type, choose, item } of pickers.filter((each) => shown.includes(each.kind))) {
        await openDraft(page, `&show_modal=true&module_type=${type}`);
        const dialog = page.getByRole('dialog').first();
        if (choose) await dialog.getByRole('combobox', { name: choose[0], exact: true }).selectOption(choose[1]);
        if (item) await dialog.getByRole('button', { name: `Add ${item}`, exact: true }).click();
        const window = page.getByRole('dialog').last();
        const open = window.getByRole('button', { name: new RegExp(`^(Choose|Change|Add) ${kind}$`) }).last();
        await open.click();
        const picker = page.getByRole('group', { name: `Choose ${kind}` });
        await expect(picker.getByRole('status').first()).toHaveText(/found$/);
        await page.keyboard.press('ArrowDown');
        await look(`picker-${kind.replace(' ', '-')}`);
        if (kind === 'image') {
          await page.keyboard.press('Enter');
          await open.click();
          await expect(picker.getByRole('group', { name: 'Chosen recently' })).toBeVisible();
          await look('picker-recent');
          await picker.getByRole('combobox').fill('zebra');
          await expect(picker.getByText('No image matches')).toBeVisible();
          await look('picker-empty');
          await page.route('**/_actions/fetchImages', (route) => route.abort());
          await picker.getByRole('combobox').fill('hero');
          await expect(picker.getByRole('alert')).toBeVisible();
          await look('picker-unreachable');
          await page.unroute('**/_actions/fetchImages');
          await page.getByRole('textbox', { name: 'Id of the image' }).first().fill('987654');
          await expect(page.getByText('Image not found').first()).toBeVisible();
          await look('id-not-found');
        }
        if (kind === 'link') {
          await picker.getByRole('button', { name: 'New link' }).click();
          const form = page.getByRole('dialog', { name: 'New link' });
          await form.getByRole('button', { name: 'Save link' }).click();
          await expect(form.getByText('Link type is required')).toBeVisible();
          await look('link-form');
          await form.getByLabel('Link type').selectOption('internal');
          await form.getByRole('button', { name: 'Choose page' }).click();
          await expect(form.getByRole('group', { name: 'Choose page' }).getByRole('option').first()).toBeVisible();
          await look('picker-page');
        }
        // Unsaved input is stored when the page is unloaded: the next form begins without it.
        await page.goto(`${origins.main}/robots.txt`);
        await page.evaluate(() => localStorage.clear());
      }
    });

    test('a conflict, the list of changes, discarding, publishing and its receipt @sweep', async ({
      page,
      signIn,
      context,
    }) => {
      const run = Date.now();
      await signIn({ next: `${at}?draft=true` });
      const dialog = await openForm(page);
      const before = await titleIn(dialog).inputValue();
      const other = await context.newPage();
      await other.goto(address());
      const theirs = await openForm(other);
      await titleIn(theirs).fill(`Theirs ${run}`);
      await theirs.getByRole('textbox', { name: /^Tag/ }).first().fill('A tag of theirs');
      await save(theirs);
      await other.close();
      await titleIn(dialog).fill(`Mine ${run}, which is somewhat longer than what my colleague has written there`);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('alertdialog', { name: /has saved this module meanwhile/ })).toBeVisible();
      await look('conflict');
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await expect(dialog).toBeHidden();

      const status = page.getByRole('button', { name: /unpublished change/ });
      await status.click();
      await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
      await look('changes');
      await page.getByRole('button', { name: 'Discard draft changes' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Discard draft changes?' })).toBeVisible();
      await look('discard');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');

      const planning = await hold(page, 'planPublish');
      await page.getByRole('button', { name: 'Publish changes' }).click();
      await expect(page.getByText('Working out what publishing changes …')).toBeVisible();
      await look('planning');
      await planning.release();
      await expect(page.getByText(/would change/)).toBeVisible();
      await look('plan');
      const publishing = await hold(page, 'publishPage');
      await page.getByRole('button', { name: 'Publish now' }).click();
      await expect(page.getByRole('button', { name: 'Publishing …' })).toBeVisible();
      await look('publishing');
      await publishing.release();
      // The result is in the published view.
      await expect(page).not.toHaveURL(/draft=true/);
      await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible();
      await look('receipt');

      // Restored for other tests.
      await openDraft(page);
      const again = await openForm(page);
      await titleIn(again).fill(before);
      await save(again);
      await page.getByRole('button', { name: 'Publish changes' }).click();
      await page.getByRole('button', { name: 'Publish now' }).click();
      await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible();
    });
  });
}

test('a page in another language, and one that cannot be edited @sweep', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: paths.desktop });
  const japanese = await page.locator('link[hreflang="ja"]').getAttribute('href');
  for (const size of Object.values(views)) {
    await page.setViewportSize(size);
    await page.goto(`${japanese}?draft=true`);
    await page.getByRole('button', { name: 'Next module' }).press('Enter');
    const tools = page.locator('.ed-frame__tools');
    await expect(tools.getByRole('button', { name: 'Edit module' })).toBeFocused();
    await tools.getByRole('button', { name: 'Remove module' }).focus();
    await expect(page.getByRole('tooltip').filter({ hasText: 'only on the English page' }).first()).toBeVisible();
    expect(await cutOff(page)).toEqual([]);
    expect(await findBarriers({ exclude: thePage })).toEqual([]);
  }
});
