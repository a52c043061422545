import { parse } from 'devalue';
import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';

/** A draft of a record that is discarded in the browser: only as it was seen, and it comes back from its versions. */
const run = Date.now();

const opened = z.object({
  live: z.record(z.string(), z.unknown()),
  draft: z.object({ savedAt: z.string() }).nullable(),
});

test('a newer draft is not discarded, and what was discarded is brought back', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: null });
  const ask = async (action: string, data: object): Promise<unknown> => {
    const headers = { origin: origins.main };
    const answer = await page.request.post(`${origins.main}/_actions/${action}`, { data, headers });
    expect(answer.ok(), `${action}: ${await answer.text()}`).toBe(true);
    return parse(await answer.text());
  };
  const { rows } = z
    .object({ rows: z.array(z.object({ id: z.number() })) })
    .parse(await ask('listRecords', { kind: 'faq', limit: 1, state: 'live' }));
  const record = { kind: 'faq', id: rows[0]?.id };
  const save = async (category: string) => {
    const { live, draft } = opened.parse(await ask('openRecord', record));
    await ask('saveRecord', { ...record, data: { ...live, category }, base: draft?.savedAt ?? null });
  };
  const category = page.getByRole('textbox', { name: /^Category/ });
  const command = async (name: string) => {
    await page.getByRole('button', { name: 'More commands' }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  const discard = async () => {
    await command('Discard draft');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
  };

  await save(`Seen ${run}`);
  await page.goto(`${origins.main}${adminPaths.record('faq', record.id ?? 0)}`);
  await expect(category).toHaveValue(`Seen ${run}`);
  const before = await page.getByRole('heading', { level: 1 }).innerText();
  await save(`Newer ${run}`);
  await discard();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText('has saved this draft since you looked');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' })).toBeHidden();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reload' }).click();
  await expect(category).toHaveValue(`Newer ${run}`);
  await discard();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(category).not.toHaveValue(/Newer/);

  await command('Versions');
  const versions = page.getByRole('dialog', { name: `Versions of “${before}”` });
  const choice = versions.getByRole('combobox', { name: 'Before' });
  const name =
    (await choice
      .getByRole('option', { name: / · Discarded draft by/ })
      .first()
      .textContent()) ?? '';
  await choice.selectOption({ label: name });
  await expect(versions.getByRole('region', { name: 'Differences' })).toContainText(`Newer ${run}`);
  expect(await findBarriers()).toEqual([]);
  await versions.getByRole('button', { name: 'Bring back all of it' }).click();
  await expect(versions.getByText('The draft is this version now.')).toBeVisible();
  await versions.getByRole('button', { name: 'Close' }).click();
  await expect(category).toHaveValue(`Newer ${run}`);
  await discard();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});
