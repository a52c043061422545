import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { collectTrouble, expect, test } from './fixtures.ts';

/** What other programs write into the clipboard, pasted under the policy of the page, which empties styles in markup. */

const folder = fileURLToPath(new URL('../fixtures/clipboards', import.meta.url));
/** Each begins with a comment that says what is known of it, which is not in a clipboard. */
const clipboardOf = (program: string) =>
  readFileSync(path.join(folder, `${program}.txt`), 'utf8').replace(/^<!--.*?-->\n/s, '');

const link = '<a href="https://www.example.com/manual?a=1&amp;b=2">the manual</a>';
const expected: Record<string, string> = {
  'google-docs':
    '<h2>Mounting the probe</h2>' +
    `<p>Tighten it <strong>by hand</strong>, then <em>once more</em>. CO<sub>2</sub> is heavier: <u>below</u> the duct. See ${link}</p>` +
    '<ul><li><p>Wrench</p><ul><li><p><strong>17 mm</strong></p></li></ul></li></ul>' +
    '<ol><li><p>Open</p></li></ol>',
  word:
    '<h2>1 Mounting the probe</h2>' +
    '<p>Tighten it <strong>by hand</strong>, then <em>once more</em>. <strong><em>Never use oil.</em></strong> ' +
    `Torque: 25 Nm. See ${link}.</p>` +
    '<ul><li><p>Wrench</p><ul><li><p>17 mm</p><ul><li><p>insulated</p></li></ul></li></ul></li>' +
    '<li><p>Seal</p><p>One for each probe.</p></li></ul>' +
    '<ol><li><p>Open</p><ol><li><p>the <strong>valve</strong></p></li></ol></li><li><p>Close</p></li></ol>' +
    '<table><tbody><tr><td><p><strong>Size</strong></p></td><td><p>M8</p></td></tr></tbody></table>',
  pages:
    '<p><strong>Mounting the probe</strong></p>' +
    `<p>Tighten it <strong>by hand</strong>, then <em>once more</em>. See ${link}.</p>` +
    '<ul><li><p>Wrench</p><ul><li><p>17 mm</p></li></ul></li><li><p>Seal</p></li></ul>' +
    '<ol><li><p>Open</p></li></ol>',
  libreoffice:
    '<h2>Mounting the probe</h2>' +
    '<p>Tighten it <strong>by hand</strong>, then <em>once more</em>. CO<sub>2</sub> is heavier. ' +
    `<strong>All of this, </strong>but not this. See ${link}.</p>` +
    '<ul><li><p>Wrench</p><ul><li><p>17 mm</p></li></ul></li><li><p>Seal</p></li></ul>' +
    '<ol><li><p>Open</p></li></ol>' +
    '<table><tbody><tr><th><p>Size</p></th><td><p>M8</p></td></tr></tbody></table>',
  excel:
    '<table><tbody><tr><td><p><strong>Size</strong></p></td><td><p><strong>Torque</strong></p></td></tr>' +
    '<tr><td><p>M8</p></td><td><p><em>1,025.50</em></p></td></tr>' +
    '<tr><td colspan="2"><p>dry,<br>without <strong>oil</strong></p></td></tr></tbody></table>',
};

async function openText(page: Page): Promise<Locator> {
  await page.goto(`${new URL(page.url()).origin}/technology/co2?draft=true&show_modal=true&module_type=TEXT_BLOCK`);
  const text = page.getByRole('dialog').getByRole('textbox', { name: /^Text/ });
  await text.click();
  return text;
}

/** Pastes what a browser would hand over for the keys. */
const paste = (text: Locator, formats: Record<string, string>) =>
  text.evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    for (const [format, content] of Object.entries(data)) clipboardData.setData(format, content);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, formats);

/** The text as elements, without what the editor adds to be typed in. */
const shown = (text: Locator) =>
  text.evaluate((element) => {
    const copy = element.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const added of copy.querySelectorAll('.ProseMirror-trailingBreak')) added.remove();
    for (const cell of copy.querySelectorAll('td, th'))
      for (const name of ['colspan', 'rowspan']) if (cell.getAttribute(name) === '1') cell.removeAttribute(name);
    return copy.innerHTML;
  });

test('what other programs copy is pasted as it is meant, and the policy is not broken', async ({ page, signIn }) => {
  await signIn({ next: '/' });
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(expected)
      .map((program) => `${program}.txt`)
      .toSorted(),
  );
  const trouble = collectTrouble(page);
  const text = await openText(page);
  for (const [program, markup] of Object.entries(expected)) {
    await text.press('ControlOrMeta+a');
    await text.press('Delete');
    await paste(text, { 'text/html': clipboardOf(program), 'text/plain': 'As plain text' });
    expect.soft((await shown(text)).replace(/^<p><\/p>(?=<table>)|(?<=<\/table>)<p><\/p>$/g, ''), program).toBe(markup);
  }
  expect(trouble).toEqual([]);
});

test('a clipboard of 20 MB is refused in words, and the text stays as it was', async ({ page, signIn }) => {
  await signIn({ next: '/' });
  const text = await openText(page);
  await page.keyboard.type('As it was');
  for (const format of ['text/html', 'text/plain']) {
    await text.evaluate((element, type) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(type, '<p style="font-weight:bold">Bold</p>\n'.repeat(540_000));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, format);
    const alert = page.getByRole('alert').filter({ hasText: 'too much to paste at once: 20 MB, and 2 MB at most' });
    await expect(alert).toBeVisible();
    await expect(text).toHaveText('As it was');
    await page.keyboard.type('.');
    await expect(alert).toBeHidden();
    await page.keyboard.press('Backspace');
  }
});
