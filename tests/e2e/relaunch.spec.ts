import type { Page } from '@playwright/test';
import { z } from 'zod';
import { adminPaths } from '#domain/admin-paths.ts';
import { expect, origins, test } from './fixtures.ts';
import { type Names, ask, deletePage, findLastSave, makePage, makePublishedPage } from './made-pages.ts';

/** A relaunch: ten pages change addresses among each other in one release. */
const run = Date.now();
const pathOf = (name: string) => `/relaunch-${run}-${name}`;

type Place = { title: string; from: Names | null; to: Names };
const place = (title: string, name: string): Names => ({ en: { path: pathOf(name), title: `${title} ${run}` } });
const inGerman = (names: Names, title: string, name: string): Names => ({
  ...names,
  de: { path: pathOf(name), title: `${title} de ${run}` },
});

/** One leaves its address to a new page, two change places, three rotate, two change places in German alone, one only moves, one stays. */
const places: Place[] = [
  { title: 'Old start', from: place('Old start', 'start'), to: place('Old start', 'archive') },
  { title: 'New start', from: null, to: place('New start', 'start') },
  { title: 'Left', from: place('Left', 'left'), to: place('Left', 'right') },
  { title: 'Right', from: place('Right', 'right'), to: place('Right', 'left') },
  { title: 'First', from: place('First', 'first'), to: place('First', 'second') },
  { title: 'Second', from: place('Second', 'second'), to: place('Second', 'third') },
  { title: 'Third', from: place('Third', 'third'), to: place('Third', 'first') },
  {
    title: 'Day',
    from: inGerman(place('Day', 'day'), 'Day', 'tag'),
    to: inGerman(place('Day', 'day'), 'Day', 'nacht'),
  },
  {
    title: 'Night',
    from: inGerman(place('Night', 'night'), 'Night', 'nacht'),
    to: inGerman(place('Night', 'night'), 'Night', 'tag'),
  },
  { title: 'Mover', from: place('Mover', 'here'), to: place('Mover', 'there') },
];

const items = z.object({ pageItems: z.array(z.object({ id: z.number(), savedAt: z.string() })) });

const addressOf = (locale: string, path: string) => `${locale === 'en' ? '' : `/${locale}`}${path}`;
/** What visitors find: the title at each address. */
const found = (side: 'from' | 'to') =>
  places.flatMap((one) =>
    Object.entries(one[side] ?? {}).map(([locale, { path, title }]) => ({ address: addressOf(locale, path), title })),
  );

async function move(page: Page, pageId: number, locales: Names): Promise<void> {
  const lastSave = await findLastSave(page, pageId);
  await ask(page, 'changePage', { pageId, parentId: null, locales, lastSave });
}

/** The drafts change places as people do it: by way of addresses that nobody has. */
async function moveAll(page: Page, ids: Map<string, number>): Promise<void> {
  for (const { title, from, to } of places) {
    if (from === null) continue;
    const parked = Object.fromEntries(
      Object.entries(to).map(([locale, names]) => [locale, { ...names, path: `${names.path}-parked` }]),
    );
    await move(page, ids.get(title) ?? 0, parked);
  }
  for (const { title, from, to } of places) {
    if (from === null) ids.set(title, await makePage(page, to));
    else await move(page, ids.get(title) ?? 0, to);
  }
}

async function expectLive(page: Page, side: 'from' | 'to'): Promise<void> {
  for (const { address, title } of found(side)) {
    const response = await page.request.get(`${origins.main}${address}`, { maxRedirects: 0 });
    expect(response.status(), address).toBe(200);
    expect(await response.text(), address).toContain(`<title>${title}`);
  }
}

test('ten pages change addresses among each other: previewed, published as one, taken back', async ({
  page,
  signIn,
}) => {
  const name = `Relaunch ${run}`;
  await signIn({ next: null });
  const ids = new Map<string, number>();
  await test.step('nine pages are live, and their drafts change places', async () => {
    for (const { title, from } of places) if (from) ids.set(title, await makePublishedPage(page, from));
    await moveAll(page, ids);
    await expectLive(page, 'from');
  });

  await test.step('all go into one release', async () => {
    await page.goto(`${origins.main}${adminPaths.pages}`);
    await page.getByRole('searchbox', { name: 'Search pages' }).fill(String(run));
    await expect(page.getByRole('checkbox', { name: new RegExp(`^Choose .* ${run}$`) })).toHaveCount(places.length);
    await page.getByRole('checkbox', { name: 'Choose all pages' }).check();
    await page
      .getByRole('region', { name: 'Chosen' })
      .getByRole('button', { name: /^Add to release/ })
      .click();
    const adding = page.getByRole('dialog', { name: 'Add to release' });
    await adding.getByRole('radio', { name: 'With a new release' }).check();
    await adding.getByRole('textbox', { name: 'Name of the release' }).fill(name);
    await adding.getByRole('button', { name: 'Add to release' }).click();
    await expect(adding.getByText('10 drafts added.')).toBeVisible();
    await expect(adding.getByText(/keeps the address .*, since that of/).first()).toBeVisible();
    await adding.getByRole('link', { name: 'Open the release' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveCount(places.length);
  });
  const release = new URL(page.url());
  const id = Number(release.pathname.split('/').at(-1));

  await test.step('the preview shows each at its new address, and visitors see nothing of it', async () => {
    for (const { address, title } of found('to')) {
      await page.goto(`${origins.main}${address}?release=${id}`);
      await expect(page).toHaveTitle(new RegExp(`^${title}`));
    }
    await expectLive(page, 'from');
  });

  await test.step('it is published, and each is at its new address', async () => {
    await page.goto(release.href);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const plan = page.getByRole('dialog', { name: 'Publish the release' });
    for (const { address } of found('to'))
      await expect(
        plan
          .getByRole('cell')
          .filter({ hasText: new RegExp(`^${address}(?![\\w-])`) })
          .first(),
      ).toBeAttached();
    await plan.getByRole('button', { name: 'Publish now' }).click();
    const receipt = page.getByRole('dialog', { name: 'Published', exact: true });
    await expect(receipt).toBeVisible();
    await receipt.getByRole('button', { name: 'Close' }).click();
    await expectLive(page, 'to');
    await page.goto(`${origins.main}${pathOf('here')}`);
    await expect(page).toHaveURL(`${origins.main}${pathOf('there')}`);
  });

  await test.step('it is taken back, and each is where it was', async () => {
    await page.goto(release.href);
    await page.getByRole('button', { name: 'Take back …' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Take the release back' });
    await asked.getByRole('button', { name: 'Take back now' }).click();
    await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
    await expectLive(page, 'from');
    await page.goto(`${origins.main}${pathOf('there')}`);
    await expect(page).toHaveURL(`${origins.main}${pathOf('here')}`);
    const { path } = places[1]?.to.en ?? { path: '' };
    expect(await (await page.request.get(`${origins.main}${path}`)).text()).not.toContain('New start');
  });

  await test.step('and everything is as before', async () => {
    const { pageItems } = items.parse(await ask(page, 'openRelease', { id }));
    for (const { id: pageId, savedAt } of pageItems)
      await ask(page, 'takeOutOfRelease', { release: id, item: { page: pageId }, to: 'nowhere', savedAt });
    await ask(page, 'deleteRelease', { id });
    for (const { title, from } of places) {
      const pageId = ids.get(title);
      if (pageId === undefined) continue;
      if (from?.en) await deletePage(page, pageId, from.en.path);
      else await ask(page, 'deletePage', { pageId, isConfirmed: true, lastSave: await findLastSave(page, pageId) });
    }
  });
});
