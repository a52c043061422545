import { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locale } from '#domain/locales.ts';
import type { Result } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { duplicateModule } from '#content/copying/paste-modules.ts';
import { deleteRecords } from '#content/records/delete-records.ts';
import { prepareRecords, publishRecords } from '#changes/publish-records.ts';
import { findUses } from '#content/records/record-uses.ts';
import { pagesWithShared, readShared } from '#content/shared/read-shared.ts';
import { saveShared } from '#content/shared/save-shared.ts';
import { insertShared, partModule, shareModule } from '#content/shared/share-module.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source/source.ts';
import { changeRecords } from '#changes/change-set.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { makeReasons } from '#server/editor/messages/reasons.ts';
import { addUser } from '../../scripts/add-user.ts';
import { EditorialDesk, must } from '../fixtures/editorial-desk.ts';
import { compareTrees } from '../fixtures/published-tree.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** One content on many pages: it is changed once, and these pages follow. */
let setup: PublishingSetup;
let desk: EditorialDesk;
let actor: Actor;
let image: number;
let shared: number;
const pages: Partial<Record<'main' | 'developer' | 'other', number>> = {};
const user = { email: 'shared@ostrevo.example', password: 'measure-everything-2026', name: 'Sara Shared' };

beforeAll(async () => {
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  desk = new EditorialDesk(setup);
  const { url, secretKey, publishableKey } = setup.embedded;
  const added = done(await addUser({ url, secretKey }, { ...user, role: 'editor' }));
  const client = createKeyClient(url, publishableKey);
  const { error } = await client.auth.signInWithPassword(user);
  if (error) throw error;
  actor = { client, service: setup.runtime.serviceClient, userId: added.userId };
  const picture = {
    filename: 'shared.webp',
    hash: 'onlyinashared',
    content_type: 'image/webp',
    width: 10,
    height: 10,
    bytes: 10,
    storage_path: 'images/onlyinashared.webp',
  };
  image = idRow.parse(await must(desk.client.from('images').insert(picture).select('id').single())).id;
});
afterAll(() => setup?.close());

const idRow = z.object({ id: z.number() });
const figures = (subtitle: string) => ({ figures: [{ title: '7', subtitle, body: 'A figure.' }] });
const english = 'en' as const;

function done<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

async function pageOn(site: SiteId, path: string, locales: readonly Locale[]): Promise<number> {
  const { id } = idRow.parse(await must(desk.client.from('pages').insert({ site_id: site }).select('id').single()));
  const rows = locales.map((locale) => ({ page_id: id, locale, site_id: site, path, title: `Page ${path}` }));
  await must(desk.client.from('page_locales').insert(rows));
  return id;
}

const moduleRow = z.object({
  id: z.number(),
  type: z.string(),
  module_locales: z.array(z.object({ locale: z.string() })),
});
async function modulesOf(pageId: number) {
  const query = desk.client.from('modules').select('id, type, module_locales(locale)').eq('page_id', pageId);
  return z.array(moduleRow).parse(await must(query.order('position')));
}

const place = (pageId: number) => ({ pageId, locale: english, where: null, position: 0, content: [] });
const current = async () => (await readShared(actor.client, [shared])).get(shared);
const saveIn = async (locale: Locale, subtitle: string) =>
  saveShared(actor, {
    sharedId: shared,
    locale,
    payload: figures(subtitle),
    version: (await current())?.version ?? 0,
  });

