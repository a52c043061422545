import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { collectTrouble, expect, openModuleForm, origins, test } from './fixtures.ts';

/** Files as people have them: brought to a list or a field, and used at once. */
const run = Date.now();

/** A picture that no other test has. */
const picture = (seed: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const background = { r: (run >> seed) % 256, g: (run >> (seed + 3)) % 256, b: 40 * seed };
  return sharp({ create: { width: 640, height: 420, channels: 3, background, noise } });
};

type Brought = { name: string; type: string; bytes: Buffer };

/** Drops or pastes files, as the browser does. */
async function bring(target: Locator, event: 'drop' | 'paste', files: readonly Brought[]): Promise<void> {
  const encoded = files.map(({ name, type, bytes }) => ({ name, type, data: bytes.toString('base64') }));
  await target.evaluate(
    (element, [kind, wanted]) => {
      const data = new DataTransfer();
      for (const { name, type, data: text } of wanted) {
        data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    [event, encoded] as const,
  );
}

const lines = (page: Page | Locator): Locator => page.locator('.ed-uploads__line');

test(
  'three files are uploaded at once, of which one is no picture',
  { tag: '@smoke' },
  async ({ page, signIn, findBarriers }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: null });
    await page.goto(`${origins.main}${adminPaths.records('image')}`);
    await expect(page.getByRole('button', { name: 'Upload images' })).toBeVisible();
    const first = await picture(1).jpeg().toBuffer();
    await page.locator('.adm-upload input[type="file"]').setInputFiles([
      { name: `photo-${run}.jpg`, mimeType: 'image/jpeg', buffer: first },
      { name: `page-${run}.png`, mimeType: 'image/png', buffer: Buffer.from('<html>no picture</html>') },
      { name: `scan-${run}.tiff`, mimeType: 'image/tiff', buffer: await picture(2).tiff().toBuffer() },
    ]);
    await expect(page.getByText('2 of 3 uploaded, 1 failed')).toBeVisible();
    await expect(lines(page).filter({ hasText: `page-${run}.png` })).toContainText('This is no picture');
    await expect(lines(page).getByRole('link', { name: `scan-${run}.webp` })).toBeVisible();
    const card = page.locator('.adm-card').filter({ hasText: `photo-${run}.webp` });
    await expect(card).toContainText('No alternative text');
    expect(await findBarriers({})).toEqual([]);

    // What it shows is written where it was uploaded.
    const line = lines(page).filter({ hasText: `photo-${run}.webp` });
    await line.getByRole('button', { name: 'Alternative text' }).click();
    const texts = page.getByRole('dialog', { name: 'Alternative text' });
    await texts.getByLabel('English').fill('A grey field');
    await texts.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(texts).toBeHidden();
    await expect(line).toContainText('Uploaded');
    await expect(line).not.toContainText('no alternative text');
    await expect(card).toContainText('A grey field');

    // The same picture under another name is found.
    await bring(page.locator('.adm-grid'), 'drop', [{ name: 'other.jpg', type: 'image/jpeg', bytes: first }]);
    await expect(lines(page).filter({ hasText: 'other.jpg' })).toContainText(`Already here as photo-${run}.webp`);
    await bring(page.locator('body'), 'paste', [
      { name: 'image.png', type: 'image/png', bytes: await picture(3).png().toBuffer() },
    ]);
    await expect(lines(page).getByRole('link', { name: /^pasted-[\d-]+\.webp$/ })).toBeVisible();

    // What is still to be done is listed.
    await page.getByLabel('Missing').selectOption('No alternative text in English');
    await expect(page.locator('.adm-card').filter({ hasText: `scan-${run}.webp` })).toBeVisible();
    await expect(card).toHaveCount(0);
    await page.getByLabel('Missing').selectOption('Used nowhere');
    await expect(card).toBeVisible();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByRole('row', { name: new RegExp(`photo-${run}.webp`) })).toBeVisible();
    expect(trouble).toEqual([]);
  },
);

