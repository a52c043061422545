import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SiteId, siteIds } from '#domain/sites.ts';
import {
  type World,
  deleteRow,
  putBack,
  readRows,
  truncateTable,
  updateRow,
} from '../fixtures/catalogue/change-rows.ts';
import { readCatalogue } from '../fixtures/catalogue/read-catalogue.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';

/** Tables of content whose rows no published file shows, and why. */
const invisible: Readonly<Record<string, string>> = {
  draft_saves: 'the history of drafts',
  faq_products: 'only the editor lists the products of a question',
  form_recipients: 'whom a form tells',
  form_versions: 'the fields that submissions are read by; pages show those of the form',
  module_locales: 'drafts; a publish copies them into a revision',
  modules: 'drafts; a publish copies them into a revision',
  page_locales: 'drafts; a publish copies them into a revision',
  page_revisions: 'number and author of a revision',
  search_synonyms: 'the search answers without files',
};

let setup: PublishingSetup;
let world: World;

beforeAll(async () => {
  setup = await openPublishingSetup({ pages: 6, locales: ['en', 'de'], products: 4, articles: 3, seed: 8 });
  await setup.build();
  const query = (sql: string, parameters?: unknown[]) => setup.embedded.query(sql, parameters);
  world = { query, tables: await readCatalogue(query), random: makeRandom(8), clock: setup.clock };
}, 120_000);
afterAll(() => setup.close());

const table = (name: string) => {
  const found = world.tables.find((one) => one.name === name);
  if (!found) throw new Error(`There is no table ${name}`);
  return found;
};

/** How the published files of all sites differ from a full build. */
async function differences(): Promise<string[]> {
  await setup.runtime.publisher.drain();
  const all: string[] = [];
  for (const site of siteIds) {
    const found = compareTrees(await setup.liveTree(site), await setup.fullTree(site), await setup.keptFiles(site));
    all.push(...found.map((line) => `${site}: ${line}`));
  }
  return all;
}

const filesOf = async (site: SiteId) => [...(await setup.liveTree(site)).keys()];

const change = (sql: string) => setup.embedded.query(sql);

describe('every table of content', () => {
  it('is watched, or named here as one that no published file shows', async () => {
    const watched = z
      .array(z.object({ name: z.string() }))
      .parse(await change('select name from private.watched_tables'))
      .map(({ name }) => name);
    const content = z
      .array(z.object({ name: z.string() }))
      .parse(await change('select name from private.content_tables'))
      .map(({ name }) => name);
    expect(watched.filter((name) => name in invisible)).toEqual([]);
    expect(content.filter((name) => !watched.includes(name) && !(name in invisible))).toEqual([]);
  });

  it('has triggers that see an insertion, an update, a deletion and a truncation', async () => {
    const rows = z.array(z.object({ name: z.string(), events: z.number() })).parse(
      await change(`
        select w.name, bit_or(t.tgtype & 60)::integer as events
        from private.watched_tables w
        left join pg_trigger t on t.tgrelid = format('public.%I', w.name)::regclass
          and t.tgfoid in ('private.add_fingerprints'::regproc, 'private.queue_truncation'::regproc)
        group by w.name`),
    );
    // Bits of pg_trigger.tgtype: 4 insert, 8 delete, 16 update, 32 truncate.
    expect(rows.filter(({ events }) => events !== 60)).toEqual([]);
  });
});

describe('a truncation', () => {
  // The tables that more depends on; the generator of changes truncates the others.
  it.each(['menus', 'images', 'products', 'pages'])(
    'of %s is published, and so are the rows when they are put back',
    async (name) => {
      const saved = await truncateTable(world, table(name));
      expect(await differences()).toEqual([]);
      await putBack(world, saved);
      expect(await differences()).toEqual([]);
    },
  );
});

