import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outputFile } from '#edge/output-file.ts';
import type { ReceiptItem } from '#publish/commit/published-output.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openDemoSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** Pages around which only menus have changed are neither read nor drawn, and are what a full build makes of them. */

let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup(
    { pages: 12, locales: ['en', 'de'], products: 8, articles: 4, seed: 11 },
    { isBuilt: true },
  );
});
afterAll(() => setup.close());

const change = (sql: string) => setup.embedded.query(sql);

type PublishedBy = 'runtime' | 'bundle' | 'clock' | 'liveTree' | 'fullTree' | 'keptFiles';

/** Publishes what waits; answers what the receipts say, and the kinds of the pages that were drawn. */
async function publish(
  of: Pick<PublishingSetup, PublishedBy> = setup,
): Promise<{ items: ReceiptItem[]; drawn: string[] }> {
  const { database, serviceClient: client, config, targets, code } = of.runtime;
  const items: ReceiptItem[] = [];
  const drawn: string[] = [];
  const errors: unknown[] = [];
  const publisher = new Publisher({
    database,
    client,
    targets,
    worker: 'reframing',
    sites: ['main'],
    origins: config.origins,
    mediaDirectory: config.dataDirectory,
    log: { info: () => {}, warn: () => {}, error: (facts) => errors.push(facts) },
    code,
    now: () => of.clock.now,
    renderPage: (page) => {
      drawn.push(page.kind === 'page' ? `page ${page.id}` : page.kind);
      return of.bundle.renderPage(page);
    },
    reframePage: of.bundle.replaceShared,
  });
  publisher.onReceipt((receipt) => items.push(...receipt.items));
  await publisher.drain();
  await publisher.stop();
  expect(errors).toEqual([]);
  // Where one fails, its last good file is kept.
  const kept = await of.keptFiles('main');
  expect(compareTrees(await of.liveTree('main'), await of.fullTree('main'), kept)).toEqual([]);
  return { items, drawn };
}

/** Every page names the menus in its own content as little as in what is around it, but for the one that tells of a missing page. */
const notFound = ['not_found', 'not_found'];

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const menuOf = (label: string, more: object[] = []) => [
  { id: 'a', label: { en: label, de: `${label} de` }, link: 1 },
  ...more,
];
const setMenu = (items: object[], name = 'main') =>
  change(`insert into public.menus (site_id, name, items) values ('main', '${name}', ${quoted(items)})
    on conflict (site_id, name) do update set items = excluded.items`);

async function pagesLive(): Promise<string[]> {
  const rows = await change(
    `select path from public.site_outputs where site_id = 'main' and given_hash is not null and kind <> 'not_found' order by 1`,
  );
  return z
    .array(z.object({ path: z.string() }))
    .parse(rows)
    .map((row) => row.path);
}

const pathsOf = (items: readonly ReceiptItem[], is: ReceiptItem['change']) =>
  items.flatMap((item) => (item.change === is ? [item.path] : [])).toSorted();

beforeEach(async () => {
  await setMenu(menuOf('Before'));
  await setMenu(menuOf('Foot'), 'footer');
  await setup.runtime.publisher.drain();
});

describe('a change of menus', () => {
  it('is put around every page, and no page is drawn', async () => {
    await setMenu(menuOf('Now', [{ id: 'b', label: { en: 'Second' }, link: 2 }]));
    await setMenu(menuOf('Foot now'), 'footer');
    const { items, drawn } = await publish();
    expect(drawn).toEqual(notFound);
    expect(pathsOf(items, 'changed')).toEqual(expect.arrayContaining(await pagesLive()));
    expect(items.every(({ reasons }) => reasons.join() === 'globals:main')).toBe(true);
  });

  it('leaves pages of languages in which it does not show as they are', async () => {
    await setMenu([{ id: 'a', label: { en: 'English alone', de: 'Before de' }, link: 1 }]);
    const { items, drawn } = await publish();
    expect(drawn).toEqual(['not_found']);
    const german = (await pagesLive()).filter((page) => page === '/de' || page.startsWith('/de/'));
    expect(german.length).toBeGreaterThan(5);
    expect(pathsOf(items, 'changed').filter((page) => german.includes(page))).toEqual([]);
  });

  it('may say anything, and have nothing', async () => {
    const hostile = `</header><header class="site-header"><footer class="site-footer on-anthracite"> $& $1 "'\u2028`;
    await setMenu(menuOf(hostile, [{ id: 'b', label: { en: '<details class="language-switcher"' }, link: 2 }]));
    await setMenu(menuOf(hostile), 'footer');
    expect((await publish()).drawn).toEqual(notFound);
    await setMenu([]);
    await setMenu([], 'footer');
    expect((await publish()).drawn).toEqual(notFound);
    await setMenu(menuOf('After'));
    expect((await publish()).drawn).toEqual(notFound);
  });

  it('follows where its links lead', async () => {
    await change(`update public.links set link_type = 'external', url = 'https://example.com/', target = '_blank',
      page_id = null, row_kind = null, row_id = null, document_id = null, anchor_id = null where id = 1`);
    const { drawn } = await publish();
    // Pages with the link in their content are read, and drawn.
    expect(drawn.filter((one) => one === 'not_found')).toHaveLength(2);
    await change(`update public.links set url = 'https://example.com/other' where id = 1`);
    await publish();
  });
});