it('a module is shared in all languages, in its place, as one step', async () => {
  pages.main = await pageOn('main', '/shares', ['en', 'de']);
  await desk.addModule(pages.main, 'KEY_FIGURES', figures('Above'));
  const own = await desk.addModule(pages.main, 'KEY_FIGURES', figures('Shared words'));
  await desk.addModule(pages.main, 'KEY_FIGURES', figures('Below'));
  await desk.writeModule(own, figures('Geteilte Worte'), 'de');
  const made = done(
    await shareModule(actor, { pageId: pages.main, locale: english, moduleId: own, name: ' Contact band ' }),
  );
  const modules = await modulesOf(pages.main);
  expect(modules.map(({ type }) => type)).toEqual(['KEY_FIGURES', 'SHARED_MODULE', 'KEY_FIGURES']);
  expect(modules[1]).toEqual({ id: made.moduleId, type: 'SHARED_MODULE', module_locales: [{ locale: 'en' }] });
  const row = await must(desk.client.from('shared_modules').select('id, name, type').single());
  expect(row).toMatchObject({ name: 'Contact band', type: 'KEY_FIGURES' });
  shared = row?.id ?? 0;
  expect((await current())?.locales).toMatchObject({ en: figures('Shared words'), de: figures('Geteilte Worte') });
  const taken = await shareModule(actor, {
    pageId: pages.main,
    locale: english,
    moduleId: modules[0]?.id ?? 0,
    name: 'Contact band',
  });
  expect(taken).toMatchObject({ ok: false, failure: { issues: [{ path: ['name'] }] } });
  const again = { pageId: pages.main, locale: english, moduleId: made.moduleId, name: 'Twice' };
  expect(await shareModule(actor, again)).toMatchObject({ ok: false, failure: { code: 'invalid' } });
});

it('it stands on pages of other sites, and pages that are published show it in each language', async () => {
  pages.developer = await pageOn('developer', '/shows', ['en']);
  pages.other = await pageOn('main', '/without', ['en']);
  await desk.addModule(pages.other, 'KEY_FIGURES', figures('Its own'));
  expect(done(await insertShared(actor, { ...place(pages.developer), sharedId: shared })).name).toBe('Contact band');
  await desk.publishing(() => desk.publish(pages.main ?? 0, pages.developer ?? 0, pages.other ?? 0));
  expect((await desk.visit('/shares')).text).toContain('Shared words');
  expect((await desk.visit('/de/shares')).text).toContain('Geteilte Worte');
  expect((await desk.visit('/shows', 'developer')).text).toContain('Shared words');
  expect((await desk.visit('/shares')).text).toContain('data-module-type="KEY_FIGURES"');
  const found = await pagesWithShared(actor.client, [shared]);
  expect(found.map(({ site, path, is_live }) => [site, path, is_live])).toEqual([
    ['developer', '/shows', true],
    ['main', '/shares', true],
  ]);
});

it('it is changed once: drafts show it, publishing plans and changes exactly the pages that show it', async () => {
  done(await saveIn('en', 'Changed once'));
  const draft = async (drafts: boolean) => {
    const source = new Source(actor.client, { site: 'developer', view: 'draft', at: new Date().toISOString(), drafts });
    const reader = new ContentReader(source, english, setup.runtime.config.origins);
    return JSON.stringify(await reader.load({ kind: 'page', ref: pages.developer ?? 0 }));
  };
  expect(await draft(true)).toContain('Changed once');
  expect(await draft(false)).toContain('Shared words');
  expect(await desk.publishing(async () => undefined)).toMatchObject({ written: [] });
  const prepared = done(await prepareRecords(actor, [{ kind: 'shared_module', id: shared }]));
  const changes = prepared.map(({ record }) => ({ kind: record.kind, id: record.id, rows: record.rows }));
  const planned = await planChangeSet(setup.runtime.serviceClient, changeRecords(changes), {
    at: new Date().toISOString(),
  });
  expect(planned.map(({ site, path }) => `${site}${path}`).toSorted()).toEqual(['developer/shows', 'main/shares']);
  const reasons = await makeReasons(actor.client, -1, [`shared_module:${shared}`]);
  expect(reasons(`shared_module:${shared}`)).toBe('Shows the shared module “Contact band”, which changes');
  const { written } = await desk.publishing(async () => done(await publishRecords(actor, prepared)));
  expect(written).toEqual(['developer/shows/index.html', 'main/shares/index.html']);
  expect((await desk.visit('/shows', 'developer')).text).toContain('Changed once');
  expect((await desk.visit('/de/shares')).text).toContain('Geteilte Worte');
  // A language that only one page has is a change of that page alone.
  done(await saveIn('de', 'Einmal geändert'));
  const german = await desk.publishing(async () =>
    done(await publishRecords(actor, done(await prepareRecords(actor, [{ kind: 'shared_module', id: shared }])))),
  );
  expect(german.written).toEqual(['main/de/shares/index.html']);
});

