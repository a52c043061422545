import { readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registeredTypes } from '#modules/definitions.ts';
import { buildSite, buildSchema } from '#publish/build/build.ts';
import { buildFile } from '#publish/targets/read-policy.ts';
import { type OutputBuilder, localBuilder } from '#publish/build/build-outputs.ts';
import type { Code, CodeParts } from '#publish/draw/code-parts.ts';
import { assetsDirectory, codeBundleEntry } from '../../scripts/code-bundle.ts';
import { expectOk } from '../../scripts/run.ts';
import { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** A site that new code is deployed for. The code is the same under other names, so that no byte differs. */
let setup: PublishingSetup;
let desk: EditorialDesk;
let live: string;

const query = (sql: string) => setup.embedded.query(sql);
const pathOf = (index: number) => `/section-${index}/page-${index}`;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  live = path.join(setup.outDirectory, 'main', 'current');
  const quotes = [{ quote: 'As precise as we had hoped.', name: 'A customer' }];
  await desk.addModule(setup.site.pageIds[1] ?? 0, 'QUOTE', { quotes });
  await desk.publishing(() => desk.publish(setup.site.pageIds[1] ?? 0));
});
afterAll(() => setup.close());
beforeEach(() => setup.build(['main']));

/** The code of this checkout, with other names for some of its parts. */
function codeWith({ types = {}, ...parts }: Partial<CodeParts>): Code {
  const { bundle, parts: own } = setup.runtime.code;
  return { bundle, parts: { ...own, ...parts, types: { ...own.types, ...types } } };
}

const named = z.array(z.object({ name: z.string() }));
const namesOf = async (sql: string) => named.parse(await query(sql)).map(({ name }) => name);

/** Files of the live build by their inodes. */
async function inodes(): Promise<Map<string, number>> {
  const files = (await setup.liveTree('main')).keys();
  return new Map(
    await Promise.all([...files].map(async (file) => [file, (await stat(path.join(live, file))).ino] as const)),
  );
}

/** Builds with this code; answers with the paths that were read, and the files that were written anew. */
async function deploy(code: Code): Promise<{ read: string[]; written: string[] }> {
  const before = await inodes();
  const [at = ''] = await namesOf('select clock_timestamp()::text as name');
  const results = await setup.bundle.buildSites(
    { ...setup.runtime, code },
    {
      sites: ['main'],
      entry: codeBundleEntry,
      assetsDirectory,
      secretKey: setup.embedded.secretKey,
      at: setup.clock.now.toISOString(),
      keepsUnchanged: true,
    },
  );
  const [result] = results.values();
  if (!result) throw new Error('The site was not built');
  const { outputs, kept } = expectOk(result);
  expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  const after = await inodes();
  const read = await namesOf(
    `select coalesce(path, '') as name from site_outputs where site_id = 'main' and rendered_at > '${at}' order by path`,
  );
  expect(read.length + kept).toBe(outputs);
  return {
    read: read.filter((place) => place !== ''),
    written: [...after].flatMap(([file, inode]) => (before.get(file) === inode ? [] : [file])).toSorted(),
  };
}

/** Builds in this thread, with a builder that does something besides. */
async function buildWith(change: (local: OutputBuilder) => OutputBuilder): Promise<void> {
  const { code, config, database: calls, targets } = setup.runtime;
  const { renderPage } = setup.bundle;
  const { origins, outDirectory } = config;
  const builder = change(localBuilder({ calls, origins, renderPage, code: code.parts, outDirectory }));
  expectOk(
    await buildSite({
      calls,
      client: desk.client,
      site: 'main',
      target: targets.main,
      code,
      keepsUnchanged: true,
      assetsDirectory,
      mediaDirectory: path.join(config.dataDirectory, 'media-cache'),
      worker: 'builder',
      at: setup.clock.now.toISOString(),
      builders: () => [builder],
      log: { info: () => {}, warn: () => {}, error: () => {} },
    }),
  );
}

const policy = async () => buildSchema.parse(JSON.parse(await readFile(path.join(live, buildFile), 'utf8'))).csp;

const allPaths = () =>
  namesOf(`select path as name from site_outputs where site_id = 'main' and path is not null order by path`);
/** A page, which tells the policy, and the index of sitemaps. */
const alwaysRead = 2;
const quotePages = [`/de${pathOf(1)}`, pathOf(1)];

describe('what is read and drawn with new code', () => {
  it('nothing but the page that tells the policy, where no page is made of what has changed', async () => {
    const before = await policy();
    const { read, written } = await deploy({ ...codeWith({}), bundle: 'other code' });
    expect(read).toHaveLength(alwaysRead);
    expect(written).toEqual([]);
    expect(await policy()).toBe(before);
  });

  it('the pages with modules of the types that have changed', async () => {
    const { read, written } = await deploy(codeWith({ types: { QUOTE: 'other' } }));
    expect(read).toEqual(expect.arrayContaining(quotePages));
    expect(read).toHaveLength(quotePages.length + alwaysRead);
    expect(written).toEqual([]);
  });

  it('the pages with a type that is new to the code, or that it does not know any more', async () => {
    const { QUOTE: _, ...others } = setup.runtime.code.parts.types;
    const without = { ...setup.runtime.code, parts: { ...setup.runtime.code.parts, types: others } };
    for (const code of [without, setup.runtime.code]) {
      expect((await deploy(code)).read).toEqual(expect.arrayContaining(quotePages));
    }
  });

  it('everything, where what all pages are read or drawn with has changed; and the same bytes are written by none', async () => {
    for (const code of [codeWith({ reading: 'other' }), codeWith({ drawing: 'other' })]) {
      const { read, written } = await deploy(code);
      expect(read).toEqual(await allPaths());
      expect(written).toEqual([]);
    }
  });

  it('knows the code of every module type', () => {
    expect(Object.keys(setup.runtime.code.parts.types).toSorted()).toEqual(registeredTypes.toSorted());
  });
});