it('brings a document along that a menu leads to', async () => {
  const file = 'documents/of-a-menu.pdf';
  const { error } = await setup.runtime.serviceClient.storage
    .from('media')
    .upload(file, Buffer.from('%PDF-1.4'), { contentType: 'application/pdf' });
  expect(error).toBeNull();
  await change(`insert into public.documents (id, name, content_date, document_type, language, localized, filename, hash, content_type, size, storage_path)
    values (990, 'Sheet', '2026-01-01', 'manual', 'en', '{"en": {"title": "Sheet"}}', 'sheet.pdf', '${'a'.repeat(64)}', 'application/pdf', 8, '${file}')`);
  await change(
    `insert into public.links (id, text, link_type, target, document_id) values (990, 'Sheet', 'download', '_blank', 990)`,
  );
  await setMenu([{ id: 'a', label: { en: 'Sheet' }, link: 990 }]);
  expect((await publish()).drawn).toEqual(notFound);
  const media = path.join(setup.outDirectory, 'main', 'current', 'media', file);
  expect(await readFile(media, 'utf8')).toBe('%PDF-1.4');
});

describe('pages are drawn', () => {
  it('where something else has changed as well, in whatever order it is received', async () => {
    const rename = (name: string) =>
      change(`update public.products set display_name = '${name}' where id = (select min(id) from public.products)`);
    await setMenu(menuOf('With a product'));
    await rename('Renamed');
    const { drawn } = await publish();
    expect(drawn.length).toBeGreaterThan(2);
    await rename('Once more');
    await setMenu(menuOf('After a product'));
    expect((await publish()).drawn.toSorted()).toEqual(drawn.toSorted());
  });

  it('where the settings of the site are other ones', async () => {
    await setMenu(menuOf('With a title'));
    await change(
      `update public.sites set localized = jsonb_set(localized, '{en,title}', '"Another name"') where id = 'main'`,
    );
    const { drawn } = await publish();
    expect(drawn.length).toBeGreaterThan((await pagesLive()).length / 2);
  });

  it('where their file is not the one that was published, or is gone', async () => {
    const [changed = '', gone = ''] = (await pagesLive()).slice(3);
    const fileOf = (page: string) => path.join(setup.outDirectory, 'main', 'current', outputFile(page));
    await rm(fileOf(changed));
    await writeFile(
      fileOf(changed),
      '<header class="site-header"></header><footer class="site-footer on-anthracite"></footer>',
    );
    await rm(fileOf(gone));
    await setMenu(menuOf('Mended'));
    const { items, drawn } = await publish();
    expect(drawn).toHaveLength(4);
    expect(pathsOf(items, 'changed')).toEqual(expect.arrayContaining([changed, gone]));
  });

  it('where the menu names the privacy notice, which forms link to', async () => {
    await setMenu([{ id: 'privacy', label: { en: 'Privacy', de: 'Datenschutz' }, link: 1 }], 'legal');
    const { drawn } = await publish();
    expect(drawn.length).toBeGreaterThan(2);
    await change(`delete from public.menus where site_id = 'main' and name = 'legal'`);
    await publish();
  });

  it('where they could not be drawn before', async () => {
    const ofPage = `revision_id = (select published_revision_id from public.pages where id = 3) and locale = 'en'`;
    const [stored] = z
      .array(z.object({ modules: z.unknown() }))
      .parse(await change(`select modules from public.page_revision_locales where ${ofPage}`));
    const setModules = async (modules: unknown) => {
      await change('alter table public.page_revision_locales disable trigger user');
      await change(`update public.page_revision_locales set modules = ${quoted(modules)} where ${ofPage}`);
      await change('alter table public.page_revision_locales enable trigger user');
      await change(`select private.queue_change('{page:3}', '[]')`);
    };
    await setModules([{ id: 1, type: 'NONE', v: 1, data: {} }]);
    expect(pathsOf((await publish()).items, 'failed')).toHaveLength(1);
    await setMenu(menuOf('While one fails'));
    const { items, drawn } = await publish();
    expect(drawn).toEqual(notFound);
    expect(pathsOf(items, 'failed')).toHaveLength(1);
    await setModules(stored?.modules);
    expect((await publish()).drawn).toEqual(['page 3']);
  });

  it('where somebody asks for it', async () => {
    await setMenu(menuOf('Asked for'));
    await change(`select public.publish_take_in(now())`);
    await change(`update public.site_outputs set stale_reasons = '{asked}' where kind = 'page' and ref = 2`);
    expect((await publish()).drawn).toEqual(expect.arrayContaining(['page 2']));
  });

  it('where the clock has changed them since', async () => {
    await change(
      `update public.site_outputs set next_change_at = '${setup.clock.now.toISOString()}' where kind = 'page' and ref = 2`,
    );
    await setMenu(menuOf('At its time'));
    expect((await publish()).drawn).toEqual(expect.arrayContaining(['page 2', 'page 2']));
  });
});

it('keeps the time at which the clock changes a page, and what it depends on', async () => {
  const moment = new Date(setup.clock.now.getTime() + 86_400_000).toISOString();
  await change(`update public.site_outputs set next_change_at = '${moment}' where kind = 'page' and ref = 2`);
  const rows = () =>
    change(
      `select kind, ref, locale, listed_kind, tags, module_types, next_change_at from public.site_outputs where site_id = 'main' order by 1, 2, 3, 4`,
    );
  const before = await rows();
  await setMenu(menuOf('Another'));
  await publish();
  expect(await rows()).toEqual(before);
});

it('are around every kind of page, screen and module of the demo, and in none of them', async () => {
  const demo = await openDemoSetup();
  try {
    await demo.embedded.query(
      `update public.menus set items = replace(replace(items::text, '"en": "', '"en": "Now: '), '"de": "', '"de": "Jetzt: ')::jsonb where site_id = 'main'`,
    );
    await demo.embedded.query(`delete from public.menus where site_id = 'main' and name = 'footer'`);
    expect(new Set((await publish(demo)).drawn)).toEqual(new Set(notFound));
  } finally {
    await demo.close();
  }
});
