import sharp from 'sharp';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, openModuleForm, origins, test } from './fixtures.ts';

/** What a picture shows is written as a draft, and published with the page that shows it or with all that wait. */
const run = Date.now();
/** A page that no other spec changes. */
const place = '/company/production';

test.describe.configure({ mode: 'serial' });

const makePicture = (green: number) =>
  sharp({
    create: { width: 640, height: 420, channels: 3, background: { r: run % 256, g: green, b: (run >> 8) % 256 } },
  })
    .png()
    .toBuffer();

test('a picture is described before the page is published, and both go live together', async ({
  page,
  signIn,
  findBarriers,
  browser,
}) => {
  await signIn({ next: null });
  const dialog = await openModuleForm(page, place, 'HERO');
  const field = dialog.getByRole('group', { name: /^Image/ }).first();
  await field
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: `along-${run}.png`,
      mimeType: 'image/png',
      buffer: await makePicture(0),
    });
  await expect(field.locator('.ed-reference__chosen .ed-record__title')).toHaveText(`along-${run}.webp`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Publish changes' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish changes' });
  const write = plan.getByRole('button', { name: /^Write the alternative text: Header/ });
  await write.first().click();
  const texts = page.getByRole('dialog', { name: 'Alternative text' });
  await expect(texts.getByRole('button', { name: 'Save and publish …' })).toBeHidden();
  await texts.getByLabel('English').fill(`A field in one colour, ${run}`);
  await texts.getByRole('button', { name: 'Save' }).click();
  await expect(texts).toBeHidden();

  // It is chosen, and may be left out: then the page says what is missing.
  const along = plan.getByRole('group', { name: /^Drafts that the page shows/ });
  const picture = along.getByRole('checkbox', { name: new RegExp(`^along-${run}`) });
  await expect(picture).toBeChecked();
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  await expect(write).toHaveCount(0);
  expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
  await picture.uncheck();
  await plan
    .getByRole('button', { name: /^Publish the alternative text with the page: Header/ })
    .first()
    .click();
  await expect(picture).toBeChecked();
  await expect(plan.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  await plan.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${origins.main}${place}`);
  await expect(visitor.getByRole('img', { name: `A field in one colour, ${run}` })).toBeVisible();
  await visitor.context().close();
});

test('texts are written one after the other, and published together', async ({ page, signIn, findBarriers }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('image')}`);
  const names = [1, 2].map((number) => `series-${number}-${run}`);
  await page.locator('.adm-upload input[type="file"]').setInputFiles(
    await Promise.all(
      names.map(async (name, index) => ({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: await makePicture(100 + 100 * index),
      })),
    ),
  );
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible();
  await page.getByLabel('Missing').selectOption('No alternative text in English');
  const texts = page.getByRole('dialog', { name: 'Alternative text' });
  for (const name of names) {
    const card = page.locator('.adm-card').filter({ hasText: name });
    await card.getByRole('button', { name: /^Write/ }).click();
    await texts.getByLabel('English').fill(`Text of ${name}`);
    await texts.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(card).toHaveCount(0);
  }
  const notice = page.getByText(/^2 alternative texts are not published yet/);
  await expect(notice).toBeVisible();
  await page.getByLabel('Missing').selectOption('Alternative text not published');
  for (const name of names) {
    await expect(page.locator('.adm-card').filter({ hasText: name })).toContainText(`Text of ${name}`);
  }
  expect(await findBarriers({})).toEqual([]);
  await page.getByRole('button', { name: 'Publish all …' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish changes' });
  await publish.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByText('No image matches what you look for.')).toBeVisible();
});
