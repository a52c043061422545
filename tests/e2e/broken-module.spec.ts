import { z } from 'zod';
import { createKeyClient, expectData } from '#content/clients/client.ts';
import { expect, origins, test } from './fixtures.ts';
import { runningDatabase } from './running-database.ts';

/** A page that no other spec edits. */
const path = '/applications/gas-metering';

const row = z.object({ module_id: z.number(), data: z.looseObject({ image: z.number() }) });

test('a module whose picture is gone is named, blocks publishing, and can be repaired @sweep', async ({
  page,
  signIn,
  findBarriers,
}) => {
  const { url, secretKey } = await runningDatabase();
  const client = createKeyClient(url, secretKey);
  await signIn({ next: path });
  const header = page.locator('main [data-module-type]').first();
  const id = Number(await header.getAttribute('data-module-id'));
  const texts = () => client.from('module_locales');
  const { data } = await expectData(
    'module_locales',
    texts().select('module_id, data').eq('module_id', id).eq('locale', 'en').single(),
    row,
  );
  const write = async (image: number) => {
    const { error } = await texts()
      .update({ data: JSON.parse(JSON.stringify({ ...data, image })) })
      .eq('module_id', id)
      .eq('locale', 'en');
    expect(error).toBeNull();
  };
  await write(987654);
  try {
    await page.goto(`${origins.main}${path}?draft=true`);
    const notice = page.getByRole('region', { name: /cannot be shown$/ });
    await expect(notice).toBeVisible();
    // The page's first heading is in the module that cannot be shown.
    expect((await findBarriers()).filter((barrier) => !barrier.startsWith('page-has-heading-one'))).toEqual([]);

    await page.getByRole('button', { name: 'Publish changes' }).click();
    const plan = page.getByRole('dialog', { name: 'Publish changes' });
    const blocking = plan.getByRole('region', { name: 'Cannot be published' });
    await expect(blocking).toContainText('Not everything can be published');
    expect(await findBarriers({ exclude: ['main'] })).toEqual([]);
    await blocking
      .getByRole('link', { name: /edit in English/i })
      .first()
      .click();

    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('group', { name: /^Image/ }).first();
    await expect(field.getByText('Image not found')).toBeVisible();
    await field.getByRole('textbox', { name: 'Id of the image' }).fill(String(data.image));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(notice).toHaveCount(0);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await expect(plan.getByRole('button', { name: 'Publish now' })).toBeVisible();
    await expect(blocking).toHaveCount(0);
  } finally {
    await write(data.image);
  }
});
