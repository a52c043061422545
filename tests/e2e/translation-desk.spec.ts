import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';
import { ask, findLastSave, makePage } from './made-pages.ts';

/** A page is translated at the desk, by keyboard alone. */
const run = Date.now();

const body = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Wet gas' }] },
    { type: 'paragraph', content: [{ type: 'text', text: `Up to 25 kPa, as in ${run}` }] },
  ],
};

test('a page is translated from its first text to its last without a mouse', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: null });
  const id = await makePage(page, {
    en: { path: `/desk-${run}`, title: `The desk of ${run}` },
    de: { path: `/schreibtisch-${run}`, title: `The desk of ${run}` },
  });
  await ask(page, 'addModule', {
    pageId: id,
    locale: 'en',
    content: [],
    moduleType: 'TEXT_BLOCK',
    moduleData: { heading: { title: `Measured at ${run}` }, body },
  });
  await page.goto(`${origins.main}${adminPaths.translation('page', id, 'de')}`);
  const left = page.getByRole('status').filter({ hasText: 'to do' });
  await expect(left).toHaveText('3 of 3 texts to do.');
  expect(await findBarriers()).toEqual([]);
  const group = (name: RegExp) => page.getByRole('group', { name });
  const save = () => page.keyboard.press('ControlOrMeta+Enter');

  await group(/^Page: Title/)
    .getByRole('textbox', { name: 'German' })
    .focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(`Der Schreibtisch von ${run}`);
  await save();
  await expect(left).toHaveText('2 of 3 texts to do.');
  await expect(group(/^Page: Title Translated/)).toBeVisible();

  const title = group(/^Text editor: Heading, Title/).getByRole('textbox', { name: 'German' });
  await expect(title).toBeFocused();
  await page.keyboard.type('Gemessen');
  await expect(group(/^Text editor: Heading, Title/).getByText(`The number ${run} is missing.`)).toBeVisible();
  await page.keyboard.type(` um ${run}`);
  await expect(group(/^Text editor: Heading, Title/).getByText('is missing')).toHaveCount(0);
  expect(await findBarriers()).toEqual([]);
  await save();

  const text = group(/^Text editor: Text/);
  await expect(text.getByRole('textbox', { name: 'German' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(`Bis 25 kPa, wie in ${run}`);
  await save();
  await expect(page.getByText('All texts are translated.')).toBeFocused();

  await page.goto(`${origins.main}/de/schreibtisch-${run}?draft=true`);
  await expect(page.getByRole('heading', { name: `Gemessen um ${run}` })).toBeVisible();
  await ask(page, 'deletePage', { pageId: id, isConfirmed: true, lastSave: await findLastSave(page, id) });
});

test('what is typed stays where a colleague saves first, and theirs is shown beside it', async ({ page, signIn }) => {
  await signIn({ next: null });
  const id = await makePage(page, {
    en: { path: `/desk-two-${run}`, title: `Two desks ${run}` },
    de: { path: `/desk-two-${run}`, title: `Two desks ${run}` },
  });
  await page.goto(`${origins.main}${adminPaths.translation('page', id, 'de')}`);
  const field = page.getByRole('textbox', { name: 'German' });
  await field.fill('Von mir');
  const place = { kind: 'page', id, locale: 'de', part: `page:${id}`, path: 'title' };
  await ask(page, 'writeTranslation', { ...place, before: `Two desks ${run}`, value: 'Von der Kollegin' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody has written this text since you opened it');
  await expect(page.getByText('Stored now: Von der Kollegin')).toBeVisible();
  await expect(field).toHaveValue('Von mir');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/not saved/)).toHaveCount(0);
  await page.reload();
  await expect(field).toHaveValue('Von mir');
  await ask(page, 'deletePage', { pageId: id, isConfirmed: true, lastSave: await findLastSave(page, id) });
});
