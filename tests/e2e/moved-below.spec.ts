import { z } from 'zod';
import { expect, origins, test } from './fixtures.ts';
import { ask, deletePage } from './made-pages.ts';

/** A page that is moved with pages below it: one publish takes them along, chosen in its window. */
const run = Date.now();
const place = z.object({ parentId: z.number().nullable(), lastSave: z.number() });

test('a page that moves is published with the pages below it, but for what is left out', async ({
  page,
  signIn,
  findBarriers,
}) => {
  await signIn({ next: null });
  const make = async (path: string, title: string, parentId: number | null) => {
    const locales = { en: { path, title }, de: { path, title: `${title} (deutsch)` } };
    const made = await ask(page, 'createPage', { site: 'main', parentId, locales });
    const { id } = z.object({ id: z.number() }).parse(made);
    await ask(page, 'publishPage', { pageId: id });
    return id;
  };
  const change = async (pageId: number, path: string, title: string) => {
    const { parentId, lastSave } = place.parse(await ask(page, 'findPagePlace', { pageId }));
    const locales = { en: { path, title }, de: { path, title: `${title} (deutsch)` } };
    await ask(page, 'changePage', { pageId, parentId, lastSave, locales });
  };
  const [from, to] = [`/moving-${run}`, `/moved-${run}`];
  const top = await make(from, 'Moving', null);
  const first = await make(`${from}/first`, 'First below', top);
  const edited = await make(`${from}/edited`, 'Edited below', top);
  await change(top, to, 'Moving');
  await change(edited, `${to}/edited`, 'Edited anew');

  await page.goto(`${origins.main}${to}?draft=true`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('dialog');
  const group = dialog.getByRole('group', { name: /^Pages below that move along/ });
  await expect(group).toContainText('1 of 2 pages');
  await expect(group.getByRole('checkbox', { name: /^First below/ })).toBeChecked();
  await expect(group.getByRole('checkbox', { name: /^Edited anew.*Has other changes too/ })).not.toBeChecked();
  const publish = dialog.getByRole('button', { name: 'Publish now' });
  await expect(publish).toBeEnabled();
  await expect(dialog.getByRole('row', { name: new RegExp(`${to}/first`) }).first()).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  await publish.click();
  await expect(page).toHaveURL(`${origins.main}${to}`);
  const answers = await Promise.all(
    [from, `${from}/first`, `${from}/edited`, `${to}/first`].map(async (path) =>
      (await page.request.get(`${origins.main}${path}`, { maxRedirects: 0 })).status(),
    ),
  );
  expect(answers).toEqual([301, 301, 200, 200]);

  for (const [id, path] of [
    [first, `${to}/first`],
    [edited, `${from}/edited`],
    [top, to],
  ] as const)
    await deletePage(page, id, path);
});
