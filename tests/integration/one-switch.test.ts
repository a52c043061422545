import path from 'node:path';
import { readdir, readFile, readlink, rename, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServiceDatabase } from '#content/clients/database.ts';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { Publisher } from '#publish/queue/publisher.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import type { LiveWriter, Target } from '#publish/targets/target.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { setMenu } from '../fixtures/set-menu.ts';
import { watchVersions } from '../fixtures/watch-versions.ts';
import { isSweep, getRepeats } from '../fixtures/seeds.ts';

/** More than several batches of outputs. */
const pages = getRepeats({ test: 350, full: 500 });
const person = '00000000-0000-0000-0000-0000000000e1';

let setup: PublishingSetup;
let root: string;

beforeAll(async () => {
  setup = await openPublishingSetup({
    pages,
    locales: ['en'],
    products: 6,
    articles: 3,
    sharedOn: [pages],
    seed: 11,
  });
  root = path.join(setup.outDirectory, 'main', 'current');
  await setMenu(setup.runtime.serviceClient, 'First menu');
  await setup.build(['main']);
  await setup.runtime.publisher.drain();
});
afterAll(() => setup.close());

async function setName(name: string): Promise<void> {
  const productId = setup.site.sharedProducts[0]?.productId ?? 0;
  const { error } = await setup.runtime.serviceClient
    .from('products')
    .update({ display_name: name })
    .eq('id', productId);
  expect(error).toBeNull();
}

async function filesWith(text: string): Promise<string[]> {
  const tree = await setup.liveTree('main');
  return [...tree].flatMap(([file, content]) => (content.includes(text) ? [file] : []));
}

async function buildOf(site: string): Promise<string> {
  return path.basename(await readlink(path.join(setup.outDirectory, site, 'current')));
}

/** The switches that receipts tell of since the one of a number, in milliseconds. */
async function switchesSince(id: number): Promise<number[]> {
  const rows = await setup.embedded.query<{ ms: number }>(
    `select distinct switch_ms as ms from public.publish_receipts where id > ${id} and switch_ms is not null and changed > 0`,
  );
  return rows.map(({ ms }) => ms);
}

/** What the receipts of a person's changes tell of since the one of a number. */
async function pathsOf(who: string, id: number): Promise<string[]> {
  const rows = await setup.embedded.query<{ path: string }>(
    `select path from public.publish_receipts r join public.publish_receipt_items i on i.receipt_id = r.id
     where r.id > ${id} and exists (
       select 1 from public.publish_receipt_edits t join public.content_edits e on e.id = t.edit_id
       where t.receipt_id = r.id and e.actor = '${who}')`,
  );
  return rows.map((row) => row.path);
}

async function lastReceipt(): Promise<number> {
  const [row] = await setup.embedded.query<{ id: number }>(
    'select coalesce(max(id), 0)::integer as id from public.publish_receipts',
  );
  return row?.id ?? 0;
}

async function expectNothingLeft(): Promise<void> {
  expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  const waiting = await setup.embedded.query(
    `select worker from public.publish_rounds union all select worker from public.taken_leases
     union all select path from public.site_outputs where site_id = 'main' and (stale_seq is not null or lease_owner is not null)`,
  );
  expect(waiting).toEqual([]);
}

