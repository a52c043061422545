import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeDrafts } from '#changes/change-set.ts';
import { planPublish } from '#publish/plan/plan.ts';
import { type EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { type Fault, withFaults } from '../fixtures/faulty-publisher.ts';
import { openPublishingDesk, makePath } from '../fixtures/publishing-desk.ts';
import type { PublishingSetup } from '../fixtures/publishing-setup.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { isSweep, takeSlice } from '../fixtures/seeds.ts';

/** Whatever is wrong with one record, file or site fails that alone, and mends by itself where nobody has to do anything. */
let setup: PublishingSetup;
let desk: EditorialDesk;
beforeAll(async () => {
  ({ setup, desk } = await openPublishingDesk());
});
afterAll(() => setup?.close());

const query = <T = Record<string, unknown>>(sql: string) => setup.embedded.query<T>(sql);
const waiting = () =>
  must(desk.client.from('site_outputs').select('kind, ref, locale, failure').not('stale_seq', 'is', null));
const sameAsFull = async () => compareTrees(await setup.liveTree('main'), await setup.fullTree('main'));
const setDisplayName = (id: number, display_name: string) =>
  must(desk.client.from('products').update({ display_name }).eq('id', id));

describe('a value that the database reads and that is of another type', () => {
  it.each([
    [
      'a menu',
      `insert into menus (site_id, name, items) values ('main', 'legal', '[{"id": "x", "label": {}, "link": "x"}]')`,
    ],
    [
      'a menu with a fraction',
      `insert into menus (site_id, name, items) values ('main', 'legal', '[{"id": "x", "label": {}, "link": 1.5}]')`,
    ],
    ['the settings of a site', `update sites set settings = '{"og_image": "x"}' where id = 'main'`],
    ['a draft', `update page_locales set seo = '{"noindex": "maybe"}' where page_id > 0`],
    ['the picture of a draft', `update page_locales set seo = '{"og_image": {}}' where page_id > 0`],
    ['a route', `update pages set route = 'Some text' where id > 0`],
  ])('is refused: %s', async (_, sql) => {
    await expect(query(sql)).rejects.toThrow(/violates check constraint/);
  });

  it.each([
    [
      'menus',
      `insert into menus (site_id, name, items) values ('main', 'legal', '[{"id": "x", "label": {}, "link": "x"}]')
        on conflict (site_id, name) do update set items = excluded.items`,
      `delete from menus where site_id = 'main' and name = 'legal'`,
    ],
    [
      'sites',
      `update sites set settings = '{"og_image": "x", "social_links": [{"network": "x", "url": "x"}]}' where id = 'main'`,
      `update sites set settings = '{}' where id = 'main'`,
    ],
  ])('stops no other site, and is mended by itself, where nothing refuses it: %s', async (table, broken, mended) => {
    await query(`alter table public.${table} disable trigger user`);
    const checks = await query<{ name: string; definition: string }>(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'public.${table}'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%names_ids%'`,
    );
    for (const { name } of checks) await query(`alter table public.${table} drop constraint ${name}`);
    await query(`alter table public.${table} enable trigger user`);
    try {
      const { items } = await desk.publishing(() => query(broken));
      expect(items.filter(({ site, change }) => site !== 'main' && change === 'failed')).toEqual([]);
      expect(await waiting()).toEqual([]);
    } finally {
      await desk.publishing(() => query(mended));
      for (const { name, definition } of checks) {
        await query(`alter table public.${table} add constraint ${name} ${definition}`);
      }
    }
    expect(await must(desk.client.from('site_outputs').select('path').not('failure', 'is', null))).toEqual([]);
    expect(await sameAsFull()).toEqual([]);
  });
});

describe('names that are too long for a file', () => {
  it('are refused for every kind with a page, and for media', async () => {
    const long = '湿'.repeat(86);
    const tables = await query<{ name: string }>(
      `select k.table_name as name from private.kinds k join information_schema.columns c
       on c.table_schema = 'public' and c.table_name = k.table_name and c.column_name = 'slug'
       where k.has_page and k.kind <> 'page'`,
    );
    expect(tables.length).toBeGreaterThan(5);
    for (const { name } of tables) {
      const checks = await query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'public.${name}'::regclass`,
      );
      expect(
        checks.some(({ definition }) => definition.includes('is_slug(slug)')),
        name,
      ).toBe(true);
    }
    const [answer] = await query<Record<string, boolean>>(
      `select private.is_slug('${long}') as slug, private.is_page_address('/${long}') as page,
        private.is_media_path('documents/${long}.pdf') as media, private.is_slug('${'湿'.repeat(80)}') as short`,
    );
    expect(answer).toEqual({ slug: false, page: false, media: false, short: true });
  });
});

describe('a file that cannot be written', () => {
  it.each(takeSlice(['EACCES', 'EPERM', 'EBUSY'], 3, 0))(
    'fails its page alone, and is written when it can be: %s',
    async (code) => {
      const [product = 0] = setup.site.productIds;
      const title = `With ${code}`;
      const faults: Fault[] = [{ code, on: 'put', of: (file) => file === 'products/catalog/p0/index.html' }];
      await withFaults(setup, faults, async ({ receipts, puts, publisher }) => {
        await setDisplayName(product, title);
        await publisher.drain();
        const items = receipts.flatMap((receipt) => receipt.items);
        const failed = items.filter(({ change }) => change === 'failed');
        expect(failed).toEqual([
          expect.objectContaining({
            path: '/products/catalog/p0',
            reasons: expect.arrayContaining([`product:${product}`]),
            failure: {
              code: 'unavailable',
              message: `/products/catalog/p0 waits: its file cannot be written: the system refuses it (${code}). It is tried again by itself.`,
            },
          }),
        ]);
        expect(items.filter(({ change }) => change === 'changed').length).toBeGreaterThan(1);
        expect(publisher.fault).toBeNull();
        expect(await waiting()).toEqual([
          expect.objectContaining({ kind: 'product', ref: product, locale: 'en', failure: failed[0]?.failure }),
        ]);
        // A change of a page beside it: the plan of the next publish names the file that cannot be written.
        await setDisplayName(product, `${title}.`);
        const waitingPlan = await planPublish({
          client: desk.client,
          origins: setup.runtime.config.origins,
          renderPage: setup.bundle.renderPage,
          at: setup.clock.now.toISOString(),
          set: changeDrafts(),
        });
        expect(waitingPlan.filter(({ change }) => change === 'failed')).toEqual([
          expect.objectContaining({ path: '/products/catalog/p0', failure: expect.stringContaining(code) }),
        ]);
        const tries = () => puts.filter((file) => file === 'products/catalog/p0/index.html').length;
        const before = tries();
        // Its pause is longer than this test takes on any machine, and then over.
        await query(`update site_outputs set lease_until = now() + interval '1 hour' where lease_owner = 'deferred'`);
        await publisher.drain();
        expect(tries()).toBe(before);
        faults.length = 0;
        await query(`update site_outputs set lease_until = now() where lease_owner = 'deferred'`);
        await publisher.start();
        await expect.poll(waiting).toEqual([]);
      });
      expect((await desk.visit('/products/catalog/p0')).text).toContain(title);
      expect(await must(desk.client.from('site_outputs').select('path').not('failure', 'is', null))).toEqual([]);
      expect(await sameAsFull()).toEqual([]);
    },
  );

  it('is told once, however often it is tried', async () => {
    const [product = 0] = setup.site.productIds;
    await withFaults(
      setup,
      [{ code: 'EACCES', on: 'put', of: (file) => file === 'products/catalog/p0/index.html' }],
      async ({ receipts, puts, publisher }) => {
        await publisher.start();
        await setDisplayName(product, 'Told once');
        const tries = () => puts.filter((file) => file === 'products/catalog/p0/index.html').length;
        await expect.poll(tries).toBeGreaterThan(2);
        expect(receipts.flatMap(({ items }) => items).filter(({ change }) => change === 'failed')).toHaveLength(1);
      },
    );
    await desk.publishing(async () => {});
  });

  it.runIf(isSweep)('which cannot be removed does not keep the others', async () => {
    const pageId = await desk.addPage({ en: '/goes' }, 'Goes');
    await desk.publishing(() => desk.publish(pageId));
    const faults: Fault[] = [{ code: 'EACCES', on: 'remove', of: (file) => file === 'goes/index.html' }];
    await withFaults(setup, faults, async ({ receipts, publisher }) => {
      await must(desk.client.rpc('unpublish_page', { p_page_id: pageId }));
      await setDisplayName(setup.site.productIds[0] ?? 0, 'Beside it');
      await publisher.drain();
      const items = receipts.flatMap((receipt) => receipt.items);
      expect(items.filter(({ change }) => change === 'failed').map(({ path: place }) => place)).toEqual(['/goes']);
      expect((await desk.visit('/products/catalog/p0')).text).toContain('Beside it');
      faults.length = 0;
      await publisher.start();
      await expect.poll(async () => (await desk.visit('/goes')).status).not.toBe(200);
    });
    expect(await waiting()).toEqual([]);
    expect(await sameAsFull()).toEqual([]);
  });
});

describe('a picture that is missing in Storage', () => {
  it('fails the page that shows it, with module and field, and it is published once the picture is there', async () => {
    const pageId = setup.site.pageIds[3] ?? 0;
    const hero = await desk.moduleOf(pageId, 'HERO');
    const image = await must(
      desk.client
        .from('images')
        .insert({
          filename: 'lost.webp',
          hash: 'lost',
          content_type: 'image/webp',
          width: 640,
          height: 480,
          bytes: 10,
          widths: [320],
          storage_path: 'lost-320.webp',
          localized: { en: { alt: 'Lost' } },
        })
        .select('id')
        .single(),
    );
    const before = (await desk.visit(makePath(3))).text;
    await desk.writeModule(hero.id, { ...hero.data, image: image?.id ?? 0 });
    const other = await desk.moduleOf(setup.site.pageIds[2] ?? 0, 'KEY_FIGURES');
    await desk.writeModule(other.id, { ...other.data, heading: { title: 'Beside a lost picture' } });
    const { items } = await desk.publishing(() => desk.publish(pageId, setup.site.pageIds[2] ?? 0));
    expect(items.find(({ path: place }) => place === makePath(3))).toMatchObject({
      change: 'failed',
      failure: {
        message: expect.stringContaining(`module ${hero.id} (HERO), field image: the file lost-320.webp`),
        detail: [
          { module: hero.id, type: 'HERO', field: 'image', reason: 'The file lost-320.webp is missing in Storage' },
        ],
      },
    });
    expect((await desk.visit(makePath(3))).text).toBe(before);
    expect((await desk.visit(makePath(2))).text).toContain('Beside a lost picture');
    expect((await desk.publishing(async () => {})).items).toEqual([]);
    setup.clock.now = new Date(setup.clock.now.getTime() + 6 * 60 * 1000);
    expect((await desk.publishing(async () => {})).items).toEqual([]);

    const { error } = await desk.client.storage.from('media').upload('lost-320.webp', new Uint8Array([1, 2, 3]));
    expect(error).toBeNull();
    setup.clock.now = new Date(setup.clock.now.getTime() + 6 * 60 * 1000);
    await desk.publishing(async () => {});
    expect((await desk.visit(makePath(3))).text).toContain('lost-320.webp');
    expect(await must(desk.client.from('site_outputs').select('path').not('failure', 'is', null))).toEqual([]);
    expect(await sameAsFull()).toEqual([]);
  });
});

describe('a disk that takes nothing', () => {
  const disks = [
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the disk is read-only'],
    ['EDQUOT', 'the quota of the disk is used up'],
  ] as const;
  it.each(isSweep ? disks : disks.slice(0, 1))(
    'is told in one line, renders next to nothing, and recovers: %s',
    async (code, words) => {
      const faults: Fault[] = [{ code, on: 'put', of: () => true }];
      await withFaults(setup, faults, async ({ lines, receipts, puts, looks, publisher }) => {
        await publisher.start();
        await query(`update products set display_name = display_name || '.' where id > 0`);
        await expect.poll(() => puts.length).toBeGreaterThan(0);
        await expect.poll(() => publisher.fault).toMatchObject({ reason: `${code}: it is refused` });
        // Tried again, and again, each time with a single output.
        const trials = () => looks.filter(({ limit, sites }) => limit === 1 && sites === 1);
        await expect.poll(() => trials().length).toBeGreaterThan(1);
        const [first, second] = trials();
        expect((second?.puts ?? 0) - (first?.puts ?? 0)).toBe(1);
        expect(lines).toEqual([
          expect.stringMatching(/^Publishing waits: the published site is still served, and no change is lost/),
        ]);
        const failed = receipts.flatMap(({ items }) => items).filter(({ change }) => change === 'failed');
        expect(JSON.stringify(failed[0]?.failure)).toContain(words);
        faults.length = 0;
        await expect.poll(waiting).toEqual([]);
        expect(lines.at(-1)).toMatch(/^Publishing again/);
        expect(publisher.fault).toBeNull();
      });
      expect(await must(desk.client.from('site_outputs').select('path').not('failure', 'is', null))).toEqual([]);
      expect(await sameAsFull()).toEqual([]);
    },
  );
});

describe('a staging directory that somebody removes', () => {
  it.each(['opened', 'staged'] as const)('once is made again at once, without a word: when it was %s', async (at) => {
    let left = 1;
    const isDone = () => left-- > 0;
    await withFaults(
      setup,
      [],
      async ({ lines, publisher }) => {
        await setDisplayName(setup.site.productIds[0] ?? 0, `Removed once when ${at}`);
        await publisher.drain();
        expect(left).toBeLessThan(1);
        expect(lines).toEqual([]);
        expect(publisher.fault).toBeNull();
        expect(await waiting()).toEqual([]);
      },
      { at, isDone },
    );
    expect((await desk.visit('/products/catalog/p0')).text).toContain(`Removed once when ${at}`);
    expect(await sameAsFull()).toEqual([]);
  });

  it.each(['opened', 'staged'] as const)(
    'again and again is told in one line, tried after pauses, and recovers: when it was %s',
    async (at) => {
      let isDone = true;
      await withFaults(
        setup,
        [],
        async ({ lines, puts, looks, publisher }) => {
          await publisher.start();
          await query(`update products set display_name = display_name || '.' where id > 0`);
          await expect.poll(() => publisher.fault?.reason).toMatch(/gone before it is live: .* is not there any more/);
          const trials = () => looks.filter(({ limit, sites }) => limit === 1 && sites === 1);
          await expect.poll(() => trials().length).toBeGreaterThan(1);
          const [first, second] = trials();
          expect((second?.puts ?? 0) - (first?.puts ?? 0)).toBe(1);
          // All that waits was tried once more, and only once.
          const tries = [...Map.groupBy(puts.slice(0, first?.puts), (file) => file).values()].map(
            ({ length }) => length,
          );
          expect(Math.max(...tries)).toBeLessThanOrEqual(2);
          expect(lines).toEqual([
            expect.stringMatching(/^Publishing waits: the published site is still served, and no change is lost/),
          ]);
          isDone = false;
          await expect.poll(waiting).toEqual([]);
          expect(lines.at(-1)).toMatch(/^Publishing again/);
          expect(publisher.fault).toBeNull();
        },
        { at, isDone: () => isDone },
      );
      expect(await must(desk.client.from('site_outputs').select('path').not('failure', 'is', null))).toEqual([]);
      expect(await sameAsFull()).toEqual([]);
    },
  );
});

describe('a database that is read-only for a while, as during a fail-over', () => {
  it('is told in one clear line, and publishing goes on by itself though the old connections stay read-only', async () => {
    const [row] = await query<{ name: string }>('select current_database() as name');
    const name = row?.name ?? '';
    const readOnly = (setting: string) =>
      setup.embedded.execute(
        `set transaction_read_only = off; alter database "${name}" ${setting} default_transaction_read_only`,
      );
    const login = postgres(setup.embedded.databaseUrl, { max: 1, onnotice: () => {} });
    const cutConnections = () =>
      login.unsafe(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
      );
    try {
      await withFaults(setup, [], async ({ lines, calls, publisher }) => {
        await publisher.start();
        await setDisplayName(setup.site.productIds[0] ?? 0, 'Before the fail-over');
        await expect.poll(waiting).toEqual([]);
        await query(`update products set display_name = 'Lost?' where id = ${setup.site.productIds[1] ?? 0}`);
        await setup.embedded.execute(`alter database "${name}" set default_transaction_read_only = on`);
        await cutConnections();
        await expect.poll(() => publisher.fault?.reason).toMatch(/^The database is read-only/);
        // It is told once, however often the queue is looked at meanwhile.
        const before = calls();
        await expect.poll(calls).toBeGreaterThan(before + 3);
        await readOnly('reset');
        await expect.poll(waiting).toEqual([]);
        // A step of the search index may have been under way, and says so for itself.
        const ofPublishing = () => lines.filter((line) => line.startsWith('Publishing'));
        await expect.poll(ofPublishing).toHaveLength(2);
        expect(ofPublishing()).toEqual([
          expect.stringMatching(/^Publishing waits: .* no change is lost/),
          expect.stringMatching(/^Publishing again/),
        ]);
        expect(lines).toHaveLength(new Set(lines).size);
      });
    } finally {
      await readOnly('reset').catch(() => {});
      await login.end();
    }
    expect((await desk.visit('/products/catalog/p1')).text).toContain('Lost?');
    expect(await sameAsFull()).toEqual([]);
  });
});
