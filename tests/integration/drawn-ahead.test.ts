import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import { prepareLaunch } from '#content/launches/prepare-launch.ts';
import { dueCalls } from '#content/launches/preview-launch.ts';
import { DrawnAhead } from '#publish/drawn-ahead.ts';
import { planLaunch } from '#publish/plan-launch.ts';
import { plannedChanges } from '#publish/planned-changes.ts';
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

const launchOf = async (pages: readonly number[], title: string): Promise<number> => {
  const make = client.rpc('create_launch', { p_actor: userId, p_name: title });
  const launch = await expectData('create_launch', make, z.number());
  for (const page of pages) {
    const { id, data } = await desk.moduleOf(page, 'HERO');
    await desk.writeModule(id, { ...data, title });
    await must(client.rpc('add_page_to_launch', { p_actor: userId, p_launch: launch, p_page_id: page }));
  }
  const p_at = new Date(Date.now() + 60_000).toISOString();
  await must(client.rpc('schedule_launch', { p_actor: userId, p_launch: launch, p_at, p_zone: 'UTC' }));
  return launch;
};

it('is put live as it was drawn, but for pages that are given something else by then', async () => {
  const { publisher } = setup.runtime;
  await publisher.drain();
  const [changed = 0, ...others] = setup.site.pageIds.slice(1, 4);
  const launch = await launchOf([changed, ...others], 'Drawn ahead');
  const actor = { client, service: client };
  const prepared = await prepareLaunch(actor, launch);
  if (!prepared) throw new Error('There is no such release');
  const at = setup.clock.now.toISOString();
  const named = await planLaunch(client, plannedChanges(prepared), at);
  const ahead = new DrawnAhead();
  const drawing = { calls: dueCalls(client, launch), at, launch: { id: launch, merged: null }, goesOn: () => true };
  await publisher.drawAhead(ahead, named, drawing);
  const drawn = ahead.size;
  expect(drawn).toBeGreaterThanOrEqual(3);
  for (const [index, page] of setup.site.pageIds.entries())
    if (page === changed)
      expect((await desk.visit(`/section-${index}/page-${index}`)).text).not.toContain('Drawn ahead');
  // Somebody publishes a page of it in another place meanwhile.
  const { id, data } = await desk.moduleOf(changed, 'TEXT_BLOCK');
  await desk.writeModule(id, { ...data, heading: { title: 'Of somebody else' } });
  await desk.publish(changed);
  const outcome = await publisher.publishLaunch({
    at: null,
    ahead,
    write: async () => {
      const now = await prepareLaunch(actor, launch);
      await setup.embedded.execute(`update public.launches set publish_at = now() where id = ${launch}`);
      const due = now && {
        launch,
        pages: now.pages.map(({ id: page, savedAt, expected, contents }) => ({
          id: page,
          saved_at: savedAt,
          expected,
          ...(contents ? { contents } : {}),
        })),
        records: [],
      };
      const answer = client.rpc('apply_due_launches', { p_worker: '', p_due: JSON.parse(JSON.stringify([due])) });
      await expectData('apply_due_launches', answer, z.tuple([z.object({ status: z.literal('applied') })]));
      return true;
    },
  });
  expect(outcome).toMatchObject({ isHeld: false, liveAt: expect.any(Date) });
  // All but those of the page that is another one now: in the language that has its words, and in the one that shows these.
  expect(ahead.size).toBeGreaterThan(0);
  expect(drawn - ahead.size).toBeGreaterThanOrEqual(2);
  await ahead.discard();
  await publisher.drain();
  expect(
    compareTrees(await setup.liveTree('main'), await setup.fullTree('main'), await setup.keptFiles('main')),
  ).toEqual([]);
});
