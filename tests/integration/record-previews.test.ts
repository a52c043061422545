import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { findTarget } from '#content/reading/find-target.ts';
import type { PageContent, PageTarget } from '#content/reading/page-content.ts';
import { ContentReader } from '#content/reader.ts';
import { openRecord } from '#content/records/open-record.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { discardRecord, saveRecord } from '#content/records/save-record.ts';
import { findShownDrafts } from '#content/records/shown-drafts.ts';
import { Source } from '#content/source/source.ts';
import { getKind } from '#kinds/kinds.ts';
import { type RowKind, kindNames, rowKinds } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { addUser } from '../../scripts/add-user.ts';
import { type Setup, openDemoSetup } from '../fixtures/publishing-setup.ts';
import { getRepeats, takeSlice } from '../fixtures/seeds.ts';

/** Editors see the drafts of records on pages; nobody else does, and the publisher cannot. */
let setup: Setup<null>;
let actor: Actor;
let outputs: {
  site: SiteId;
  locale: 'en';
  kind: Exclude<PageTarget['kind'], 'not_found'>;
  ref: number;
  path: string;
}[];
const password = 'measure-everything-2026';

beforeAll(async () => {
  setup = await openDemoSetup();
  const client = await signUp('previews@ostrevo.example');
  const { data } = await client.auth.getUser();
  actor = { client, service: setup.runtime.serviceClient, userId: data.user?.id ?? '' };
  outputs = await setup.embedded.query(
    `select o.site_id as site, o.locale::text, o.kind, o.ref::int, o.path from public.site_outputs o
      where o.path is not null and o.locale = 'en' and (o.kind = 'page' or exists (select from private.kinds k where k.page_kind = o.kind))
      order by o.site_id, o.kind, o.ref`,
  );
});
afterAll(() => setup?.close());

