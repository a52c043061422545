import { setTimeout } from 'node:timers/promises';
import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** Addresses that are left by a change which reaches more outputs than are published for people at once. */
let served: Forked;
let editor: Visitor;
let client: Client;
let page: number;
/** Beside them, the menu is on pages of records and on lists. */
const others = 320;

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  page = served.site.pageIds[1] ?? 0;
  // Every page of the site names it.
  const link = { text: 'Lead', link_type: 'internal' as const, page_id: page };
  const [made] = (await must(client.from('links').insert(link).select('id'))) ?? [];
  const items = [{ id: 'a', label: { en: 'Lead' }, link: made?.id ?? 0, children: [] }];
  await must(client.from('menus').upsert({ site_id: 'main', name: 'main', items }, { onConflict: 'site_id,name' }));
  await served.runSql(`with made as (
      insert into public.pages (site_id) select 'main' from generate_series(1, ${others}) returning id
    ), named as (
      insert into public.page_locales (page_id, locale, site_id, path, title, description)
      select m.id, 'en', 'main', '/other-' || m.id, 'Other ' || m.id, 'One of many' from made m returning page_id
    ) select count(*) from named`);
  const ids = await served.runSql(`select id from public.pages p where p.published_revision_id is null order by id`);
  await must(
    client.rpc('publish_pages', {
      p_page_ids: z
        .array(z.object({ id: z.number() }))
        .parse(ids)
        .map(({ id }) => id),
    }),
  );
  await settled();
}, 180_000);
afterAll(() => served?.stop());

const pending = z.object({ pending: z.number() });
/** Until nothing waits to be published. */
function settled(): Promise<void> {
  return vi.waitFor(async () => expect(pending.parse(await must(client.rpc('publish_pending'))).pending).toBe(0), {
    timeout: 60_000,
    interval: 50,
  });
}

async function ask(name: string, input: object) {
  const response = await editor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

/** What somebody gets who asks for an address all the time, each answer once as long as it stays the same. */
function watch(path: string) {
  const seen: string[] = [];
  const over = new AbortController();
  let [begun, answered] = [0, 0];
  let answer = Promise.withResolvers<void>();
  const reading = (async () => {
    while (!over.signal.aborted) {
      begun += 1;
      const { status, headers } = await fetch(`${served.origin}${path}`, { method: 'HEAD', redirect: 'manual' });
      const said = [status, headers.get('location')].flatMap((part) => part ?? []).join(' ');
      if (seen.at(-1) !== said) seen.push(said);
      answered = begun;
      answer.resolve();
      answer = Promise.withResolvers<void>();
      await setTimeout(20);
    }
  })();
  return {
    /** Settles with the answer to a question that is asked from now on. */
    async again(): Promise<void> {
      const before = begun;
      while (answered <= before) await Promise.race([answer.promise, reading]);
    },
    async stop(): Promise<string[]> {
      over.abort();
      await reading;
      return seen;
    },
  };
}

/** What is read at an address from before a change until all of it is live. */
async function watching(paths: readonly string[], change: () => Promise<unknown>): Promise<string[][]> {
  const watches = paths.map(watch);
  await Promise.all(watches.map(({ again }) => again()));
  await change();
  await settled();
  await Promise.all(watches.map(({ again }) => again()));
  return Promise.all(watches.map(({ stop }) => stop()));
}

describe('an address that is left', () => {
  it('leads on from the moment at which it has no page, however much else changes', async () => {
    const { locales, lastSave, parentId } = await ask('findPagePlace', { pageId: page });
    const { path } = locales.en;
    const names = { ...locales, en: { ...locales.en, path: `${path}-moved` } };
    expect(await ask('changePage', { pageId: page, parentId, lastSave, locales: names })).toMatchObject({});
    const [before, after] = await watching([path, `${path}-moved`], async () => {
      const receipt = await ask('publishPage', { pageId: page });
      expect(receipt).toMatchObject({ published: true, pending: false });
      const named = receipt.entries.map((entry: { path: string }) => entry.path);
      expect(named).toEqual(
        expect.arrayContaining([`${path}-moved`, `/de${path}`, '/_redirects', '/sitemap-page-0.xml']),
      );
    });
    expect(before).toEqual(['200', `301 ${path}-moved`]);
    expect(after).toEqual(['404', '200']);
  });

  it('says that it is gone from the moment at which its page is withdrawn', async () => {
    const path = '/section-2/page-2';
    const pageId = served.site.pageIds[2] ?? 0;
    const { lastSave } = await ask('findPagePlace', { pageId });
    const [seen] = await watching([path], async () => {
      expect(await ask('deletePage', { pageId, isConfirmed: true, lastSave })).toEqual({ isLive: true });
    });
    expect(seen).toEqual(['200', '410']);
  });
});
