import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { outputFile } from '#edge/output-file.ts';
import { type ReceiptItem } from '#publish/commit/published-output.ts';
import { type Code, wholeCode } from '#publish/draw/code-parts.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

let setup: PublishingSetup;

beforeAll(async () => {
  setup = await openPublishingSetup(
    { pages: 12, locales: ['en', 'de'], products: 8, articles: 4, seed: 7 },
    { isBuilt: true },
  );
});
afterAll(() => setup.close());

const change = (sql: string) => setup.embedded.query(sql);

/** Publishes with code of this name, as of the setup; answers what the receipts say, and which pages were drawn. */
async function publish(code: Code): Promise<{ items: ReceiptItem[]; drawn: number }> {
  const { database, serviceClient: client, config, targets } = setup.runtime;
  const items: ReceiptItem[] = [];
  let drawn = 0;
  const publisher = new Publisher({
    database,
    client,
    targets,
    worker: `code ${code.bundle}`,
    sites: ['main'],
    origins: config.origins,
    mediaDirectory: config.dataDirectory,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    code,
    now: () => setup.clock.now,
    renderPage: (page) => {
      drawn += 1;
      return setup.bundle.renderPage(page);
    },
  });
  publisher.onReceipt((receipt) => items.push(...receipt.items));
  await publisher.drain();
  await publisher.stop();
  return { items, drawn };
}

/** Has every page of the site read again, as after a change that it depends on and does not show. */
const touchAll = () => change(`select private.queue_change('{site:main}', '[]')`);

const outputRow = z.object({
  path: z.string(),
  tags: z.array(z.string()),
  content_hash: z.string(),
  given_hash: z.string().nullable(),
  bytes: z.number(),
  stale_seq: z.unknown(),
});

const pagesOfIndex = async () =>
  z.array(outputRow).parse(
    await change(
      `select path, tags, content_hash, given_hash, bytes, stale_seq from public.site_outputs
          where site_id = 'main' and kind in ('page', 'product', 'article', 'not_found') and path is not null order by path`,
    ),
  );

it('draws no page whose content is what its file was drawn from, a full build included', async () => {
  const before = await pagesOfIndex();
  expect(before.filter(({ given_hash: given }) => given === null)).toEqual([]);
  await change(`update public.site_outputs set tags = tags || '{stale:1}' where kind = 'page'`);
  await touchAll();
  const { items, drawn } = await publish(setup.runtime.code);
  expect(drawn).toBe(0);
  const same = new Set(items.flatMap((item) => (item.change === 'same' ? [item.path] : [])));
  expect(before.filter((page) => !same.has(page.path))).toEqual([]);
  // What the pages depend on is noted all the same.
  expect(await pagesOfIndex()).toEqual(before);
  const stored = z
    .array(z.object({ change: z.string() }))
    .parse(await change('select distinct change from public.publish_receipt_items order by 1'));
  expect(stored.map((row) => row.change)).toContain('same');
});

it('draws every page with new code, and none of them a second time', async () => {
  const pages = (await pagesOfIndex()).length;
  // As if that code had built the site.
  const builtFrom = (bundle: string) =>
    change(`update public.site_builds set bundle = '${bundle}' where site_id = 'main'`);
  await builtFrom('new code');
  await touchAll();
  expect((await publish(wholeCode('new code'))).drawn).toBe(pages);
  await touchAll();
  expect((await publish(wholeCode('new code'))).drawn).toBe(0);
  await builtFrom(setup.runtime.code.bundle);
  await touchAll();
  expect((await publish(setup.runtime.code)).drawn).toBe(pages);
});

it('draws a page again whose file is not what the index says', async () => {
  const [page] = await pagesOfIndex();
  if (!page) throw new Error('There is no page');
  await rm(path.join(setup.outDirectory, 'main', 'current', outputFile(page.path)));
  await touchAll();
  const { items, drawn } = await publish(setup.runtime.code);
  expect(drawn).toBe(1);
  expect(items.find((item) => item.path === page.path)?.change).toBe('changed');
  expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
});

it('draws a page that comes back to what it showed before, after it has shown something else', async () => {
  const rename = async (name: string) => {
    await change(
      `update public.products set display_name = '${name}' where id = (select min(id) from public.products)`,
    );
    const { items } = await publish(setup.runtime.code);
    expect(items.filter((item) => item.change === 'changed').length).toBeGreaterThan(0);
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  };
  await rename('First name');
  await rename('Second name');
  await rename('First name');
});

it('draws a page again that failed meanwhile only if it shows something else', async () => {
  const before = await pagesOfIndex();
  const sites = z
    .array(z.object({ settings: z.unknown() }))
    .parse(await change(`select settings from public.sites where id = 'main'`));
  const settings = JSON.stringify(sites[0]?.settings);
  await change(
    `update public.sites set settings = settings || '{"social_links": [{"network": "none", "url": "https://example.com/"}]}' where id = 'main'`,
  );
  await publish(setup.runtime.code);
  const failed = z
    .array(z.object({ count: z.coerce.number() }))
    .parse(await change('select count(*) from public.site_outputs where failure is not null'));
  expect(failed[0]?.count).toBeGreaterThan(0);
  await change(`update public.sites set settings = '${settings}' where id = 'main'`);
  const { drawn } = await publish(setup.runtime.code);
  expect(drawn).toBe(0);
  expect(await pagesOfIndex()).toEqual(before);
});