async function signUp(email: string, role: 'editor' | null = 'editor'): Promise<Client> {
  const { url, secretKey, publishableKey } = setup.embedded;
  must(await addUser({ url, secretKey }, { email, password, name: 'Pia Preview', role: 'editor' }));
  if (role === null) await setup.embedded.query(`delete from public.staff where email = $1`, [email]);
  const client = createKeyClient(url, publishableKey);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const at = new Date().toISOString();
function readerOf(drafts: boolean, site: SiteId = 'main', client = actor.client): ContentReader {
  const source = new Source(client, { site, view: 'draft', at, drafts });
  return new ContentReader(source, 'en', setup.runtime.config.origins);
}
const read = (target: PageTarget, drafts: boolean, site: SiteId = 'main') =>
  readerOf(drafts, site).load(target, { brokenModules: 'keep' });

async function saveDraft(kind: 'product' | 'article', id: number, change: (live: JsonObject) => JsonObject) {
  const { live } = must(await openRecord(actor.client, kind, id));
  if (!live) throw new Error(`No ${kind} ${id}`);
  return must(await saveRecord(actor, { kind, id, data: change(structuredClone(live)), base: null }));
}

/** Without the addresses of the catalog's parts, which ask for drafts. */
const plain = (content: Result<PageContent>) => JSON.parse(JSON.stringify(content).replaceAll('?draft=true', ''));

/** The page of a product, and every third of the other pages of the main site; in the sweeps all of them. */
function pagesAround(product: number): typeof outputs {
  const ofMain = outputs.filter(({ site }) => site === 'main');
  const isOwn = ({ kind, ref }: (typeof outputs)[number]) => kind === 'product' && ref === product;
  return [...ofMain.filter(isOwn), ...takeSlice(ofMain, 3, 0)];
}

describe('a draft of a product', () => {
  let product: { id: number; slug: string; name: string; display_name: string };
  let base: string;
  beforeAll(async () => {
    [product] = (await setup.embedded.query(
      'select id::int, slug, name, display_name from public.products where is_published order by id limit 1',
    )) as [typeof product];
    const saved = await saveDraft('product', product.id, (live) => ({
      ...live,
      display_name: 'Drafted One',
      slug: 'drafted-one',
    }));
    base = saved.savedAt;
  });
  afterAll(async () => {
    must(await discardRecord(actor, { kind: 'product', id: product.id, base }));
  });

  it('is on its page, at the address that it would have, and the editor is told', async () => {
    const found = await findTarget(actor.client, 'main', '/products/catalog/drafted-one', 'draft', true);
    expect(found?.target).toEqual({ kind: 'product', ref: product.id });
    expect(await findTarget(actor.client, 'main', '/products/catalog/drafted-one', 'draft')).toBeNull();
    const reader = readerOf(true);
    expect(JSON.stringify(must(await reader.load({ kind: 'product', ref: product.id })))).toContain('Drafted One');
    expect(await findShownDrafts(actor.client, reader.trace.tags, actor.userId)).toEqual([
      { kind: 'product', id: product.id, title: product.name, isFinished: true, isOwn: true },
    ]);
  });

  it('is on every page that shows the product, and on none as it is live', async () => {
    let shown = 0;
    for (const { kind, ref } of pagesAround(product.id)) {
      const target = { kind, ref };
      const live = JSON.stringify(await read(target, false));
      expect(live).not.toContain('Drafted One');
      if (!live.includes(`"${product.display_name}"`)) continue;
      const preview = JSON.stringify(await read(target, true));
      expect([kind, ref, preview.includes('Drafted One')]).toEqual([kind, ref, true]);
      shown += 1;
    }
    expect(shown).toBeGreaterThan(2);
    expect(JSON.stringify(await readerOf(true).catalogPart(0))).toContain('Drafted One');
  });

  it('is seen by nobody else, and no output is made of it', async () => {
    const asked = {
      p_site: 'main',
      p_view: 'published',
      p_at: at,
      p_globals: false,
      p_pages: [],
      p_records: { product: [product.id] },
      p_lists: {},
    };
    const { url, publishableKey } = setup.embedded;
    const anonymous = createKeyClient(url, publishableKey);
    const visitor = await signUp('visitor@ostrevo.example', null);
    expect((await anonymous.rpc('preview_content', asked)).error?.code).toBe('42501');
    expect((await setup.runtime.serviceClient.rpc('preview_content', asked)).error?.code).toBe('42501');
    expect((await visitor.rpc('preview_content', asked)).data).toMatchObject({ records: { product: {} } });
    expect((await visitor.rpc('preview_row', { p_kind: 'product', p_slug: 'drafted-one' })).data).toBeNull();
    expect(JSON.stringify((await actor.client.rpc('preview_content', asked)).data)).toContain('Drafted One');
    expect(JSON.stringify((await actor.client.rpc('read_content', asked)).data)).not.toContain('Drafted One');
    for (const client of [anonymous, visitor, actor.client, setup.runtime.serviceClient]) {
      const { error } = await client
        .schema('preview' as 'public')
        .from('products')
        .select('id');
      expect(error?.code).toMatch(/PGRST106|42501/);
    }
    await setup.runtime.publisher.drain();
    const [row] = await setup.embedded.query<{ count: number }>(
      `select count(*)::int from public.site_outputs where array_to_string(tags, ' ') like '%preview%'`,
    );
    expect(row?.count).toBe(0);
    await expect(
      setup.embedded.query('begin; set local role service_role; select count(*) from preview.products; commit'),
    ).rejects.toThrow('permission denied');
  });

  it('is on its page before its time, and while it is switched off, and in no list', async () => {
    const { draft } = must(await openRecord(actor.client, 'product', product.id));
    const data = { ...draft?.data, is_published: false, publish_from: '2999-01-01T00:00:00Z' };
    const since = draft?.savedAt ?? null;
    base = must(await saveRecord(actor, { kind: 'product', id: product.id, data, base: since })).savedAt;
    const opened = { kind: 'product', id: product.id };
    const source = new Source(actor.client, { site: 'main', view: 'draft', at, drafts: true, opened });
    const reader = new ContentReader(source, 'en', setup.runtime.config.origins);
    expect(JSON.stringify(must(await reader.load({ kind: 'product', ref: product.id })))).toContain('Drafted One');
    expect(JSON.stringify(await readerOf(true).catalogPart(0))).not.toContain('Drafted One');
  });

  it('leaves the others as they are when its rows are broken', async () => {
    const broken = `update public.record_drafts set rows = jsonb_set(rows, '{products,0,series_id}', '"none"') where kind = 'product'`;
    await setup.embedded.query(broken);
    const reader = readerOf(true);
    expect(JSON.stringify(must(await reader.load({ kind: 'product', ref: product.id })))).not.toContain('Drafted One');
    expect(await findShownDrafts(actor.client, reader.trace.tags, null)).toMatchObject([
      { isFinished: false, isOwn: false },
    ]);
  });
});

describe('a version of a record', () => {
  const readVersion = (kind: RowKind, id: number, number: number | 'draft', site: SiteId = 'main') => {
    const version = { kind, id, number };
    const source = new Source(actor.client, { site, view: 'draft', at, version });
    return new ContentReader(source, 'en', setup.runtime.config.origins).load({ kind, ref: id });
  };
  /** Writes down how a record is now. */
  async function addVersion(kind: RowKind, id: number): Promise<number> {
    const [added] = await setup.embedded.query<{ number: number }>(
      'select private.add_version($1, $2, null) as number',
      [kind, String(id)],
    );
    return added?.number ?? 0;
  }

  it.each(rowKinds)('has on its page what was live then: %s', async (kind) => {
    const output = outputs.find((one) => one.kind === kind);
    if (!output) throw new Error(`No page of a ${kind}`);
    const { site, ref } = output;
    const number = await addVersion(kind, ref);
    const live = await read({ kind, ref }, false, site);
    expect(plain(await readVersion(kind, ref, number, site))).toEqual(plain(live));
  });

  it('is shown in place of what is live and of its draft, and no draft of others is', async () => {
    const [first, other] = outputs.filter(({ kind, site }) => kind === 'product' && site === 'main');
    if (!first || !other) throw new Error('No two products');
    const [stored] = await setup.embedded.query<{ name: string }>(
      'select display_name as name from public.products where id = $1',
      [first.ref],
    );
    const name = stored?.name ?? 'No product';
    const number = await addVersion('product', first.ref);
    await setup.embedded.query(`update public.products set display_name = 'Renamed One' where id = $1`, [first.ref]);
    const mine = await saveDraft('product', first.ref, (now) => ({
      ...now,
      display_name: 'Drafted Two',
      related: [other.ref],
    }));
    const theirs = await saveDraft('product', other.ref, (now) => ({ ...now, display_name: 'Drafted Other' }));

    const told = async (of: number | 'draft') => JSON.stringify(must(await readVersion('product', first.ref, of)));
    const then = await told(number);
    expect(then).toContain(name);
    for (const later of ['Renamed One', 'Drafted Two', 'Drafted Other']) expect(then).not.toContain(later);
    const draft = await told('draft');
    expect(draft).toContain('Drafted Two');
    expect(draft).not.toContain('Drafted Other');
    // Nothing of it stays for what is read next.
    expect(JSON.stringify(await read({ kind: 'product', ref: first.ref }, false))).toContain('Renamed One');

    // Whoever edits a record that was changed past the editor makes a version of that.
    expect(await told(number + 1)).toContain('Renamed One');
    expect(await readVersion('product', first.ref, number + 2)).toMatchObject({ ok: false });
    await setup.embedded.query('update public.products set display_name = $2 where id = $1', [first.ref, name]);
    for (const { id, savedAt } of [mine, theirs])
      must(await discardRecord(actor, { kind: 'product', id, base: savedAt }));
  });

  it('is shown to nobody but staff', async () => {
    const [product] = outputs.filter(({ kind }) => kind === 'product');
    const number = await addVersion('product', product?.ref ?? 0);
    const asked = {
      p_site: 'main',
      p_view: 'draft',
      p_at: at,
      p_globals: false,
      p_pages: [],
      p_records: { product_detail: [product?.ref ?? 0] },
      p_lists: {},
      p_planned: {},
      p_version: { kind: 'product', id: product?.ref ?? 0, number },
    };
    const visitor = await signUp('stranger@ostrevo.example', null);
    expect((await visitor.rpc('preview_content', asked)).data).toMatchObject({ records: { product_detail: {} } });
    expect((await setup.runtime.serviceClient.rpc('preview_content', asked)).error?.code).toBe('42501');
  });
});

/** Of so many pages one is read with each change, and all in the sweeps. */
const apart = getRepeats({ test: 24, full: 1 });

describe('a draft that changes nothing', () => {
  it('leaves every page as it is live, for each kind', async () => {
    const drafted: { kind: (typeof kindNames)[number]; id: number | string; base: string }[] = [];
    for (const kind of kindNames) {
      if (!getRecordActs(kind).edit) continue;
      const rows = await setup.embedded.query<{ id: string }>(
        `select id from public.${getKind(kind).table} order by id limit ${getRepeats({ test: 1, full: 3 })}`,
      );
      for (const row of rows) {
        const id = kind === 'site' ? row.id : Number(row.id);
        const { live } = must(await openRecord(actor.client, kind, id));
        if (!live) continue;
        const saved = must(await saveRecord(actor, { kind, id, data: live, base: null }));
        drafted.push({ kind, id, base: saved.savedAt });
      }
    }
    const unfinished = await setup.embedded.query(
      'select kind, record_id from public.record_drafts where rows is null',
    );
    expect(unfinished).toEqual([]);
    expect(new Set(drafted.map(({ kind }) => kind)).size).toBeGreaterThan(20);
    for (const { site, kind, ref, path } of outputs.filter((_, index) => index % apart === 0)) {
      const target = { kind, ref };
      const [live, preview] = await Promise.all([read(target, false, site), read(target, true, site)]);
      expect({ path, content: plain(preview) }).toEqual({ path, content: plain(live) });
    }
    for (const draft of drafted) must(await discardRecord(actor, draft));
  });
});
