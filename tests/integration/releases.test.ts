import { setTimeout } from 'node:timers/promises';
import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type MailServer, openMailServer } from '../fixtures/mail-server.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { isSweep } from '../fixtures/seeds.ts';

/** Releases of editors: drafts that go live together, at once or at a moment, and go back together. */
let served: Forked;
let editor: Visitor;
let client: Client;
const places = ['/section-1/page-1', '/section-2/page-2'];
let mail: MailServer;
const pageOf = (index: number) => served.site.pageIds[index] ?? 0;

beforeAll(async () => {
  mail = await openMailServer(true);
  served = await forkServed({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Ostrevo <web@example.com>',
    ALERT_EMAIL: 'operators@example.com',
  });
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
  client = createKeyClient(served.supabaseUrl, served.secretKey);
});
afterAll(async () => {
  await served?.stop();
  await mail?.close();
});

async function ask(name: string, input: object, visitor = editor) {
  const response = await visitor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

/** Saves a title of the first module of a page with one. */
async function retitle(index: number, title: string, locale: 'en' | 'de' = 'en') {
  const rows = await must(
    client
      .from('modules')
      .select('id, module_locales!inner(data)')
      .eq('page_id', pageOf(index))
      .eq('type', 'HERO')
      .eq('module_locales.locale', 'en'),
  );
  const [hero] = rows ?? [];
  if (!hero) throw new Error('The page has no hero');
  const own = await must(
    client.from('module_locales').select('version, data').eq('module_id', hero.id).eq('locale', locale).maybeSingle(),
  );
  const data = (own?.data ?? hero.module_locales[0]?.data) as object;
  const saved = await ask('updateModule', {
    moduleId: hero.id,
    locale,
    payload: { ...data, title },
    version: own?.version ?? 0,
  });
  expect(saved).toMatchObject({ version: expect.any(Number) });
}

/** The parts of a page's draft that wait. */
async function waitingIn(index: number): Promise<string[]> {
  const { data } = await client.rpc('read_page_changes', { p_page_id: pageOf(index) });
  return z.object({ cells: z.array(z.string()) }).parse(data).cells;
}

async function addPart(release: number, index: number, cells: readonly string[]) {
  const page = pageOf(index);
  const saves = await must(
    client.from('draft_saves').select('id').eq('page_id', page).order('id', { ascending: false }).limit(1),
  );
  return ask('addPartToRelease', { release, page, cells, lastSave: saves?.[0]?.id ?? 0 });
}

const pathsOf = (entries: { path: string }[]) => entries.map(({ path }) => path).toSorted();
const live = async (path: string) => (await new Visitor(served.origin).send(path)).text();
const create = async (name: string): Promise<number> => (await ask('createRelease', { name })).id;
const state = async (id: number) => ask('openRelease', { id });
/** Takes a page out, as the release has it. */
async function takeOut(release: number, page: number, to: 'draft' | 'nowhere') {
  const { pageItems } = await state(release);
  const { savedAt } = pageItems.find(({ id }: { id: number }) => id === page);
  return ask('takeOutOfRelease', { release, item: { page }, to, savedAt });
}

/** A draft of a product with another name. */
async function renameProduct(name: string) {
  const id = (await ask('listRecords', { kind: 'product', limit: 1 })).rows[0].id;
  const { live: record, draft } = await ask('openRecord', { kind: 'product', id });
  const data = { ...record, name };
  expect(await ask('saveRecord', { kind: 'product', id, data, base: draft?.savedAt ?? null })).toMatchObject({ id });
  return id;
}

describe('a release', () => {
  let release: number;
  let product: number;

  it('takes drafts, and what is saved from then on is published by itself', async () => {
    release = await create('Spring');
    await retitle(1, 'Released one');
    await retitle(2, 'Released two');
    product = await renameProduct('CX 8000');
    const { draft: seen } = await ask('openRecord', { kind: 'product', id: product });
    await renameProduct('CX 9000');
    const unseen = { kind: 'product', id: product, savedAt: seen.savedAt };
    expect(await ask('addToRelease', { release, items: [unseen] })).toMatchObject({ status: 409 });
    const added = await ask('addToRelease', {
      release,
      items: [{ page: pageOf(1) }, { page: pageOf(2) }, { kind: 'product', id: product }],
    });
    expect(added).toEqual({ added: 3, refused: [] });
    await retitle(1, 'Ein Tippfehler weniger', 'de');
    const { pageItems } = await state(release);
    const drafts = pageItems.map(({ id, hasDraft }: { id: number; hasDraft: boolean }) => [id, hasDraft]);
    expect(drafts.toSorted()).toEqual([
      [pageOf(1), true],
      [pageOf(2), false],
    ]);
    expect(await ask('publishPage', { pageId: pageOf(1) })).toMatchObject({ published: true, pending: false });
    expect(await live(`/de${places[0]}`)).toContain('Ein Tippfehler weniger');
    expect(await live(places[0] ?? '')).not.toContain('Released one');
    expect(await ask('addToRelease', { release, items: [{ page: pageOf(1) }] })).toMatchObject({ status: 409 });
  });

  it('says before what it changes, and is live as one', async () => {
    const plan = await ask('planRelease', { id: release });
    expect(plan).toMatchObject({ issues: [], collisions: [] });
    const planned = pathsOf(plan.entries);
    expect(planned).toEqual(expect.arrayContaining(places));
    const receipt = await ask('publishRelease', { id: release });
    expect(receipt).toMatchObject({ published: true, pending: false, drafts: 0 });
    expect(planned).toEqual(pathsOf(receipt.entries));
    expect(plan.groups.flatMap(({ changes }: { changes: object[] }) => changes)).toEqual(
      expect.arrayContaining([expect.objectContaining({ after: 'Released one' })]),
    );
    expect(await live(places[0] ?? '')).toContain('Released one');
    expect(await live(places[1] ?? '')).toContain('Released two');
    // What was published meanwhile is merged with it.
    expect(await live(`/de${places[0]}`)).toContain('Ein Tippfehler weniger');
    const opened = await state(release);
    expect(opened).toMatchObject({ state: 'live', failure: null });
    expect(opened.receipts.length).toBeGreaterThan(0);
    expect(await ask('publishRelease', { id: release })).toMatchObject({ status: 409 });
  });

  it('goes back as one, with what was published since left as it is, and can be published again', async () => {
    await retitle(2, 'Zwei seither', 'de');
    expect(await ask('publishPage', { pageId: pageOf(2) })).toMatchObject({ published: true });
    const back = await ask('planReleaseBack', { id: release });
    expect(back).toMatchObject({ pages: 2, records: 1, kept: [] });
    // No page shows this name of the product.
    expect(back.entries).toMatchObject(places.slice(0, 2).map((path) => ({ path, change: 'changed' })));
    const reasons: string[] = back.entries.flatMap((entry: { reasons: string[] }) => entry.reasons);
    expect(reasons.filter((reason) => reason.endsWith('is published'))).toEqual([]);
    expect(reasons.filter((reason) => reason.endsWith('goes back to what it was'))).not.toEqual([]);
    expect(await ask('takeReleaseBack', { id: release })).toEqual({ isLive: true });
    expect(await live(places[0] ?? '')).not.toContain('Released one');
    expect(await live(places[1] ?? '')).not.toContain('Released two');
    expect(await live(`/de${places[1]}`)).toContain('Zwei seither');
    expect(await ask('openRecord', { kind: 'product', id: product })).toMatchObject({ draft: null });
    expect(await state(release)).toMatchObject({
      state: 'open',
      takenBackAt: expect.any(String),
      pages: 2,
      records: 1,
    });
    expect(await ask('publishRelease', { id: release })).toMatchObject({ published: true });
    expect(await live(places[1] ?? '')).toContain('Released two');
  });

  it('says the languages in which a page changes, and none in which it stays as it is', async () => {
    const id = await create('German alone');
    // The site is a copy of another server's, whose port is in the addresses of its pages until they are drawn here.
    await retitle(3, 'In both languages');
    expect(await ask('publishPage', { pageId: pageOf(3) })).toMatchObject({ published: true, pending: false });
    await retitle(3, 'Nur auf Deutsch', 'de');
    expect(await ask('addToRelease', { release: id, items: [{ page: pageOf(3) }] })).toMatchObject({ added: 1 });
    const { entries } = await ask('planRelease', { id });
    const receipt = await ask('publishRelease', { id });
    expect(pathsOf(receipt.entries)).toEqual(['/de/section-3/page-3']);
    expect(pathsOf(entries)).toEqual(pathsOf(receipt.entries));
  });

  it('has its way where something else was published in the same place, and says so before', async () => {
    const id = await create('Collides');
    await retitle(1, 'From the release');
    await ask('addToRelease', { release: id, items: [{ page: pageOf(1) }] });
    await retitle(1, 'Published since');
    await ask('publishPage', { pageId: pageOf(1) });
    const { collisions } = await ask('planRelease', { id });
    expect(collisions).toMatchObject([{ live: 'Published since', release: 'From the release' }]);
    expect(await ask('publishRelease', { id })).toMatchObject({ published: true });
    expect(await live(places[0] ?? '')).toContain('From the release');
  });

  it('is published and taken back while somebody publishes one of its records all the time', async () => {
    const id = await create('Beside others');
    const { rows } = await ask('listRecords', { kind: 'product', limit: 30 });
    const products: number[] = rows.map((row: { id: number }) => row.id);
    for (const ref of products) {
      const { live: record, draft } = await ask('openRecord', { kind: 'product', id: ref });
      const data = { ...record, name: `${record.name} of the release` };
      await ask('saveRecord', { kind: 'product', id: ref, data, base: draft?.savedAt ?? null });
    }
    const items = products.map((ref) => ({ kind: 'product', id: ref }));
    expect(await ask('addToRelease', { release: id, items })).toMatchObject({ added: products.length });
    const over = new AbortController();
    let edits = 0;
    const editing = (async () => {
      while (!over.signal.aborted) {
        edits += 1;
        await must(
          client
            .from('products')
            .update({ order_code: `EDIT-${edits}` })
            .eq('id', products[0] ?? 0),
        );
      }
    })();
    expect(await ask('publishRelease', { id })).toMatchObject({ published: true });
    expect(await ask('takeReleaseBack', { id })).toEqual({ isLive: true });
    over.abort();
    await editing;
    const { live: record } = await ask('openRecord', { kind: 'product', id: products[0] ?? 0 });
    expect(record.order_code).toBe(`EDIT-${edits}`);
    expect(record.name).not.toContain('of the release');
    for (const one of items) await ask('takeOutOfRelease', { release: id, item: one, to: 'nowhere' });
  });

  it('puts a page that it has put below another one back where it was', async () => {
    const [page, parent] = [pageOf(4), pageOf(5)];
    const findParent = async () => (await served.runSql(`select private.live_parent(${page})::int as parent`))[0];
    const before = await findParent();
    const id = await create('Below another');
    await must(client.from('pages').update({ parent_id: parent }).eq('id', page));
    expect(await ask('addToRelease', { release: id, items: [{ page }] })).toEqual({ added: 1, refused: [] });
    expect(await ask('publishRelease', { id })).toMatchObject({ published: true });
    expect(await findParent()).toEqual({ parent });
    expect(await ask('planReleaseBack', { id })).toMatchObject({ pages: 1, kept: [] });
    expect(await ask('takeReleaseBack', { id })).toEqual({ isLive: true });
    expect(await findParent()).toEqual(before);
    await takeOut(id, page, 'nowhere');
  });

  it('takes some of a draft, on what is live by then, and the draft goes on with the rest', async () => {
    const id = await create('Parts');
    await retitle(1, 'The rest');
    await retitle(1, 'Nur Deutsch', 'de');
    const cells = await waitingIn(1);
    const german = cells.filter((cell) => cell.endsWith(':de'));
    expect(german).toHaveLength(1);
    expect(await addPart(id, 1, german)).toEqual({ kept: [] });
    expect(await waitingIn(1)).toEqual(cells.filter((cell) => !german.includes(cell)));
    expect(await addPart(id, 1, german)).toMatchObject({ status: 409 });
    expect(await state(id)).toMatchObject({ pageItems: [{ cells: german }] });
    const path = places[0] ?? '';
    const preview = async (at: string) => (await editor.send(`${at}?release=${id}`)).text();
    expect(await preview(`/de${path}`)).toContain('Nur Deutsch');
    expect(await preview(path)).not.toContain('The rest');
    // Another part is published meanwhile, and stays when the release is live, and when it is taken back.
    expect(await ask('publishPage', { pageId: pageOf(1) })).toMatchObject({ published: true });
    expect(await live(path)).toContain('The rest');
    expect(await live(`/de${path}`)).not.toContain('Nur Deutsch');
    await retitle(1, 'Waits still');
    expect(await preview(path)).toContain('The rest');
    expect(await ask('publishRelease', { id })).toMatchObject({ published: true, drafts: 0 });
    expect(await live(`/de${path}`)).toContain('Nur Deutsch');
    expect(await live(path)).toContain('The rest');
    // The draft would not take it back.
    expect(await waitingIn(1)).toEqual(cells.filter((cell) => !german.includes(cell)));
    expect(await ask('takeReleaseBack', { id })).toEqual({ isLive: true });
    expect(await live(`/de${path}`)).not.toContain('Nur Deutsch');
    expect(await live(path)).toContain('The rest');
    expect(await waitingIn(1)).toEqual(cells.filter((cell) => !german.includes(cell)));
    // Taken out, it is in the draft beside the rest.
    expect(await takeOut(id, pageOf(1), 'draft')).toEqual({});
    expect(await waitingIn(1)).toEqual(cells);
    expect(await ask('publishPage', { pageId: pageOf(1) })).toMatchObject({ published: true });
    expect(await live(`/de${path}`)).toContain('Nur Deutsch');
    expect(await ask('deleteRelease', { id })).toEqual({});
  });

  it('says what of a part is not on the page any more, and publishes what is', async () => {
    const id = await create('Parts that are gone');
    const index = 3;
    await retitle(index, 'Ein Held', 'de');
    const [german = ''] = await waitingIn(index);
    expect(await addPart(id, index, [german])).toEqual({ kept: [] });
    const hero = Number(german.split(':')[0]);
    await must(client.from('modules').delete().eq('id', hero));
    await ask('publishPage', { pageId: pageOf(index) });
    const { collisions, issues } = await ask('planRelease', { id });
    expect(issues).toEqual([]);
    expect(collisions).toMatchObject([{ isLost: true, label: expect.stringContaining('Header') }]);
    expect(await ask('publishRelease', { id })).toMatchObject({ published: true });
    expect(await state(id)).toMatchObject({ state: 'live' });
    // Part of a page that has left the site does not bring it back.
    const other = await create('A part of a page that is gone');
    await retitle(4, 'Ein Held', 'de');
    await retitle(4, 'One more');
    const part = (await waitingIn(4)).filter((cell) => cell.endsWith(':de'));
    expect(await addPart(other, 4, part)).toEqual({ kept: [] });
    await served.runSql(`select public.unpublish_page(${pageOf(4)})`);
    expect(await ask('planRelease', { id: other })).toMatchObject({
      issues: [{ message: expect.stringContaining('not on the site any more') }],
    });
    expect(await ask('publishRelease', { id: other })).toMatchObject({ status: 400 });
  });

  it.runIf(isSweep)('is left to servers of the version that is live', async () => {
    const id = await create('After a deployment');
    await retitle(1, 'By a server of the new version');
    await ask('addToRelease', { release: id, items: [{ page: pageOf(1) }] });
    const builds = (await must(client.from('site_builds').select('id, bundle').eq('outcome', 'live'))) ?? [];
    await must(client.from('site_builds').update({ bundle: 'another version' }).eq('outcome', 'live'));
    const refused = await ask('publishRelease', { id });
    for (const build of builds)
      await must(client.from('site_builds').update({ bundle: build.bundle }).eq('id', build.id));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('nothing was published') });
    expect(await live(places[0] ?? '')).not.toContain('By a server of the new version');
    expect(await ask('publishRelease', { id })).toMatchObject({ published: true });
    expect(await live(places[0] ?? '')).toContain('By a server of the new version');
  });

  it('is published whole or not at all: an address that is taken, and a page that was deleted, keep it back', async () => {
    const id = await create('Clash');
    const page = await ask('createPage', {
      site: 'main',
      parentId: null,
      locales: { en: { path: '/clash', title: 'Clash' } },
    });
    await ask('addToRelease', { release: id, items: [{ page: page.id }] });
    // The draft moves away, another page takes the address and is live with it.
    await must(client.from('page_locales').update({ path: '/moved-away' }).eq('page_id', page.id));
    const other = await ask('createPage', {
      site: 'main',
      parentId: null,
      locales: { en: { path: '/clash', title: 'Other' } },
    });
    await ask('publishPage', { pageId: other.id });
    expect((await ask('planRelease', { id })).issues).toMatchObject([{ message: expect.stringContaining('“Other”') }]);
    expect(await ask('publishRelease', { id })).toMatchObject({ status: 400 });
    await must(client.from('pages').delete().eq('id', page.id));
    expect(await ask('publishRelease', { id })).toMatchObject({ message: expect.stringContaining('was deleted') });
    expect(await state(id)).toMatchObject({ state: 'open', pages: 1 });
    expect(await ask('deleteRelease', { id })).toMatchObject({ status: 409 });
    expect(await takeOut(id, page.id, 'nowhere')).toEqual({});
    expect(await ask('deleteRelease', { id })).toEqual({});
  });
});

