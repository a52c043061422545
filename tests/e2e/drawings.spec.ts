import { readFile, readdir } from 'node:fs/promises';
import { type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { cleanVector } from '#content/media/drawings/clean-vector.ts';
import { collectTrouble, expect, origins, test } from './fixtures.ts';

/** Drawings as programs write them: the same picture once they are cleaned, and said where they are not. */
const folder = new URL('../fixtures/drawings/', import.meta.url);
const names = (await readdir(folder)).toSorted();

/** A drawing as a page shows it, in pixels of red, green and blue. */
async function draw(page: Page, drawing: Uint8Array): Promise<Buffer> {
  const address = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  await page.setContent(
    `<img alt="Drawing" src="${address}" style="display:block;width:480px;height:240px;background:#dde">`,
  );
  const picture = page.getByRole('img');
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  return pixelsOf(await picture.screenshot());
}

const pixelsOf = (png: Buffer): Promise<Buffer> => sharp(png).removeAlpha().raw().toBuffer();

/** How many of a thousand values differ by more than a step that nobody sees. */
function difference(one: Buffer, other: Buffer): number {
  const differing = one.reduce((sum, value, at) => sum + (Math.abs(value - (other[at] ?? 0)) > 3 ? 1 : 0), 0);
  return (1000 * differing) / one.length;
}

for (const name of names) {
  test(`looks the same once it is cleaned: ${name}`, async ({ page }) => {
    const bytes = await readFile(new URL(name, folder));
    const clean = await cleanVector(bytes);
    if (!clean.ok) throw new Error(clean.failure.message);
    const before = await draw(page, bytes);
    const after = await draw(page, Buffer.from(clean.value.svg));
    expect(difference(before, after)).toBeLessThan(1);
    const blank = await draw(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'));
    expect(difference(before, blank), 'there is something to be seen').toBeGreaterThan(50);
  });
}

const run = Date.now();
const harmful = (
  seed: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60" width="120" height="60" onload="alert(1)">
<style>.mark{fill:#007a53}@media (prefers-color-scheme:dark){.mark{fill:#fff}}</style>
<script>alert(${run + seed})</script>
<path class="mark" d="M5 55L30 5l25 50z"/><image href="https://pictures.example/foto.png" x="65" y="5" width="50" height="50"/>
<a href="https://www.example.com/"><circle cx="90" cy="30" r="${10 + seed}" fill="#e2590b"/></a></svg>`;

async function isDrawn(picture: Locator): Promise<void> {
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
}

test(
  'what is taken out of a drawing is said, beside the drawing before and after',
  { tag: ['@smoke', '@phone'] },
  async ({ page, signIn, findBarriers }) => {
    const trouble = collectTrouble(page);
    await signIn({ next: null });
    await page.goto(`${origins.main}${adminPaths.records('vector')}`);
    const name = `mark-${run}.svg`;
    await page.locator('.adm-upload input[type="file"]').setInputFiles([
      { name, mimeType: 'image/svg+xml', buffer: Buffer.from(harmful(1)) },
      { name: `plain-${run}.svg`, mimeType: 'image/svg+xml', buffer: await readFile(new URL('affinity.svg', folder)) },
    ]);
    const line = page.locator('.ed-uploads__line').filter({ hasText: name });
    for (const said of [
      '2 scripts and event handlers (onload, script).',
      '1 reference to another file or address (https://pictures.example/foto.png). Embed what it shows, then upload the drawing again.',
      '1 link (https://www.example.com/). What it enclosed is still there.',
      '1 style rule for other cases (@media (prefers-color-scheme:dark)).',
    ])
      await expect(line).toContainText(said);
    await isDrawn(line.getByRole('img', { name: 'Before' }));
    await isDrawn(line.getByRole('img', { name: 'After' }));
    const plain = page.locator('.ed-uploads__line').filter({ hasText: `plain-${run}.svg` });
    await expect(plain).toContainText(/Uploaded|Already here/);
    await expect(plain).not.toContainText('Taken out');
    expect(await findBarriers({})).toEqual([]);

    // Another file for it is seen as it will be stored, before it is live.
    await page.goto(`${origins.main}${await line.getByRole('link', { name }).getAttribute('href')}`);
    await page.getByRole('button', { name: 'Replace file …' }).click();
    const replace = page.getByRole('dialog', { name: `Replace the file of “${name}”` });
    await replace
      .locator('input[type="file"]')
      .setInputFiles({ name: 'b.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(harmful(4)) });
    await expect(replace).toContainText('2 scripts and event handlers (onload, script).');
    await isDrawn(replace.getByRole('img', { name: 'Before' }));
    await isDrawn(replace.getByRole('img', { name: 'New' }));
    expect(await findBarriers({})).toEqual([]);
    await replace.getByRole('button', { name: 'Save as draft' }).click();
    const waiting = page.getByRole('region', { name: 'File that is not published' });
    await isDrawn(waiting.getByRole('img', { name: 'Now' }));
    await isDrawn(waiting.getByRole('img', { name: 'Not published' }));
    expect(trouble).toEqual([]);
  },
);

test('a picture inside of a drawing is shown by the server as well', async ({ page, signIn }) => {
  await signIn({ next: null });
  await page.goto(`${origins.main}${adminPaths.records('vector')}`);
  const source = await readFile(new URL('embedded-pictures.svg', folder), 'utf8');
  const name = `embedded-${run}.svg`;
  const buffer = Buffer.from(source.replace('</svg>', `<desc>${run}</desc></svg>`));
  await page.locator('.adm-upload input[type="file"]').setInputFiles({ name, mimeType: 'image/svg+xml', buffer });
  const link = page.locator('.ed-uploads__line').getByRole('link', { name });
  await page.goto(`${origins.main}${await link.getAttribute('href')}`);
  const file = await page.getByRole('link', { name: 'Download original' }).getAttribute('href');
  await page.goto(`${origins.main}${file}`);
  const shown = await pixelsOf(await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 100 } }));
  await page.goto('about:blank');
  await page.setContent(
    `<body style="margin:0"><img alt="Drawing" src="data:image/svg+xml;base64,${buffer.toString('base64')}">`,
  );
  await isDrawn(page.getByRole('img'));
  const expected = await pixelsOf(await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 100 } }));
  expect(difference(shown, expected)).toBeLessThan(5);
});