describe('a change of many pages', () => {
  it.runIf(isSweep)('of a product becomes live in one switch', async () => {
    await setName('Before the switch');
    await setup.runtime.publisher.drain();
    const files = await filesWith('Before the switch');
    expect(files.length).toBeGreaterThanOrEqual(pages);
    const before = await lastReceipt();
    const reader = await watchVersions({ root, files, before: 'Before the switch', after: 'After the switch' });
    await setName('After the switch');
    await setup.runtime.publisher.drain();
    const seen = await reader.stop();
    const switches = await switchesSince(before);
    expect(seen.broken).toEqual([]);
    expect(seen.reads).toBeGreaterThan(files.length);
    expect(switches).toHaveLength(1);
    expect(seen.mixedMilliseconds).toBeLessThanOrEqual(switches[0] ?? 0);
    expect(await filesWith('Before the switch')).toEqual([]);
    await expectNothingLeft();
  });

  it('of a menu becomes live in one switch with two publishers, and a page of a person before it', async () => {
    const files = await filesWith('First menu');
    expect(files.length).toBeGreaterThanOrEqual(pages);
    const [, pageId = 0] = setup.site.pageIds;
    const own = files.find((file) => file.includes('page-1/')) ?? '';
    const others = files.filter((file) => file !== own);
    const lock = Promise.withResolvers<void>();
    let staged = 0;
    // The round does not end before the person was answered.
    const publisher = publisherWith('gated', [], {
      wrap: (writer) => ({
        ...writer,
        stage: async (file, bytes, hash, priority) => {
          staged += 1;
          if (staged > 310 && others.includes(file)) await lock.promise;
          return writer.stage(file, bytes, hash, priority);
        },
      }),
    });
    const before = await lastReceipt();
    const reader = await watchVersions({ root, files: others, before: 'First menu', after: 'Second menu' });
    await setMenu(setup.runtime.serviceClient, 'Second menu');
    const draining = [publisher.drain()];
    await expect
      .poll(
        async () => {
          const [row] = await setup.embedded.query<{ staged: number }>(
            `select count(*)::integer as staged from public.site_outputs o join public.publish_rounds r on r.worker = o.lease_owner
           where o.lease_until <= r.staged_before`,
          );
          return row?.staged ?? 0;
        },
        { interval: 5, timeout: 120_000 },
      )
      .toBeGreaterThan(0);
    // On the same data directory, as a command beside a server.
    draining.push(setup.colleague('data').publisher.drain());
    await setup.embedded.execute(`begin; set local app.actor = '${person}';
      update public.page_locales set title = 'Published in the middle' where page_id = ${pageId} and locale = 'en';
      select public.publish_pages(array[${pageId}]::bigint[]); commit`);
    await publisher.publishForPeople();
    const atOnce = await readFile(path.join(root, own), 'utf8');
    const old = await filesWith('First menu');
    lock.resolve();
    await Promise.all(draining);
    const seen = await reader.stop();
    expect(atOnce).toContain('Published in the middle');
    // Nothing else was switched when the person was answered.
    expect(old.toSorted()).toEqual(others.toSorted());
    expect(seen.broken).toEqual([]);
    // Whichever of the two has published it.
    expect(await pathsOf(person, before)).toContain(`/${own.replace(/\/?index\.html$/, '')}`);
    expect(await readFile(path.join(root, own), 'utf8')).toContain('Published in the middle');
    const switches = await switchesSince(before);
    expect(seen.mixedMilliseconds).toBeLessThanOrEqual(Math.max(...switches));
    await setup.runtime.publisher.drain();
    await expectNothingLeft();
  });

  it('is looked through for later changes once, when all of it is staged', async () => {
    const { database } = setup.runtime;
    const claimed: number[] = [];
    const publisher = publisherWith('counting', [], {
      database: {
        ...database,
        rpc: async (name, args) => {
          const answer = await database.rpc(name, args);
          if (name === 'publish_claim' && args && 'p_bulk' in args && args.p_bulk)
            claimed.push(z.object({ outputs: z.array(z.unknown()) }).parse(answer.data).outputs.length);
          return answer;
        },
      },
    });
    await setName('Looked through');
    await publisher.drain();
    expect(claimed.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(pages);
    expect(claimed.indexOf(0)).toBe(claimed.length - 1);
    await expectNothingLeft();
  });

  it('whose staging directory is removed meanwhile is begun anew at once, without a word', async () => {
    const lines: string[] = [];
    const gone = path.join(setup.outDirectory, 'gone');
    let staged = 0;
    const publisher = publisherWith('tidied', lines, {
      wrap: (writer) => ({
        ...writer,
        stage: async (file, bytes, hash, priority) => {
          staged += 1;
          if (staged === 200) {
            // By one rename: files are being staged there meanwhile.
            await rename(path.join(root, '.staging'), gone);
            await rm(gone, { recursive: true });
          }
          return writer.stage(file, bytes, hash, priority);
        },
      }),
    });
    await setName('Staged anew');
    await publisher.drain();
    expect(staged).toBeGreaterThan(pages + 200);
    expect(lines).toEqual([]);
    await expectNothingLeft();
  });

  it.runIf(isSweep)(
    'of very many becomes live by a build that has them, with what a person has published meanwhile',
    async () => {
      const files = await filesWith('Second menu');
      const [, , pageId = 0] = setup.site.pageIds;
      const own = files.find((file) => file.includes('page-2/')) ?? '';
      const others = files.filter((file) => file !== own);
      const earlier = await buildOf('main');
      const lock = Promise.withResolvers<void>();
      const isPrepared = Promise.withResolvers<void>();
      const publisher = publisherWith('by-build', [], {
        linkedAbove: 100,
        wrap: (writer) => ({
          ...writer,
          prepare: async (staged) => {
            const next = await writer.prepare(staged);
            if (next) isPrepared.resolve();
            await lock.promise;
            return next;
          },
        }),
      });
      const before = await lastReceipt();
      const reader = await watchVersions({
        root,
        files: others,
        before: 'Second menu',
        after: 'Menu of another build',
      });
      await setMenu(setup.runtime.serviceClient, 'Menu of another build');
      const draining = publisher.drain();
      await isPrepared.promise;
      await setup.embedded.execute(`begin; set local app.actor = '${person}';
      update public.page_locales set title = 'Published while it was prepared' where page_id = ${pageId} and locale = 'en';
      select public.publish_pages(array[${pageId}]::bigint[]); commit`);
      await setup.colleague('second').publisher.publishForPeople();
      const atOnce = await readFile(path.join(root, own), 'utf8');
      lock.resolve();
      await draining;
      await setup.runtime.publisher.drain();
      const seen = await reader.stop();
      expect(atOnce).toContain('Published while it was prepared');
      expect(seen.broken).toEqual([]);
      expect(await buildOf('main')).not.toBe(earlier);
      expect(Math.max(...(await switchesSince(before)))).toBeLessThanOrEqual(300);
      expect(await filesWith('Second menu')).toEqual([]);
      expect(await readFile(path.join(root, own), 'utf8')).toContain('Published while it was prepared');
      // A start finds nothing to build.
      const [build] = await setup.embedded.query<{ release: string }>(
        "select public.build_state('main') #>> '{live,name}' as release",
      );
      expect(build?.release).toBe(await buildOf('main'));
      await expectNothingLeft();
    },
    60_000,
  );

  it.runIf(isSweep)(
    'whose files cannot be put live is given back, and becomes live when they can be',
    async () => {
      let isFull = true;
      const lines: string[] = [];
      const publisher = publisherWith('full-at-commit', lines, { wrap: (writer) => fullWhile(writer, () => isFull) });
      try {
        const files = [...(await filesWith('Second menu')), ...(await filesWith('Menu of another build'))];
        await setMenu(setup.runtime.serviceClient, 'Third menu');
        await publisher.drain();
        expect(lines).toEqual([expect.stringContaining('ENOSPC')]);
        expect(await filesWith('Third menu')).toEqual([]);
        isFull = false;
        await publisher.start();
        // Each look reads the whole site.
        const newFiles = async () => (await filesWith('Third menu')).length;
        await expect.poll(newFiles, { timeout: 120_000, interval: 500 }).toBe(files.length);
      } finally {
        await publisher.stop();
      }
      await setup.runtime.publisher.drain();
      await expectNothingLeft();
      // Nothing that was staged is left.
      const staging = await readdir(path.join(root, '.staging'), { recursive: true, withFileTypes: true });
      await expect.poll(() => staging.filter((entry) => entry.isFile()).length).toBe(0);
    },
    60_000,
  );
});

/** A publisher beside that of the setup, whose errors are noted and whose writer to the main site is another one. */
function publisherWith(
  worker: string,
  lines: string[],
  {
    wrap = (writer) => writer,
    linkedAbove,
    database = setup.runtime.database,
  }: { wrap?: (writer: LiveWriter) => LiveWriter; linkedAbove?: number; database?: ServiceDatabase },
): Publisher {
  const { serviceClient: client, config } = setup.runtime;
  const at = (site: string) =>
    localDirectory(path.join(setup.outDirectory, site), linkedAbove === undefined ? {} : { linkedAbove });
  const main: Target = {
    ...at('main'),
    openCurrent: async () => {
      const writer = await at('main').openCurrent();
      return writer && wrap(writer);
    },
  };
  return new Publisher({
    database,
    client,
    worker,
    sites: ['main'],
    targets: { ...makeTable(siteIds, at), main },
    origins: config.origins,
    renderPage: setup.bundle.renderPage,
    mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
    log: {
      info: () => {},
      warn: () => {},
      error: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`),
    },
    poll: { whileHearing: 200, otherwise: 200 },
    now: () => setup.clock.now,
  });
}

function fullWhile(writer: LiveWriter, isFull: () => boolean): LiveWriter {
  return {
    ...writer,
    commit: async (files, removals, priority, lease) => {
      if (!isFull()) return writer.commit(files, removals, priority, lease);
      const error = Object.assign(new Error('ENOSPC: no space left on device, rename'), { code: 'ENOSPC' });
      await writer.discard(files);
      return {
        milliseconds: 0,
        errors: new Map(files.map(({ file }) => [file, error])),
        unseen: new Set(),
        build: null,
        isSuperseded: false,
        settle: async () => {},
      };
    },
  };
}
