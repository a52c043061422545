import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getLocales } from '#domain/sites.ts';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { askHost } from '../fixtures/ask-host.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { readList } from '../fixtures/read-list.ts';

/** Names as they are written are found as they are typed, by visitors and by editors. */
let served: Forked;
let editor: Visitor;
let client: Client;
const name = 'Wolken\u00adbruch\u00adwarnanlage Plzeň';
const text = `${'𠮷👩‍🔬'.repeat(80)} Łódź ${'𠮷👩‍🔬'.repeat(80)}`;

const answer = z.object({
  corrections: z.array(z.unknown()),
  hits: z.array(
    z.object({
      href: z.string(),
      title: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
      text: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
    }),
  ),
});

/** A site for each language. */
const places = [
  ...getLocales('main').map((locale) => ({ site: 'main' as const, locale })),
  { site: 'automotive' as const, locale: 'kr' as const },
];
type Place = (typeof places)[number];

async function ask(query: string, { site, locale }: Place) {
  const { status, body } = await askHost(served.origin, {
    path: `/_search?${new URLSearchParams({ query, locale }).toString()}`,
    host: site === 'main' ? 'localhost' : `${site}.localhost`,
  });
  expect(status).toBe(200);
  return answer.parse(JSON.parse(body));
}

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
});
afterAll(() => served?.stop());

describe('a page whose title has soft hyphens and letters of another language', () => {
  const whole = (parts: readonly { text: string }[]) => parts.map((part) => part.text).join('');
  const marked = (parts: readonly { text: string; isHit: boolean }[]) =>
    parts.filter((part) => part.isHit).map((part) => part.text);

  beforeAll(async () => {
    await must(
      client
        .from('sites')
        .update({ locales: ['en', 'kr'] })
        .eq('id', 'automotive'),
    );
    const [other] = (await must(client.from('pages').insert({ site_id: 'automotive' }).select('id'))) ?? [];
    const ids = { main: served.site.pageIds[1] ?? 0, automotive: other?.id ?? 0 };
    const named = { path: '/folded', title: name, description: text };
    const rows = [...places, { site: 'automotive' as const, locale: 'en' as const }].map(({ site, locale }) => ({
      page_id: ids[site],
      site_id: site,
      locale,
      ...named,
    }));
    await must(client.from('page_locales').upsert(rows, { onConflict: 'page_id,locale' }));
    await must(client.rpc('publish_pages', { p_page_ids: Object.values(ids) }));
  });

  it.each(places)(
    'is found in $locale however it is typed, marked where it was found, and cut between characters',
    async (place) => {
      await expect
        .poll(async () => (await ask('Wolkenbruchwarnanlage', place)).hits.length, { interval: 1000 })
        .toBe(1);
      for (const [query, found] of [
        ['Wolkenbruchwarnanlage', 'Wolken\u00adbruch\u00adwarnanlage'],
        ['Wolken\u00adbruch\u00adwarnanlage', 'Wolken\u00adbruch\u00adwarnanlage'],
        ['PLZEN', 'Plzeň'],
        ['Plzeň', 'Plzeň'],
      ] as const) {
        const { hits, corrections } = await ask(query, place);
        expect(hits.map((hit) => hit.href)).toEqual([expect.stringMatching(/\/folded$/)]);
        expect(hits.map((hit) => whole(hit.title))).toEqual([name]);
        expect(hits.map((hit) => marked(hit.title))).toEqual([[found]]);
        expect(corrections).toEqual([]);
      }
      const { hits, corrections } = await ask('Lodz', place);
      expect(corrections).toEqual([]);
      expect(hits.map((hit) => marked(hit.text))).toEqual([['Łódź']]);
      const shown = hits.map((hit) => whole(hit.text)).join('');
      expect(shown).toMatch(/^… .* Łódź .* …$/u);
      expect(shown).not.toContain('\ufffd');
      expect(text).toContain(shown.replaceAll(/^… | …$/gu, ''));
    },
  );

  it('is found by editors in lists and pickers', async () => {
    const filename = `${name}.zip`;
    await must(
      client.from('files').insert({
        filename,
        hash: 'f',
        content_type: 'application/zip',
        size: 20,
        storage_path: 'documents/f/folded.zip',
      }),
    );
    const tag = await must(
      client
        .from('tags')
        .insert({ slug: 'folded', sites: ['main'], localized: { en: { name } } })
        .select('id')
        .single(),
    );
    for (const search of ['wolkenbruchwarn', 'PLZEN', 'Plzeň', 'Wolken\u00adbruch']) {
      expect((await readList(editor, 'fetchFiles', { search })).results.map((file) => file['filename'])).toEqual([
        filename,
      ]);
      expect((await readList(editor, 'fetchPages', { search })).results.map(({ id }) => id)).toContain(
        served.site.pageIds[1],
      );
      const listed = await editor.call('listRecords', { kind: 'tag', search });
      const { rows } = z.object({ rows: z.array(z.object({ id: z.number() })) }).parse(parse(await listed.text()));
      expect(rows.map(({ id }) => id)).toEqual([tag?.id]);
    }
  });
});
