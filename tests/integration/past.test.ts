import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** Pages as they were public at a moment, from the bytes that were served. */
let served: Forked;
let editor: Visitor;
const place = '/section-1/page-1';
const german = `/de${place}`;

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
});
afterAll(() => served?.stop());

async function ask(name: string, input: object): Promise<unknown> {
  const response = await editor.call(name, input);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name}: ${text}`);
  return parse(text);
}

/** Publishes the page with another title, and answers with what visitors get then, and a moment at which they do. */
async function publishTitle(title: string): Promise<{ html: string; at: string }> {
  const client = createKeyClient(served.supabaseUrl, served.secretKey);
  const rows = await must(
    client
      .from('modules')
      .select('id, module_locales!inner(data, version)')
      .eq('page_id', served.site.pageIds[1] ?? 0)
      .eq('type', 'HERO')
      .eq('module_locales.locale', 'en'),
  );
  const [hero] = rows ?? [];
  const [own] = hero?.module_locales ?? [];
  if (!hero || !own) throw new Error('The page has no hero');
  const payload = { ...(own.data as object), title };
  await ask('updateModule', { moduleId: hero.id, locale: 'en', payload, version: own.version });
  await ask('publishPage', { pageId: served.site.pageIds[1] });
  return now();
}

async function now(): Promise<{ html: string; at: string }> {
  const html = await (await new Visitor(served.origin).send(place)).text();
  return { html, at: new Date().toISOString() };
}

const see = (at: string, path = place, visitor = editor) => visitor.send(`${path}?at=${encodeURIComponent(at)}`);

/** What was served, of what is shown of it. */
function bytesServed(html: string): string {
  return html
    .replace(/<aside style="[^"]*" aria-label="Time machine">.*?<\/aside>/s, '')
    .replaceAll(/(?:\?|&amp;)at=[\w%.-]+(?=["#])/g, '')
    .replaceAll('<form inert', '<form');
}

describe('a page at a moment', () => {
  it('is what visitors got then, byte for byte, with who had published it', async () => {
    const states = [
      await now(),
      await publishTitle('Past one'),
      await publishTitle('Past two'),
      await publishTitle('Past three'),
    ];
    for (const { html, at } of states) {
      const response = await see(at);
      expect(response.status).toBe(200);
      const shown = await response.text();
      expect(bytesServed(shown) === html).toBe(true);
      expect(shown).toContain('As visitors saw it on ');
    }
    const shown = await (await see(states[2]?.at ?? '')).text();
    expect(shown).toContain('Published by Eva Editor on ');
    // The versions before and after it are one step away.
    const links = [...shown.matchAll(/href="[^"]*\?at=([^"]+)">Version (before|after)/g)];
    expect(links.map(([, , which]) => which)).toEqual(['before', 'after']);
    const [before = '', after = ''] = links.map(([, at = '']) => decodeURIComponent(at));
    expect(bytesServed(await (await see(before)).text()) === states[1]?.html).toBe(true);
    expect(bytesServed(await (await see(after)).text()) === states[3]?.html).toBe(true);
  });

  it('leads on to pages of that moment, and nothing of it acts', async () => {
    const { at } = await now();
    const response = await see(at);
    const shown = await response.text();
    const links = [...shown.matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map(([, href = '']) => href);
    const pages = links.filter((href) => !/^\/(media|_)/.test(href) && href !== place);
    expect(pages.length).toBeGreaterThan(3);
    for (const href of pages) expect(href).toContain('at=');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    const sitemap = await see(at, '/sitemap.xml');
    expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(await sitemap.text()).toBe(await (await new Visitor(served.origin).send('/sitemap.xml')).text());
  });

  it('is shown to the staff alone', async () => {
    const { at } = await now();
    const stranger = new Visitor(served.origin);
    await stranger.signIn(served.users.stranger);
    for (const visitor of [new Visitor(served.origin), stranger]) {
      const response = await see(at, place, visitor);
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toContain('/login?next=');
    }
    // What is no moment is a parameter like every other.
    expect((await new Visitor(served.origin).send(`${place}?at=home`)).status).toBe(200);
  });

  it('says in words why there is none', async () => {
    const { at } = await now();
    const cases: [string, string, number, string][] = [
      [at, '/never', 404, 'Nothing was public at this address then'],
      ['2001-01-01T00:00Z', place, 404, 'history begins later'],
      ['2999-01-01T00:00Z', place, 400, 'has not come yet'],
    ];
    for (const [moment, path, status, words] of cases) {
      const response = await see(moment, path);
      expect(response.status, path).toBe(status);
      const text = await response.text();
      expect(text).toContain(words);
      // With the way to another moment and back, and no word of what visitors saw.
      expect(text).toContain(`href="${path}">As it is now</a>`);
      expect(text).not.toContain('As visitors saw it');
    }
  });

  it('is there of a page that is gone, and of one that has another address', async () => {
    const english = await now();
    expect((await see(english.at, german)).status).toBe(200);
    await served.runSql(
      `update public.page_locales set path = '/section-1/elsewhere' where page_id = ${served.site.pageIds[1]} and locale = 'en'`,
    );
    await ask('publishPage', { pageId: served.site.pageIds[1] });
    await expect.poll(async () => (await new Visitor(served.origin).send('/section-1/elsewhere')).status).toBe(200);
    const after = new Date().toISOString();
    expect(bytesServed(await (await see(english.at)).text()) === english.html).toBe(true);
    const moved = await see(after);
    expect(moved.status).toBe(404);
    expect(await moved.text()).toContain('Version before');
    expect((await see(english.at, '/section-1/elsewhere')).status).toBe(404);
    expect((await see(after, '/section-1/elsewhere')).status).toBe(200);
  });
});
