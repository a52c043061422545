import type { Locator, Page } from '@playwright/test';
import { expect, origins, test } from './fixtures.ts';

/** From “New page” to live: how many steps an editor needs for eight modules in two languages. */
const run = Date.now();
const count = 8;

/** What a person does: each click, and each field that is written into. */
class Steps {
  clicks = 0;
  fields = 0;

  async click(button: Locator): Promise<void> {
    this.clicks += 1;
    await button.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    await field.fill(text);
  }
}

/** The title and the text of a text module, which the dialog saves. */
async function writeModule(steps: Steps, dialog: Locator, title: string): Promise<void> {
  await steps.write(dialog.getByRole('textbox', { name: /^Title/ }).first(), title);
  await steps.write(dialog.locator('.ed-rich__text').first(), `${title}, told in a sentence or two.`);
  await steps.click(dialog.getByRole('button', { name: 'Save' }));
}

const modules = (page: Page): Locator => page.locator('main > [data-module-id]');

test(
  'a page of eight modules in two languages is live after some 60 clicks',
  { tag: '@sweep' },
  async ({ page, signIn }) => {
    test.setTimeout(600_000);
    await signIn({ next: '/admin/pages' });
    const steps = new Steps();
    const began = performance.now();
    await steps.click(page.getByRole('button', { name: /^Add below: / }).first());
    const creating = page.getByRole('dialog');
    await steps.write(creating.getByRole('textbox', { name: 'Title' }), `Eight ${run}`);
    await steps.click(creating.getByRole('checkbox', { name: 'Also in German' }));
    await steps.write(creating.getByRole('textbox', { name: 'Title in German' }), `Acht ${run}`);
    await steps.click(creating.getByRole('button', { name: 'Create and add modules' }));
    await expect(page.getByText('This is a DRAFT version of the page')).toBeVisible();
    const english = new URL(page.url()).pathname;

    for (let number = 1; number <= count; number += 1) {
      await steps.click(page.getByRole('button', { name: 'Add module', exact: true }));
      const list = page.getByRole('complementary', { name: 'Add module' });
      await steps.click(list.getByRole('button', { name: 'Text editor' }).first());
      await writeModule(steps, page.getByRole('dialog', { name: 'Add Text editor' }), `Part ${number}`);
      await expect(modules(page)).toHaveCount(number);
    }

    // The menu of languages is opened, and German is chosen.
    steps.clicks += 2;
    const german = (await page.locator('link[hreflang="de"]').getAttribute('href')) ?? '';
    await page.goto(`${german}?draft=true`);
    for (let number = 1; number <= count; number += 1) {
      await steps.click(page.getByRole('button', { name: /^\d+ of \d+ modules? shows? English$/ }));
      const list = page.getByRole('dialog', { name: 'Modules that show English' });
      await steps.click(list.getByRole('button', { name: 'Translate Text editor' }).first());
      await writeModule(steps, page.getByRole('dialog', { name: 'Text editor' }), `Teil ${number}`);
      await expect(modules(page).filter({ hasText: `Teil ${number}` })).toHaveCount(1);
    }

    await steps.click(page.getByRole('button', { name: 'Publish changes' }));
    await steps.click(page.getByRole('button', { name: 'Publish now' }));
    await expect(page).toHaveURL(german);
    const minutes = (performance.now() - began) / 60_000;
    await expect(modules(page)).toHaveCount(count);
    const live = await (await page.request.get(`${origins.main}${english}`)).text();
    for (let number = 1; number <= count; number += 1) expect(live).toContain(`Part ${number}`);
    console.log(
      `New page to live, ${count} modules, 2 languages: ${steps.clicks} clicks, ${steps.fields} fields, ${minutes.toFixed(1)} min without thinking and typing`,
    );
    expect(steps.clicks).toBeLessThanOrEqual(60);
    expect(steps.fields).toBe(2 + 4 * count);

    await page.goto(`${origins.main}/admin/pages`);
    await page.getByLabel('Search pages').fill(`Eight ${run}`);
    await page.getByRole('button', { name: `More: Eight ${run}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).click();
    await expect(page.getByText('is deleted.')).toBeVisible();
  },
);