describe('what has changed beside the code', () => {
  const rename = (name: string) =>
    query(`update products set display_name = '${name}' where id = (select min(id) from products)`);

  it('is read, where a change waits to be published', async () => {
    await rename('Waits for the new code');
    const { written } = await deploy(setup.runtime.code);
    expect(written.length).toBeGreaterThan(0);
    expect((await desk.visit(pathOf(1))).text).toContain('Waits for the new code');
  });

  it('is read, where the outputs of a change are still searched for', async () => {
    await query(
      `insert into wide_changes (seq, tags) values ((select coalesce(max(seq), 0) from change_log), '{product/card:1}')`,
    );
    expect((await deploy(setup.runtime.code)).read).toEqual(await allPaths());
    await setup.runtime.publisher.drain();
  });

  it('is read, where the clock has changed it', async () => {
    await query(`insert into articles (slug, newsroom_category, newsroom_type, sites, publish_from, localized)
      values ('with-the-code', 'newsroom', 'news', '{main}', '${new Date(setup.clock.now.getTime() + 60_000).toISOString()}',
        '{"en": {"title": "With the code", "lead": "Soon.", "body": {"type": "doc", "content": []}}}')`);
    await setup.runtime.publisher.drain();
    setup.clock.now = new Date(setup.clock.now.getTime() + 120_000);
    const { written } = await deploy(setup.runtime.code);
    expect(written.join(' ')).toContain('with-the-code');
  });

  it('is published afterwards, where it came during the build', async () => {
    let isFirst = true;
    await buildWith((local) => ({
      ...local,
      build: async (chunk, build) => {
        if (isFirst) {
          await rename('During the build');
          // As `private.mark_due` does for what the clock changes.
          await query(`update site_outputs set stale_seq = coalesce((select max(seq) from change_log), 0), stale_reasons = '{clock}', turn = 1
            where site_id = 'main' and path = '${pathOf(3)}'`);
        }
        isFirst = false;
        return local.build(chunk, build);
      },
    }));
    expect(
      await namesOf(`select path as name from site_outputs where site_id = 'main' and stale_reasons = '{clock}'`),
    ).toEqual([pathOf(3)]);
    await setup.runtime.publisher.drain();
    expect((await desk.visit(pathOf(1))).text).toContain('During the build');
    expect(compareTrees(await setup.liveTree('main'), await setup.fullTree('main'))).toEqual([]);
  });

  it('is found in the files: one that is another than the index says, or gone, is drawn, and the build before stays as it is', async () => {
    const [other, gone] = [`${pathOf(2)}/index.html`, `${pathOf(3)}/index.html`].map((file) => path.join(live, file));
    const before = path.join(setup.outDirectory, 'main', await readlink(live));
    await rm(gone ?? '');
    await rm(other ?? '');
    await writeFile(other ?? '', 'By hand');
    const { read, written } = await deploy(setup.runtime.code);
    expect(read).toEqual(expect.arrayContaining([pathOf(2), pathOf(3)]));
    expect(written).toEqual([`${pathOf(2).slice(1)}/index.html`, `${pathOf(3).slice(1)}/index.html`]);
    expect(await readFile(path.join(before, pathOf(2), 'index.html'), 'utf8')).toBe('By hand');
    expect(await readdir(path.join(before, pathOf(3))).catch(() => [])).toEqual([]);
  });
});

it('has the policy of the build before where no page has told another', async () => {
  const before = await policy();
  expect(before).toContain("default-src 'self'");
  await buildWith((local) => ({ ...local, build: async (...part) => ({ ...(await local.build(...part)), csps: [] }) }));
  expect(await policy()).toBe(before);
});

describe('everything is read', () => {
  it.each([
    [
      'a build that did not end may have written to the index',
      `insert into site_builds (site_id, name, bundle, start_seq, lease_owner, lease_until, finished_at, outcome) values ('main', 'r', 'b', 0, 'w', now(), now(), 'failed')`,
    ],
    [
      'the parts of the code that is live cannot be read',
      `update site_builds set code = code - 'types' where site_id = 'main'`,
    ],
    ['the parts of the code that is live are not known', `update site_builds set code = null where site_id = 'main'`],
    [
      'the database reads content in another way',
      `create function private.of_new_migration() returns integer language sql as 'select 1'`,
    ],
    ['another build is live than the one of the index', `update site_builds set name = 'other' where site_id = 'main'`],
  ])('where %s', async (_, sql) => {
    await query(sql);
    expect((await deploy(setup.runtime.code)).read).toEqual(await allPaths());
  });

  it('after the site was put back to an earlier build', async () => {
    await setup.build(['main']);
    expectOk(await setup.bundle.rollbackSite(setup.runtime, 'main', { account: 'test' }));
    expect((await deploy(setup.runtime.code)).read).toEqual(await allPaths());
  });
});

it('writes every file anew when it is asked to build the site', async () => {
  const before = await inodes();
  await setup.build(['main']);
  const after = await inodes();
  expect([...after].filter(([file, inode]) => before.get(file) === inode)).toEqual([]);
});