test('a picture that is dropped on a field of a module is chosen, and a document is not @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  const dialog = await openModuleForm(page, '/technology/co2', 'HERO');
  const field = dialog.getByRole('group', { name: /^Image/ }).first();
  const place = field.locator('.ed-reference__chosen').first();
  await bring(place, 'drop', [{ name: 'sheet.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }]);
  await expect(field.getByText(/^Only pictures can be used here/)).toBeVisible();
  const bytes = await picture(4).png().toBuffer();
  await bring(place, 'drop', [{ name: `dropped-${run}.png`, type: 'image/png', bytes }]);
  await expect(field.locator('.ed-reference__chosen .ed-record__title')).toHaveText(`dropped-${run}.webp`);
  await expect(field.getByText('it has no alternative text yet')).toBeVisible();
  await expect(dialog).toBeVisible();
});

test('a drawing that is brought to the images says where it went @sweep', async ({ page, signIn }) => {
  await signIn({ next: adminPaths.records('image') });
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h${run % 9}v9z"/></svg>`,
  );
  await page.locator('.adm-upload input[type="file"]').setInputFiles({
    name: `drawing-${run}.svg`,
    mimeType: 'image/svg+xml',
    buffer: bytes,
  });
  const line = lines(page).filter({ hasText: `drawing-${run}` });
  await expect(line).toContainText('Uploaded to Vectors; it has no alternative text yet');
  await expect(line.getByRole('link')).toHaveAttribute('href', /^\/admin\/vector\/\d+$/);
});

test('two documents are uploaded at a field of a record, and one is brought to the list @sweep', async ({
  page,
  signIn,
}) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.newRecord('article')}`);
  const field = page.locator('.ed-reference:has(input[type="file"][multiple])').first();
  await field.locator('input[type="file"]').setInputFiles([
    { name: `a-${run}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 a ${run}`) },
    { name: `b-${run}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 b ${run}`) },
  ]);
  await expect(field.getByText('2 of 2 uploaded')).toBeVisible();
  await expect(field.locator('.ed-reference__list li')).toHaveCount(2);

  await page.goto(`${origins.main}${adminPaths.records('document')}`);
  await page.locator('.adm-upload__bar').getByLabel('Type').selectOption('manual');
  await page.locator('.adm-upload__bar').getByLabel('Language').selectOption('de');
  await page.locator('.adm-upload input[type="file"]').setInputFiles({
    name: `Handbuch ${run}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7 ${run}`),
  });
  const opened = page.waitForEvent('popup');
  await lines(page)
    .getByRole('link', { name: `Handbuch ${run}`, exact: true })
    .click();
  const record = await opened;
  await expect(record.getByRole('heading', { level: 1, name: `Handbuch ${run}` })).toBeVisible();
  await expect(record.getByLabel('Type')).toHaveValue('manual');
});

test('a file is replaced where it is used, by keyboard, and the earlier one is used again @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const trouble = collectTrouble(page);
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('image')}`);
  await page.locator('.adm-upload input[type="file"]').setInputFiles({
    name: `before-${run}.png`,
    mimeType: 'image/png',
    buffer: await picture(5).png().toBuffer(),
  });
  const href = await lines(page)
    .getByRole('link', { name: `before-${run}.webp` })
    .getAttribute('href');
  await page.goto(`${origins.main}${href}`);
  const file = page.getByRole('region', { name: 'File' });
  await expect(file).toContainText('WEBP · 640 × 420');
  await expect(file).toContainText('Used nowhere.');
  const first = await file.locator('img').first().getAttribute('src');
  const publishFile = async () => {
    await file.getByRole('button', { name: 'Publish the draft …' }).press('Enter');
    const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish now' });
    await expect(publish).toBeEnabled();
    await publish.press('Enter');
    await page.getByRole('dialog', { name: 'Published' }).getByRole('button', { name: 'Close' }).press('Enter');
  };

  await file.getByRole('button', { name: 'Replace file …' }).press('Enter');
  const replace = page.getByRole('dialog', { name: `Replace the file of “before-${run}.webp”` });
  await expect(replace.getByRole('button', { name: 'Choose a file …' })).toBeFocused();
  await expect(replace).toContainText('visitors keep the file that they have until you publish it');
  await bring(replace.getByRole('button', { name: 'Choose a file …' }), 'paste', [
    { name: 'sheet.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
  ]);
  await expect(replace.getByText(/^Only pictures can be used here/)).toBeVisible();
  await bring(replace.getByRole('button', { name: 'Choose a file …' }), 'paste', [
    { name: 'after.png', type: 'image/png', bytes: await picture(6).resize(500, 500).png().toBuffer() },
  ]);
  await expect(replace.getByRole('img', { name: 'New' })).toBeVisible();
  expect(await findBarriers({})).toEqual([]);
  await replace.getByRole('button', { name: 'Save as draft' }).press('Enter');
  const waiting = file.getByRole('region', { name: 'File that is not published' });
  await expect(waiting.getByRole('img', { name: 'Not published' })).toBeVisible();
  await expect(waiting).toContainText('500 × 500');
  expect(await file.locator('img').first().getAttribute('src')).toBe(first);
  expect(await findBarriers({})).toEqual([]);
  await waiting.getByRole('button', { name: 'Discard the file' }).press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(file.getByRole('button', { name: 'Replace file …' })).toBeFocused();

  await file.getByRole('button', { name: 'Replace file …' }).press('Enter');
  await bring(replace.getByRole('button', { name: 'Choose a file …' }), 'paste', [
    { name: 'after.png', type: 'image/png', bytes: await picture(6).resize(500, 500).png().toBuffer() },
  ]);
  await expect(replace.getByRole('img', { name: 'New' })).toBeVisible();
  await replace.getByRole('button', { name: 'Save as draft' }).press('Enter');
  await publishFile();
  await expect(waiting).toHaveCount(0);
  await expect(file).toContainText('500 × 500');
  expect(await file.locator('img').first().getAttribute('src')).not.toBe(first);
  expect(await file.getByRole('link', { name: 'Download original' }).getAttribute('download')).toBe(
    `before-${run}.webp`,
  );

  await file.getByRole('button', { name: 'Earlier files (1)' }).press('Enter');
  const earlier = page.getByRole('dialog', { name: /^Earlier files of/ });
  await expect(earlier).toContainText('640 × 420');
  await earlier.getByRole('button', { name: 'Compare …' }).press('Enter');
  const back = page.getByRole('dialog', { name: 'Use the earlier file again?' });
  await expect(back.getByRole('img', { name: 'Earlier' })).toBeVisible();
  await back.getByRole('button', { name: 'Save as draft' }).press('Enter');
  await publishFile();
  await expect(file.locator('img').first()).toHaveAttribute('src', first ?? '');
  await expect(file.getByRole('button', { name: 'Earlier files (2)' })).toBeVisible();
  // What stays in view: by keys, on the picture, and in every crop at once.
  const left = page.getByRole('slider', { name: 'From the left' });
  await left.press('PageDown');
  await left.press('PageDown');
  await expect(left).toHaveValue('30');
  const crops = page.getByRole('list', { name: 'As pages crop it' }).locator('img');
  await expect(crops.first()).toHaveCSS('object-position', '30% 50%');
  await page.locator('.adm-focus__place').click({ position: { x: 3, y: 3 } });
  await expect(crops.last()).toHaveCSS('object-position', '0% 0%');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(left).toHaveValue('0');
  expect(await findBarriers({})).toEqual([]);
  expect(trouble).toEqual([]);
});

