import type { Locator, Page } from '@playwright/test';
import { createKeyClient } from '#content/clients/client.ts';
import { readFormSecret } from '#forms/submissions.ts';
import { languageCodes } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { makeChallenge, tokenSeconds } from '#forms/tokens.ts';
import { translateFor } from '#ui/i18n/translate.ts';
import { collectTrouble, expect, origins, test } from './fixtures.ts';
import { runningDatabase } from './running-database.ts';

/** The demo's contact form: all nine types of fields, four of them with a condition, in five languages, on two sites. */
const pages = {
  en: `${origins.main}/contact`,
  de: `${origins.main}/de/kontakt`,
  jp: `${origins.main}/jp/contact`,
  cn: `${origins.main}/cn/contact`,
  kr: `${origins.automotive}/kr/contact`,
} as const;

let senders = 0;

/** Each test sends from its own client address, so that none uses up another's rate limit. */
async function openForm(page: Page, address: string): Promise<Locator> {
  senders += 1;
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${(process.pid % 100) + senders}` });
  await page.goto(address);
  const form = page.locator('.custom-forms form');
  await form.scrollIntoViewIfNeeded();
  return form;
}

/** The form is hydrated: the script validates it from then on. */
async function taken(form: Locator): Promise<void> {
  await expect(form).toHaveAttribute('novalidate', '');
}

const field = (form: Locator, name: string) => form.locator(`[name="${name}"]`);

async function fillIn(form: Locator): Promise<void> {
  await field(form, 'topic').selectOption('support');
  await field(form, 'message').fill('Two lines\nof a question');
  await field(form, 'full_name').fill('Ann Example');
  await field(form, 'email').fill('ann@test.example');
  await field(form, 'reply_by').and(form.locator('[value="email"]')).check();
  await field(form, 'privacy').check();
}

test.describe('with a script', () => {
  test(
    'is checked first, follows its conditions, is sent, and thanks @phone',
    { tag: '@smoke' },
    async ({ page, findBarriers }) => {
      const trouble = collectTrouble(page);
      const form = await openForm(page, pages.en);
      await taken(form);
      await expect(field(form, 'annual_quantity')).toBeHidden();
      await form.getByRole('button', { name: 'Send enquiry' }).click();
      await expect(field(form, 'topic')).toBeFocused();
      await expect(field(form, 'topic')).toHaveAccessibleDescription('This field is required');
      await expect(field(form, 'topic')).toBeInViewport();
      await expect(form.getByText('This field is required')).toHaveCount(6);
      await expect(page.locator('.form-sender__problem')).toBeEmpty();
      expect(await findBarriers()).toEqual([]);

      await field(form, 'topic').selectOption('order');
      await expect(field(form, 'topic')).not.toHaveAttribute('aria-invalid');
      await field(form, 'annual_quantity').fill('42');
      await expect(form.locator('output')).toHaveText('42');
      await field(form, 'needed_by').fill('2027-02-01');
      await fillIn(form);
      await expect(form.locator('[aria-invalid]')).toHaveCount(0);
      await expect(field(form, 'annual_quantity')).toBeHidden();
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await form.getByRole('button', { name: 'Send enquiry' }).click();
      const { values } = (await sent).postDataJSON();
      expect(values).toMatchObject({ topic: ['support'], email: ['ann@test.example'], privacy: ['true'] });
      expect(values).not.toHaveProperty('annual_quantity');
      await expect(page.getByText('Your message has reached us.')).toBeVisible();
      await expect(page.locator('.form-sender__thanks')).toBeFocused();
      await expect(form).toBeHidden();
      expect(await findBarriers()).toEqual([]);
      expect(trouble).toEqual([]);
    },
  );

  test("shows the server's problems under the field", async ({ page }) => {
    const form = await openForm(page, pages.de);
    await taken(form);
    await fillIn(form);
    // Longer than the browser lets anybody write.
    await field(form, 'company').evaluate((input) => input.removeAttribute('maxlength'));
    await field(form, 'company').fill('x'.repeat(501));
    await form.getByRole('button', { name: 'Anfrage senden' }).click();
    await expect(field(form, 'company')).toHaveAccessibleDescription('Dieser Text ist zu lang');
    await expect(field(form, 'company')).toBeFocused();
    await expect(page.locator('.form-sender__problem')).toBeEmpty();
  });

  test('preserves the input when the page is left, and when it cannot be sent @sweep', async ({ page, context }) => {
    const form = await openForm(page, pages.en);
    await taken(form);
    await fillIn(form);
    await page.reload();
    await form.scrollIntoViewIfNeeded();
    await expect(page.getByText('What you entered before is still here.')).toBeVisible();
    await expect(field(form, 'message')).toHaveValue('Two lines\nof a question');
    await context.setOffline(true);
    await form.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page.getByRole('alert').getByText('The server cannot be reached.')).toBeVisible();
    await expect(field(form, 'email')).toHaveValue('ann@test.example');
    await context.setOffline(false);
    // The server's response while its database is down.
    const sending = '**/forms/1?**';
    const answer = { message: 'unavailable', text: 'Your message cannot be stored at the moment.' };
    await page.route(sending, (route) => route.fulfill({ status: 503, json: answer }));
    const answered = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole('button', { name: 'Try again' }).click();
    await answered;
    // Any answer but success does nothing visible.
    await expect(page.locator('.form-sender__problem')).toBeEmpty();
    await expect(page.locator('.form-sender__progress')).toBeEmpty();
    await expect(page.getByText(answer.text)).toHaveCount(0);
    await expect(field(form, 'email')).toHaveValue('ann@test.example');
    await page.unroute(sending);
    await form.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page.getByText('Your message has reached us.')).toBeVisible();
    await page.reload();
    await form.scrollIntoViewIfNeeded();
    await taken(form);
    await expect(field(form, 'message')).toHaveValue('');
  });

  test('gets a new puzzle when one has expired, and shows an error only when that is refused too @sweep', async ({
    page,
  }) => {
    const { url, secretKey } = await runningDatabase();
    const secret = await readFormSecret(createKeyClient(url, secretKey));
    const expired = await makeChallenge(secret, 1, new Date(Date.now() - (tokenSeconds + 60) * 1000), 10);
    let expiredLeft = 2;
    await page.route('**/forms/1/challenge*', (route) => {
      expiredLeft -= 1;
      return expiredLeft >= 0 ? route.fulfill({ json: expired }) : route.continue();
    });
    const keys = new Set<string>();
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() !== 'POST') return;
      keys.add(response.request().postDataJSON().key);
      answers.push(response.status());
    });
    const form = await openForm(page, pages.en);
    await taken(form);
    await fillIn(form);
    await form.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page.getByRole('alert').getByText(translateFor('en')('form.problem.captcha'))).toBeVisible();
    expect(answers).toEqual([403, 403]);
    await expect(field(form, 'message')).toHaveValue('Two lines\nof a question');

    expiredLeft = 1;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.form-sender__thanks')).toBeFocused();
    expect(answers).toEqual([403, 403, 403, 200]);
    expect(keys.size).toBe(1);
  });

  test('is filled in and sent by the keyboard alone @sweep', async ({ page }) => {
    const form = await openForm(page, pages.en);
    await taken(form);
    const type = (text: string) => page.keyboard.type(text);
    const next = () => page.keyboard.press('Tab');
    await field(form, 'topic').focus();
    await type('Complaint');
    await next();
    await type('HX42');
    await next();
    await expect(field(form, 'needed_by')).toBeFocused();
    await field(form, 'message').focus();
    await type('A question');
    await next();
    await type('Ann Example');
    await next();
    await next();
    await type('ann@test.example');
    await next();
    await page.keyboard.press('ArrowDown');
    await expect(field(form, 'reply_by').and(form.locator('[value="phone"]'))).toBeChecked();
    await next();
    await type('+41 55 000 00 00');
    await next();
    await page.keyboard.press('Space');
    await next();
    await page.keyboard.press('Enter');
    await expect(page.locator('.form-sender__thanks')).toBeFocused();
  });

  // Each language at one width; which, says nothing of the language. One of them is looked at with each change, on a narrow
  // screen; on a wide one axe looks at the same form in quality.spec.ts.
  const widths: Record<keyof typeof pages, string> = {
    en: '@sweep',
    de: '@phone-only @phone',
    jp: '@sweep',
    cn: '@phone-only @phone @sweep',
    kr: '@phone-only @phone @sweep',
  };
  for (const locale of getKeys(pages)) {
    test(`has no barriers in ${locale}, from empty to sent, with all failures in between ${widths[locale]} @sweep`, async ({
      page,
      findBarriers,
    }) => {
      const form = await openForm(page, pages[locale]);
      await taken(form);
      const check = async (state: string) => {
        expect(await findBarriers(), state).toEqual([]);
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(beyond, `${state} fits`).toBeLessThanOrEqual(0);
      };
      const send = () => form.locator('[type="submit"]').click();
      const alert = page.locator('.form-sender__problem');
      await send();
      await expect(field(form, 'topic')).toHaveAttribute('aria-invalid', 'true');
      await check('errors');
      await fillIn(form);
      await field(form, 'topic').selectOption('order');
      await expect(field(form, 'annual_quantity')).toBeVisible();
      await check('every field');
      await page.reload();
      await form.scrollIntoViewIfNeeded();
      await expect(page.locator('.form-sender__restored')).toBeVisible();
      await check('what was kept');

      // Without a token there is a message, and the input stays.
      const puzzle = '**/forms/*/challenge*';
      await page.route(puzzle, (route) => route.fulfill({ json: { parameters: {} } }));
      await send();
      await expect(alert).not.toBeEmpty();
      const unproven = await alert.textContent();
      await check('no token');
      await page.unroute(puzzle);
      const sending = `**/forms/1?**`;
      await page.route(sending, (route) => route.abort());
      await alert.getByRole('button').click();
      await expect(alert).not.toBeEmpty();
      expect(await alert.textContent()).not.toBe(unproven);
      await check('a server that does not answer');
      await page.unroute(sending);
      await expect(field(form, 'email')).toHaveValue('ann@test.example');
      await alert.getByRole('button').click();
      await expect(page.locator('.form-sender__thanks')).toBeFocused();
      await check('thanks');
    });
  }
});

test.describe('without a script', () => {
  // The page works without JavaScript; axe needs it, and checks the same markup in a separate page.
  test.use({ javaScriptEnabled: false });

  const titles: Record<keyof typeof pages, string> = {
    en: 'Contact form',
    de: 'Kontaktformular',
    jp: 'お問い合わせフォーム',
    cn: '联系表单',
    kr: '문의 양식',
  };
  for (const locale of getKeys(pages)) {
    const tags: Partial<Record<typeof locale, string>> = { jp: '' };
    test(`shows every field, returns the form with its errors, asks for confirmation, and thanks in ${locale}${tags[locale] ?? ' @sweep'}`, async ({
      page,
    }) => {
      const t = translateFor(locale);
      const form = await openForm(page, pages[locale]);
      const heading = page.getByRole('heading', { level: 1 });
      const send = () => form.locator('[type="submit"]').click();
      await expect(field(form, 'annual_quantity')).toBeVisible();
      await fillIn(form);
      await field(form, 'reply_by').and(form.locator('[value="phone"]')).check();
      const phone = await form.locator('[data-field="phone"] label').textContent();
      await send();

      await expect(page.locator('html')).toHaveAttribute('lang', languageCodes[locale]);
      await expect(heading).toHaveText(titles[locale]);
      await expect(page.getByRole('link', { name: 'Ostrevo' }).first()).toBeVisible();
      await expect(page.getByRole('alert').getByRole('link')).toHaveText([phone?.replace('*', '').trim() ?? '']);
      await expect(field(form, 'phone')).toHaveAccessibleDescription(t('form.error.required'));
      await expect(field(form, 'message')).toHaveValue('Two lines\nof a question');
      await field(form, 'phone').fill('+41 55 000 00 00');
      await send();

      await expect(heading).toHaveText(t('form.confirm.title'));
      await expect(page.getByRole('definition').filter({ hasText: '+41 55 000 00 00' })).toBeVisible();
      await page.getByRole('button', { name: t('form.confirm.change') }).click();
      await field(form, 'full_name').fill('Anna 안나');
      await send();
      await expect(page.getByRole('definition').filter({ hasText: 'Anna 안나' })).toBeVisible();
      await page.getByRole('button', { name: t('form.confirm.submit') }).click();

      await expect(heading).toHaveText(t('form.thanks.title'));
      await page.getByRole('link', { name: t('form.back') }).click();
      await expect(page).toHaveURL(pages[locale]);
    });
  }
});

for (const [locale, address] of Object.entries(pages)) {
  test(`pages that answer a form have no barriers in ${locale} @sweep`, async ({ page, findBarriers }) => {
    // With JavaScript too, the browser can send a form before it is hydrated: here no island ever is.
    await page.addInitScript(() => customElements.define('astro-island', class extends HTMLElement {}));
    const form = await openForm(page, address);
    const submit = page.locator('main [type="submit"]').first();
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.textContent();
    await fillIn(form);
    await field(form, 'reply_by').and(form.locator('[value="phone"]')).check();
    await submit.click();
    await expect(field(form, 'phone')).toHaveAttribute('aria-invalid', 'true');
    await expect(heading).not.toHaveText(before ?? '');
    expect(await findBarriers()).toEqual([]);
    await field(form, 'phone').fill('+81 3 0000 0000');
    await submit.click();
    await expect(page.locator('.form-answer__entries')).toBeVisible();
    expect(await findBarriers()).toEqual([]);
    await submit.click();
    await expect(page.locator('.form-answer__back')).toBeVisible();
    expect(await findBarriers()).toEqual([]);
  });
}

test('the page for a deleted form has no barriers, nor has the answer to a form without fields @sweep', async ({
  page,
  findBarriers,
}) => {
  await page.goto(`${origins.automotive}/kr`);
  for (const id of [1, 987_654]) {
    await page.evaluate((action) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = action;
      document.body.append(form);
      form.submit();
    }, `/forms/${id}?version=1&locale=kr`);
    await expect(page.locator('.form-answer__problem')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    expect(await findBarriers()).toEqual([]);
    await page.goto(`${origins.automotive}/kr`);
  }
});
