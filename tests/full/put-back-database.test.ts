import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOk } from '../../scripts/run.ts';
import { assetsDirectory, codeBundleEntry } from '../../scripts/code-bundle.ts';
import { EditorialDesk } from '../fixtures/editorial-desk.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makePath } from '../fixtures/publishing-desk.ts';
import { takeSnapshot } from '../fixtures/put-back.ts';

let setup: PublishingSetup;
let desk: EditorialDesk;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  await setup.runtime.publisher.drain();
});
afterAll(() => setup?.close());

const unknown = async () => {
  const rows = await setup.embedded.query<{ site: string; cause: string }>(
    'select site_id as site, cause from public.unknown_files order by 1',
  );
  return rows.map(({ site, cause }) => `${site}: ${cause}`);
};
const differing = async () => compareTrees(await setup.liveTree('main'), await setup.fullTree('main'));

async function retitle(index: number, title: string): Promise<void> {
  const pageId = setup.site.pageIds[index] ?? 0;
  await setup.embedded.execute(
    `update public.page_locales set title = '${title}' where page_id = ${pageId} and locale = 'en';
     select public.publish_pages(array[${pageId}]::bigint[])`,
  );
}

async function rebuild(): Promise<void> {
  const results = await setup.bundle.buildSites(setup.runtime, {
    sites: ['main'],
    entry: codeBundleEntry,
    assetsDirectory,
    secretKey: setup.embedded.secretKey,
    at: setup.clock.now.toISOString(),
    keepsUnchanged: true,
  });
  for (const result of results.values()) expectOk(result);
}

describe('a database that was put back', () => {
  it('is told by its first claim, publishes nothing to the site, and all of it once that is built anew', async () => {
    await desk.publishing(() => retitle(1, 'Before the copy'));
    const snapshot = await takeSnapshot(setup.embedded);
    await setup.runtime.publisher.drain();
    const added = await desk.addPage({ en: '/after-the-copy' }, 'After the copy');
    await desk.publishing(() => desk.publish(added));
    await desk.publishing(() => retitle(1, 'Lost'));
    await snapshot.putBack();

    await retitle(2, 'After it was put back');
    await setup.runtime.publisher.drain();
    expect(await unknown()).toEqual(['main: later']);
    expect((await desk.visit(makePath(2))).text).not.toContain('After it was put back');
    expect(await setup.bundle.needsBuild(setup.runtime, 'main')).toBe(true);

    await rebuild();
    expect(await unknown()).toEqual([]);
    expect((await desk.visit(makePath(1))).text).toContain('Before the copy');
    expect((await desk.visit(makePath(2))).text).toContain('After it was put back');
    expect((await desk.visit('/after-the-copy')).status).not.toBe(200);
    expect(await setup.bundle.needsBuild(setup.runtime, 'main')).toBe(false);
    await desk.publishing(() => retitle(1, 'And on it goes'));
    expect((await desk.visit(makePath(1))).text).toContain('And on it goes');
    expect(await differing()).toEqual([]);
  });

  it('is told by the build where nothing but a build is missing in it', async () => {
    const snapshot = await takeSnapshot(setup.embedded);
    await setup.build(['main']);
    await snapshot.putBack();
    await setup.runtime.publisher.drain();
    expect(await unknown()).toEqual([]);
    expect(await setup.runtime.publisher.known.compare(['main'])).toMatchObject([{ site: 'main', cause: 'build' }]);
    await rebuild();
    expect(await unknown()).toEqual([]);
    expect(await differing()).toEqual([]);
  });

  it('heals under a running publisher', async () => {
    const runtime = setup.colleague('running', { threadFrom: 1500 });
    setup.bundle.rebuildUnknown(runtime);
    await runtime.publisher.start();
    const snapshot = await takeSnapshot(setup.embedded);
    await retitle(3, 'Lost as well');
    await expect.poll(async () => (await desk.visit(makePath(3))).text, { timeout: 20_000 }).toContain('Lost as well');
    await snapshot.putBack();
    await expect.poll(differing, { timeout: 60_000, interval: 250 }).toEqual([]);
    await expect.poll(unknown, { timeout: 20_000 }).toEqual([]);
    await runtime.publisher.stop();
  });
});

it('another database is told from the one that the files are of', async () => {
  await setup.embedded.execute('delete from private.database_identity');
  await setup.runtime.publisher.drain();
  expect(await unknown()).toContain('main: other');
  await setup.build();
  await setup.runtime.publisher.drain();
  expect(await unknown()).toEqual([]);
  expect(await differing()).toEqual([]);
});