test('a large file goes on where it broke off @sweep', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('file')}`);
  const buffer = Buffer.alloc(9 * 1024 * 1024, run % 251);
  buffer.write(`PK\u0003\u0004${run}`, 'latin1');
  const file = { name: `film-${run}.zip`, mimeType: 'application/zip', buffer };
  const parts: string[] = [];
  const cut = async (isDown: boolean) => {
    await page.unroute('**/_actions/sendPart');
    await page.route('**/_actions/sendPart', async (route) => {
      const part =
        /name="part"\s+(\d)/.exec(route.request().postDataBuffer()?.subarray(0, 2000).toString('latin1') ?? '')?.[1] ??
        '';
      parts.push(part);
      return isDown && part === '1' ? route.abort() : route.continue();
    });
  };
  await cut(true);
  await page.locator('.adm-upload input[type="file"]').setInputFiles(file);
  await expect.poll(() => parts.filter((part) => part === '1').length).toBeGreaterThan(1);
  await page.reload();
  parts.length = 0;
  await cut(false);
  await page.locator('.adm-upload input[type="file"]').setInputFiles(file);
  await expect(lines(page).getByRole('link', { name: file.name })).toBeVisible();
  expect(parts).toEqual(['1', '2']);
  await page.locator('.adm-upload input[type="file"]').setInputFiles({ ...file, name: 'again.zip' });
  await expect(lines(page).filter({ hasText: 'again.zip' })).toContainText(`Already here as ${file.name}`);
  expect(parts).toEqual(['1', '2']);
});