it('visitors find the pages by what it says', async () => {
  while (await must(setup.runtime.serviceClient.rpc('search_refresh', { p_limit: 500 })));
  const rows = await must(desk.client.from('search_documents').select('site_id, locale, body').eq('kind', 'page'));
  const found = (rows ?? []).filter(({ body }) => /Changed once|Einmal geändert/.test(body));
  expect(found.map(({ site_id: site, locale }) => `${site} ${locale}`).toSorted()).toEqual([
    'developer en',
    'main de',
    'main en',
  ]);
});

it('nobody overwrites what somebody has saved meanwhile', async () => {
  const before = await current();
  done(await saveIn('en', 'First'));
  const late = { sharedId: shared, locale: english, payload: figures('Late'), version: before?.version ?? 0 };
  const refused = await saveShared(actor, late);
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'conflict', detail: { data: figures('First'), savedBy: { name: user.name } } },
  });
});

it('it is used, and what it names is used', async () => {
  const refused = await deleteRecords(actor, [{ kind: 'shared_module', id: shared }], false);
  expect(refused).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  const own = await desk.addModule(pages.other ?? 0, 'IMAGE_GROUP' as 'HERO', { images: [{ image, caption: '' }] });
  const input = { pageId: pages.other ?? 0, locale: english, moduleId: own, name: 'A picture' };
  done(await shareModule(actor, input));
  const uses = await findUses(actor.client, 'image', image);
  expect(uses.map(({ kind, module }) => [kind, module])).toEqual([['shared_module', 'IMAGE_GROUP']]);
  const kept = await deleteRecords(actor, [{ kind: 'image', id: image }], false);
  expect(kept).toMatchObject({ ok: false, failure: { code: 'conflict' } });
});

it('it can be parted, duplicated, and undone, and nothing is lost', async () => {
  const page = pages.main ?? 0;
  const [, stand] = await modulesOf(page);
  const twice = done(await duplicateModule(actor, { pageId: page, locale: english, moduleId: stand?.id ?? 0 }));
  expect((await modulesOf(page)).filter(({ type }) => type === 'SHARED_MODULE')).toHaveLength(2);
  const parted = done(await partModule(actor, { pageId: page, locale: english, moduleId: twice.moduleIds[0] ?? 0 }));
  const modules = await modulesOf(page);
  expect(modules.map(({ type }) => type)).toEqual(['KEY_FIGURES', 'SHARED_MODULE', 'KEY_FIGURES', 'KEY_FIGURES']);
  expect(modules[2]?.id).toBe(parted.moduleId);
  // With what the draft of the shared module says, in all languages.
  const { data } = await desk.moduleOf(page, 'KEY_FIGURES');
  expect(data).toMatchObject(figures('Above'));
  const texts = await must(
    desk.client.from('module_locales').select('locale, data').eq('module_id', parted.moduleId).order('locale'),
  );
  expect(texts).toMatchObject([
    { locale: 'en', data: figures('First') },
    { locale: 'de', data: figures('Einmal geändert') },
  ]);
  const undo = z
    .object({ undo: z.object({ id: z.number(), what: z.literal('part') }) })
    .parse(await must(actor.service.rpc('read_draft_steps', { p_actor: actor.userId, p_page_id: page }))).undo;
  await must(
    actor.service.rpc('undo_draft', { p_actor: actor.userId, p_page_id: page, p_step_id: undo.id, p_locale: 'en' }),
  );
  expect((await modulesOf(page)).map(({ type }) => type)).toEqual([
    'KEY_FIGURES',
    'SHARED_MODULE',
    'SHARED_MODULE',
    'KEY_FIGURES',
  ]);
});

it('equals a full build, also after a change by SQL', async () => {
  const sql = `update shared_modules set localized = jsonb_set(localized, '{en,data,figures,0,subtitle}', '"By SQL"') where id = ${shared}`;
  const { written } = await desk.publishing(() => setup.embedded.query(sql));
  expect(written).toEqual(['developer/shows/index.html', 'main/shares/index.html']);
  for (const site of ['main', 'developer'] as const) {
    expect(compareTrees(await setup.liveTree(site), await setup.fullTree(site))).toEqual([]);
  }
});
