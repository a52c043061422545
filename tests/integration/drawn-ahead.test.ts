import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { applyDueReleases, commitDueReleases } from '#changes/releases/apply-release.ts';
import { type PreparedRelease, prepareRelease } from '#changes/releases/prepare-release.ts';
import { dueCalls } from '#changes/releases/preview-release.ts';
import { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import { changeRelease } from '#changes/change-set.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { addUser } from '../../scripts/add-user.ts';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** Pages of a release that are drawn from its preview, before it is live. */
let setup: PublishingSetup;
let desk: EditorialDesk;
let client: Client;
let userId: string;

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  client = setup.runtime.serviceClient;
  const user = { email: 'editor@ostrevo.example', password: 'measure-everything-2026', name: 'Eva Editor' };
  const added = await addUser(setup.embedded, { ...user, role: 'editor' });
  if (!added.ok) throw new Error(added.failure.message);
  userId = added.value.userId;
}, 180_000);
afterAll(() => setup?.close());

const releaseOf = async (pages: readonly number[], title: string): Promise<number> => {
  const release = await callFunction(client, 'create_release', z.number(), { p_actor: userId, p_name: title });
  for (const page of pages) {
    const { id, data } = await desk.moduleOf(page, 'HERO');
    await desk.writeModule(id, { ...data, title });
    await must(client.rpc('add_page_to_release', { p_actor: userId, p_release: release, p_page_id: page }));
  }
  const p_at = new Date(Date.now() + 60_000).toISOString();
  await must(client.rpc('schedule_release', { p_actor: userId, p_release: release, p_at, p_zone: 'UTC' }));
  return release;
};

const actor = () => ({ client, service: client });

/** What a release of some pages changes, drawn from its preview. */
async function drawRelease(pages: readonly number[], title: string) {
  const release = await releaseOf(pages, title);
  const prepared = await prepareRelease(actor(), release);
  if (!prepared) throw new Error('There is no such release');
  const at = setup.clock.now.toISOString();
  const named = await planChangeSet(client, changeRelease(prepared), { at });
  const ahead = new DrawnAhead();
  const drawing = { calls: dueCalls(client, release), at, release: { id: release, merged: null }, goesOn: () => true };
  await setup.runtime.publisher.drawAhead(ahead, named, drawing);
  return { release, at, named, ahead, drawn: ahead.size };
}

/** Its moment has come. */
async function dueRelease(release: number): Promise<PreparedRelease> {
  await setup.embedded.execute(`update public.releases set publish_at = now() where id = ${release}`);
  const prepared = await prepareRelease(actor(), release);
  if (!prepared) throw new Error('There is no such release');
  return prepared;
}

async function expectWhole() {
  await setup.runtime.publisher.drain();
  expect(
    compareTrees(await setup.liveTree('main'), await setup.fullTree('main'), await setup.keptFiles('main')),
  ).toEqual([]);
}

it('is put live as it was drawn, but for pages that are given something else by then', async () => {
  const { publisher } = setup.runtime;
  await publisher.drain();
  const [changed = 0, ...others] = setup.site.pageIds.slice(1, 4);
  const { release, ahead, drawn } = await drawRelease([changed, ...others], 'Drawn ahead');
  expect(drawn).toBeGreaterThanOrEqual(3);
  for (const [index, page] of setup.site.pageIds.entries())
    if (page === changed)
      expect((await desk.visit(`/section-${index}/page-${index}`)).text).not.toContain('Drawn ahead');
  // Somebody publishes a page of it in another place meanwhile.
  const { id, data } = await desk.moduleOf(changed, 'TEXT_BLOCK');
  await desk.writeModule(id, { ...data, heading: { title: 'Of somebody else' } });
  await desk.publish(changed);
  const outcome = await publisher.publishRelease({
    at: null,
    ahead,
    write: async (worker) => {
      const due = await dueRelease(release);
      const answers = await applyDueReleases(client, [due], { worker, transaction: null });
      expect(answers.get(release)).toMatchObject({ status: 'applied' });
      return true;
    },
  });
  expect(outcome).toMatchObject({ isHeld: false, liveAt: expect.any(Date) });
  // All but those of the page that is another one now: in the language that has its words, and in the one that shows these.
  expect(ahead.size).toBeGreaterThan(0);
  expect(drawn - ahead.size).toBeGreaterThanOrEqual(2);
  await ahead.discard();
  await expectWhole();
});

const readPages = z.object({ p_pages: z.array(z.tuple([z.number()]).rest(z.unknown())) });

it('is read in the transaction that writes it, so that only what others have changed since is read when it is live', async () => {
  const { publisher, database } = setup.runtime;
  const pages = setup.site.pageIds.slice(1, 4);
  const { release, at, named, ahead, drawn } = await drawRelease(pages, 'Read ahead');
  const { transact } = publisher;
  if (!transact) throw new Error('There are no transactions');
  const [product = 0] = setup.site.productIds;
  const showing = await setup.embedded.query<{ is_shown: boolean }>(`
    select exists (select from unnest(o.tags) t where t ~ '^product(/[a-z_]+)?:${product}$') as is_shown
    from public.site_outputs o where o.kind = 'page' and o.ref in (${pages.join(',')})`);
  const shown = showing.filter(({ is_shown: isShown }) => isShown).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(drawn);
  const asked = vi.spyOn(database, 'rpc');
  const reads = () =>
    asked.mock.calls.flatMap(([name, given]) =>
      name === 'read_content' ? readPages.parse(given).p_pages.filter(([id]) => pages.includes(id)) : [],
    );
  const outcome = await publisher.publishRelease({
    at: null,
    ahead,
    write: async (worker) => {
      const due = await dueRelease(release);
      await transact(async (transaction) => {
        const answers = await applyDueReleases(client, [due], { worker, transaction });
        const written = z.object({ status: z.literal('applied'), edit: z.number() }).parse(answers.get(release));
        const reading = { calls: transaction, edits: [written.edit], at, goesOn: () => true };
        await publisher.readAhead(ahead, named, reading);
        // Nobody sees any of it.
        for (const [index] of pages.entries())
          expect((await desk.visit(`/section-${index + 1}/page-${index + 1}`)).text).not.toContain('Read ahead');
        // Somebody changes what one of its pages shows.
        await must(client.from('products').update({ display_name: 'Changed since' }).eq('id', product));
        await must(database.rpc('publish_take_in', { p_at: at }));
        await commitDueReleases(transaction, worker, [release]);
      });
      asked.mockClear();
      return true;
    },
  });
  expect(outcome).toMatchObject({ isHeld: false, liveAt: expect.any(Date) });
  const read = reads().length;
  asked.mockRestore();
  expect(read).toBe(shown);
  for (const [index] of pages.entries())
    expect((await desk.visit(`/section-${index + 1}/page-${index + 1}`)).text).toContain('Read ahead');
  await ahead.discard();
  await expectWhole();
});