describe('the moment of a release', () => {
  /** A date and a time as the field has it, some seconds from now in UTC. */
  const local = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19);

  it('exists, is one, and is to come', async () => {
    const id = await create('Moments');
    const schedule = (when: object) => ask('scheduleRelease', { id, when });
    const zone = 'Europe/Zurich';
    expect(await schedule({ local: '2030-03-31T02:30', zone })).toMatchObject({ status: 400 });
    expect(await schedule({ local: '2030-10-27T02:30', zone })).toMatchObject({ status: 409 });
    expect(await schedule({ local: '2030-10-27T02:30', zone, which: 'second' })).toEqual({});
    expect(await state(id)).toMatchObject({ state: 'scheduled', publishAt: '2030-10-27T01:30:00+00:00' });
    expect(await schedule({ local: local(-60), zone: 'UTC' })).toMatchObject({ status: 400 });
    expect(await schedule({ local: local(60), zone: 'Europe/Nowhere' })).toMatchObject({ status: 400 });
    expect(await ask('scheduleRelease', { id, when: null })).toEqual({});
    expect(await ask('deleteRelease', { id })).toEqual({});
  });

  it('puts two releases of one second live at it, nothing of them before', async () => {
    const releases = [await create('One'), await create('Two')];
    for (const [index, release] of releases.entries()) {
      await retitle(index + 1, `At its second ${index + 1}`);
      await ask('addToRelease', { release, items: [{ page: pageOf(index + 1) }] });
    }
    const when = { local: local(14), zone: 'UTC' };
    for (const id of releases) expect(await ask('scheduleRelease', { id, when })).toEqual({});
    const moment = Date.parse(`${when.local}Z`);
    const seen = await readUntilLive(places, 'At its second');
    // The clock of the database is this machine's.
    for (const at of seen) expect(at).toBeGreaterThanOrEqual(moment);
    for (const id of releases) await expect.poll(async () => (await state(id)).state).toBe('live');
  });

  it('fails in words where whoever chose it is not on the staff any more, and nothing of it is live', async () => {
    const release = await create('By somebody who left');
    await retitle(1, 'Of somebody who left');
    await ask('addToRelease', { release, items: [{ page: pageOf(1) }] });
    const second = new Visitor(served.origin);
    await second.signIn(served.users.second);
    const when = { local: local(4), zone: 'UTC' };
    expect(await ask('scheduleRelease', { id: release, when }, second)).toEqual({});
    const membership = (disabled: string) =>
      served.runSql(`update public.staff set disabled_at = ${disabled} where email = '${served.users.second.email}'`);
    await membership('now()');
    const failure = expect.stringContaining('not on the staff any more');
    await expect.poll(() => state(release), { timeout: 20_000 }).toMatchObject({ state: 'open', failure });
    expect(await live(places[0] ?? '')).not.toContain('Of somebody who left');
    // Its author, who is still on the staff, and the operators hear of it; an alarm may reach the latter as well.
    const told = () => mail.emails.filter((email) => email.includes('By somebody who left'));
    const recipients = () => told().map((email) => /^To: (.*)$/m.exec(email)?.[1]?.trim() ?? '');
    await expect
      .poll(() => recipients().toSorted(), { timeout: 20_000 })
      .toEqual([served.users.editor.email, 'operators@example.com'].toSorted());
    for (const email of told()) {
      const text = email.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      expect(text).toContain('Who chose the moment is not on the staff any more. Choose the moment again.');
      expect(text).toContain(`/admin/releases/${release}`);
    }
    const moment = Date.parse(`${when.local}Z`);
    const day = (days: number) => new Date(moment + days * 24 * 60 * 60 * 1000).toISOString();
    const { entries } = await ask('releaseCalendar', { from: day(-1), until: day(1) });
    expect(entries).toContainEqual(expect.objectContaining({ what: 'failed', id: release, kind: null }));
    await membership('null');
    expect(await takeOut(release, pageOf(1), 'nowhere')).toEqual({});
  });

  it.runIf(isSweep)(
    'takes a page off the site',
    async () => {
      const page = await ask('createPage', {
        site: 'main',
        parentId: null,
        locales: { en: { path: '/until-then', title: 'Until then' } },
      });
      await ask('publishPage', { pageId: page.id });
      const release = await create('Removal');
      expect(await ask('addRemovalToRelease', { release, page: page.id })).toEqual({});
      expect(await ask('scheduleRelease', { id: release, when: { local: local(6), zone: 'UTC' } })).toEqual({});
      const status = async () => (await new Visitor(served.origin).send('/until-then')).status;
      expect(await status()).toBe(200);
      await expect.poll(status).toBe(410);
    },
    60_000,
  );
});

/** Asks for pages again and again until all show a text; when each was asked for that showed it first. */
async function readUntilLive(paths: readonly string[], text: string): Promise<number[]> {
  const seen = new Map<string, number>();
  const until = Date.now() + 50_000;
  while (seen.size < paths.length && Date.now() < until) {
    for (const path of paths) {
      if (seen.has(path)) continue;
      const page = await live(path);
      if (page.includes(text)) seen.set(path, Date.now());
    }
    await setTimeout(50);
  }
  expect(seen.size).toBe(paths.length);
  return [...seen.values()];
}