describe('a site', () => {
  it('has no pages in a locale that it gives up, no links to them, and all again with the locale', async () => {
    const before = await filesOf('main');
    expect(before.filter((file) => file.startsWith('de/')).length).toBeGreaterThan(5);
    await change(`update public.sites set locales = '{en}' where id = 'main'`);
    expect(await differences()).toEqual([]);
    const tree = await setup.liveTree('main');
    expect([...tree.keys()].filter((file) => /^(de|jp|cn)\//.test(file))).toEqual([]);
    const links = /<a [^>]*href="\/(de|jp|cn)["/]|hreflang="(de|ja|zh)/;
    expect([...tree].filter(([, text]) => links.test(text)).map(([file]) => file)).toEqual([]);
    await change(`update public.sites set locales = '{en,de,jp,cn}' where id = 'main'`);
    expect(await differences()).toEqual([]);
    expect((await filesOf('main')).toSorted()).toEqual(before.toSorted());
  });

  it('that is deleted has no files, and those of its records when it is put back', async () => {
    await change(
      `update public.products set sites = '{main,automotive}' where id = (select min(id) from public.products)`,
    );
    expect(await differences()).toEqual([]);
    const before = await filesOf('automotive');
    const saved = await deleteRow(world, table('sites'), { key: { id: 'automotive' } });
    expect(await differences()).toEqual([]);
    expect(await filesOf('automotive')).toEqual([]);
    if (saved) await putBack(world, saved);
    expect(await differences()).toEqual([]);
    expect((await filesOf('automotive')).toSorted()).toEqual(before.toSorted());
  });

  it('gives a menu or a redirect to another site, and both show it', async () => {
    await change(
      `insert into public.redirects (id, site_id, from_path, to_path) values (91, 'main', '/moved', '/there')`,
    );
    expect(await differences()).toEqual([]);
    await change(`update public.redirects set site_id = 'developer' where id = 91`);
    expect(await differences()).toEqual([]);
    await change(`update public.menus set site_id = 'developer' where id = (select min(id) from public.menus)`);
    expect(await differences()).toEqual([]);
  });
});

it('a picture that a page only names as its social picture is deleted and put back', async () => {
  const image = table('images');
  const [first] = await readRows(world, image);
  const rows = new Map([['images', [{ ...first, id: 910, hash: 'social' }]]]);
  await putBack(world, { tables: [image], rows });
  const pageId = setup.site.pageIds[1] ?? 0;
  await change(`update public.page_locales set seo = '{"og_image": 910}' where page_id = ${pageId}`);
  await change(`select public.publish_pages('{${pageId}}')`);
  expect(await differences()).toEqual([]);
  const names = async () => [...(await setup.liveTree('main'))].filter(([, text]) => text.includes('social-')).length;
  expect(await names()).toBeGreaterThan(0);
  const saved = await deleteRow(world, image, { key: { id: 910 } });
  expect(await differences()).toEqual([]);
  expect(await names()).toBe(0);
  if (saved) await putBack(world, saved);
  expect(await differences()).toEqual([]);
  expect(await names()).toBeGreaterThan(0);
});

describe('what no trigger has seen', () => {
  it('is found by reconciliation, published, and told in the receipt', async () => {
    const causes: number[] = [];
    const off = setup.runtime.publisher.onReceipt(({ id }) => causes.push(id));
    await change(`do $$ begin
      alter table public.products disable trigger user;
      update public.products set display_name = 'Restored' where id = (select min(id) from public.products);
      alter table public.products enable trigger user;
    end $$`);
    expect(await differences()).not.toEqual([]);
    expect(await setup.runtime.reconciler.run()).toEqual([{ table: 'products', bucket: 0 }]);
    expect(await differences()).toEqual([]);
    off();
    const rows = z
      .array(z.object({ cause: z.string() }))
      .parse(await setup.embedded.query('select cause from public.publish_receipts where id = any ($1)', [causes]));
    expect(rows.map(({ cause }) => cause)).toContain('reconciliation');
    // Nothing is found twice.
    expect(await setup.runtime.reconciler.run()).toEqual([]);
  });

  it('is found in every table that is watched', async () => {
    const watched = z
      .array(z.object({ name: z.string() }))
      .parse(await change('select name from private.watched_tables order by name'));
    const changed: string[] = [];
    for (const { name } of watched) {
      if (await updateRow(world, table(name), { silently: true })) changed.push(name);
    }
    const found = await setup.runtime.reconciler.run();
    expect(new Set(found.map((one) => one.table)).size).toBeGreaterThan(changed.length / 2);
    expect(changed.length).toBeGreaterThan(10);
    expect(await differences()).toEqual([]);
  });

  it('is an output that the index has lost, or one too many', async () => {
    await change(`delete from public.site_outputs where site_id = 'main' and kind = 'product'`);
    await setup.runtime.reconciler.run();
    expect(await differences()).toEqual([]);
  });
});
