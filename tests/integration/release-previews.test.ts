import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** A release is seen before it is live: by the staff, by whoever has a link, and by nobody else. */
let served: Forked;
let editor: Visitor;
let client: Client;
let release: number;
let other: number;
let product: { id: number; slug: string };
const moved = '/section-1/page-1';
const plain = '/section-2/page-2';
const pageOf = (index: number) => served.site.pageIds[index] ?? 0;

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  release = (await ask('createRelease', { name: '<b>Spring</b>' })).id;
  other = (await ask('createRelease', { name: 'Another' })).id;
  await retitle(1, 'Released one');
  await readdress(1, '/section-1/moved-1');
  product = await renameProduct('CX 9000');
  await ask('addToRelease', { release, items: [{ page: pageOf(1) }, { kind: 'product', id: product.id }] });
  await retitle(2, 'Elsewhere two');
  await ask('addToRelease', { release: other, items: [{ page: pageOf(2) }] });
  await retitle(2, 'By itself two');
});
afterAll(() => served?.stop());

async function ask(name: string, input: object, visitor = editor) {
  const response = await visitor.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

/** Saves a title of the first module of a page with one. */
async function retitle(index: number, title: string, more: object = {}) {
  const rows = await must(
    client
      .from('modules')
      .select('id, module_locales!inner(version, data)')
      .eq('page_id', pageOf(index))
      .eq('type', 'HERO')
      .eq('module_locales.locale', 'en'),
  );
  const [hero] = rows ?? [];
  const [own] = hero?.module_locales ?? [];
  if (!hero || !own) throw new Error('The page has no hero');
  const payload = { ...(own.data as object), title, ...more };
  const saved = await ask('updateModule', { moduleId: hero.id, locale: 'en', payload, version: own.version });
  expect(saved).toMatchObject({ version: expect.any(Number) });
}

async function readdress(index: number, path: string) {
  await must(client.from('page_locales').update({ path }).eq('page_id', pageOf(index)).eq('locale', 'en'));
}

async function renameProduct(display_name: string) {
  const id = (await ask('listRecords', { kind: 'product', limit: 1 })).rows[0].id;
  const { live, draft } = await ask('openRecord', { kind: 'product', id });
  await ask('saveRecord', { kind: 'product', id, data: { ...live, display_name }, base: draft?.savedAt ?? null });
  return { id, slug: live.slug };
}

/** Puts a picture that nothing else shows on a page's draft. */
async function pictureOn(index: number, letter: string): Promise<{ file: string; path: string }> {
  const [known] = (await must(client.from('images').select('*').limit(1))) ?? [];
  if (!known) throw new Error('There is no picture');
  const hash = `onlyhere${letter}`;
  for (const width of known.widths) {
    const file = await must(client.storage.from('media').download(`${known.hash}-${width}.webp`));
    if (!file) throw new Error('The picture has no file');
    await must(
      client.storage
        .from('media')
        .upload(`${hash}-${width}.webp`, await file.arrayBuffer(), { contentType: 'image/webp', upsert: true }),
    );
  }
  const { content_type, width, height, bytes, widths, localized } = known;
  const row = { content_type, width, height, bytes, widths, localized: localized ?? {} };
  const names = { hash, filename: `${hash}.webp`, storage_path: `${hash}-640.webp` };
  const made = await must(
    client
      .from('images')
      .insert({ ...row, ...names })
      .select('id')
      .single(),
  );
  await retitle(index, `With picture ${letter}`, { image: made?.id });
  const [place] =
    (await must(client.from('page_locales').select('path').eq('page_id', pageOf(index)).eq('locale', 'en'))) ?? [];
  return { file: `/media/${hash}-${Math.min(...known.widths)}.webp`, path: place?.path ?? '' };
}

const see = async (path: string, visitor = editor) => {
  const response = await visitor.send(path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const nobody = () => new Visitor(served.origin);

/** Opens a link as a browser does, with or without the token that it has. */
async function open(token: string, visitor = nobody()) {
  const response = await visitor.send('/_preview', {
    method: 'POST',
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { visitor, status: response.status, location: response.headers.get('location'), text: await response.text() };
}
const shared = async (id = release) => {
  const { links, ...link } = await ask('shareRelease', { id, days: 1, forWhom: 'The board' });
  return { ...link, token: String(links[0].href).split('#')[1] ?? '' };
};

describe('the site as a release will be', () => {
  it('has the drafts of the release and no others, and says which release it is', async () => {
    const { status, text, headers } = await see(`/section-1/moved-1?release=${release}`);
    expect(status).toBe(200);
    expect(text).toContain('Released one');
    expect(text).toContain('&lt;b&gt;Spring&lt;/b&gt;');
    expect(text).not.toContain('<b>Spring</b>');
    expect(text).toContain(`/admin/releases/${release}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex'),
    });
    const untouched = (await see(`${plain}?release=${release}`)).text;
    expect(untouched).not.toMatch(/Elsewhere two|By itself two/);
    expect((await see(`${plain}?release=${other}`)).text).toContain('Elsewhere two');
    expect((await see(`${plain}?draft=true`)).text).toContain('By itself two');
    expect((await see(`/products/catalog/${product.slug}?release=${release}`)).text).toContain('CX 9000');
    expect((await see(`/products/catalog/${product.slug}?release=${other}`)).text).not.toContain('CX 9000');
    expect((await see(`/section-1?release=${release}`)).text).toContain('/section-1/moved-1');
    expect((await see('/section-1')).text).not.toContain('/section-1/moved-1');
  });

  it('leads from the address that a page leaves, through languages, and back', async () => {
    const left = await see(`${moved}?release=${release}&at=2027-01-01T09:00Z`);
    expect([left.status, left.headers.get('location')]).toEqual([
      302,
      `/section-1/moved-1?release=${release}&at=2027-01-01T09%3A00Z`,
    ]);
    const { text } = await see(`/section-1/moved-1?release=${release}`);
    expect(text).toMatch(new RegExp(`href="/de/[^"]*\\?release=${release}"`));
    expect(text).toContain('href="/section-1/moved-1"');
    expect((await see(`/de${plain}?release=${release}`)).status).toBe(200);
  });

  it('answers what cannot be shown in words', async () => {
    expect(await see('/?release=987654')).toMatchObject({ status: 404 });
    expect(await see(`/?release=${release}&at=tomorrow`)).toMatchObject({ status: 400 });
    expect(await see(`/no-such-page?release=${release}`)).toMatchObject({ status: 404 });
    expect((await see('/?release=spring')).headers.get('etag')).not.toBeNull();
    const stranger = await see(`/?release=${release}`, nobody());
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      `/login?next=${encodeURIComponent(`/?release=${release}`)}`,
    ]);
  });

  it('is seen as at a moment: that of the release, or another one', async () => {
    const [dated] = (await must(client.from('products').select('id, slug').neq('id', product.id).limit(1))) ?? [];
    const begin = (at: string) =>
      served.runSql(`update public.products set publish_from = ${at} where id = ${dated?.id}`);
    const statusOf = async (query: string) => (await see(`/products/catalog/${dated?.slug}?${query}`)).status;
    await begin(`'2030-01-01'`);
    expect(await statusOf(`release=${other}`)).toBe(404);
    expect(await statusOf(`release=${other}&at=2030-01-01T00:00Z`)).toBe(200);
    const when = { local: '2031-01-01T09:00', zone: 'Europe/Zurich' };
    expect(await ask('scheduleRelease', { id: other, when })).toEqual({});
    expect(await statusOf(`release=${other}`)).toBe(200);
    expect((await see(`/?release=${other}`)).text).toContain('1 Jan 2031, 09:00 (Europe/Zurich)');
    await ask('scheduleRelease', { id: other, when: null });
    await begin('null');
  });

  it('is what publishing makes of it, where something else was published since', async () => {
    const id = (await ask('createRelease', { name: 'Merged' })).id;
    await ask('discardDraft', { pageId: pageOf(2) });
    await retitle(3, 'Released three');
    await ask('addToRelease', { release: id, items: [{ page: pageOf(3) }] });
    await must(
      client.from('page_locales').update({ title: 'Named since' }).eq('page_id', pageOf(3)).eq('locale', 'en'),
    );
    expect(await ask('publishPage', { pageId: pageOf(3) })).toMatchObject({ published: true });
    const [path] =
      (await must(client.from('page_locales').select('path').eq('page_id', pageOf(3)).eq('locale', 'en'))) ?? [];
    const preview = (await see(`${path?.path}?release=${id}`)).text;
    expect(preview).toContain('Released three');
    expect(preview).toContain('<title>Named since');
  });
});

describe('a page before and after', () => {
  const frame = (path: string, plan: string, visitor = editor) => see(`${path}?draft=true&${plan}`, visitor);

  it('is with the drafts of the release that is planned, and with no others', async () => {
    const plan = `plan=release&id=${release}`;
    expect((await frame('/section-1/moved-1', `${plan}&side=after`)).text).toContain('Released one');
    expect(await frame('/section-1/moved-1', `${plan}&side=before`)).toMatchObject({ status: 404 });
    expect((await frame(moved, `${plan}&side=before`)).text).not.toContain('Released one');
    expect((await frame(plain, `${plan}&side=after`)).text).not.toMatch(/Elsewhere two|By itself two/);
    expect(await frame('/section-1/moved-1', `${plan}&side=after`, nobody())).toMatchObject({ status: 302 });
    expect(await frame(moved, 'plan=release&id=987654&side=after')).toMatchObject({ status: 404 });
  });

  it('is with the drafts of the records that are planned, at the address that they give it, and with no others', async () => {
    const two = (await ask('listRecords', { kind: 'product', limit: 3 })).rows.filter(
      ({ id }: { id: number }) => id !== product.id,
    );
    const drafted = await Promise.all(
      two.map(async ({ id }: { id: number }) => {
        const { live } = await ask('openRecord', { kind: 'product', id });
        const data = { ...live, display_name: `Framed ${id}`, slug: `framed-${id}` };
        const { savedAt: base } = await ask('saveRecord', { kind: 'product', id, data, base: null });
        return { id, base, slug: live.slug, plan: `plan=records&of=product:${id}` };
      }),
    );
    const [one, another] = drafted;
    if (!one || !another) throw new Error('There are not enough products');
    const after = await frame(`/products/catalog/framed-${one.id}`, `${one.plan}&side=after`);
    expect(after.text).toContain(`Framed ${one.id}`);
    expect(after.text).not.toContain(`Framed ${another.id}`);
    expect((await frame(`/products/catalog/${one.slug}`, `${one.plan}&side=before`)).text).not.toContain('Framed');
    expect((await frame(`/products/catalog/${another.slug}`, `${one.plan}&side=after`)).text).not.toContain('Framed');
    const both = `plan=records&of=product:${one.id},product:${another.id}&side=after`;
    expect((await frame(`/products/catalog/framed-${another.id}`, both)).text).toContain(`Framed ${another.id}`);
    expect(await frame(`/products/catalog/framed-${one.id}`, `${one.plan}&side=after`, nobody())).toMatchObject({
      status: 302,
    });
    for (const { id, base } of drafted) await ask('discardRecord', { kind: 'product', id, base });
  });
});

describe('what is found and listed once a release is live', () => {
  const find = async (query: string, visitor = editor, more = `&release=${release}`) => {
    const { status, text } = await see(`/_search?query=${encodeURIComponent(query)}${more}`, visitor);
    const hits = status === 200 ? JSON.parse(text).hits : [];
    return { status, hrefs: hits.map(({ href }: { href: string }) => href), shown: JSON.stringify(hits) };
  };
  let guest: Visitor;
  beforeAll(async () => {
    guest = (await open((await shared()).token)).visitor;
  });

  it('is found by its new words and address, and not by what it had', async () => {
    const here = `/products/catalog/${product.slug}`;
    for (const visitor of [editor, guest]) {
      const found = await find('Released one', visitor);
      expect(found.hrefs).toContain('/section-1/moved-1');
      expect(found.status).toBe(200);
      expect(found.hrefs).not.toContain(moved);
      expect((await find('CX 9000', visitor)).hrefs[0]).toBe(here);
      // Another release, and the drafts that are published by themselves, are not in it.
      expect((await find('Elsewhere two', visitor)).shown).not.toContain('Elsewhere');
    }
    expect((await find('Released one', editor, '')).hrefs).not.toContain('/section-1/moved-1');
    expect((await find('CX 9000', editor, '')).hrefs).not.toContain(here);
    expect((await find('CX 9000', editor, `&release=${other}`)).hrefs).not.toContain(here);
  });

  it('is told to nobody else', async () => {
    expect(await find('CX 9000', nobody())).toMatchObject({ status: 403, hrefs: [] });
    expect(await find('CX 9000', guest, `&release=${other}`)).toMatchObject({ status: 403, hrefs: [] });
    expect((await see(`/_search?query=CX+9000&release=${release}`)).headers.get('cache-control')).toBe('no-store');
  });

  it('is gone from it where a page leaves the site', async () => {
    const id = (await ask('createRelease', { name: 'Removal' })).id;
    const title = `Leaves ${id}`;
    const made = await ask('createPage', { site: 'main', parentId: null, locales: { en: { path: '/leaves', title } } });
    expect(await ask('publishPage', { pageId: made.id })).toMatchObject({ published: true });
    const paths = async (more: string) => (await find(title, editor, more)).hrefs;
    // The index follows when publishing rests.
    await served.runSql('select public.search_refresh(1000)');
    expect(await paths('')).toContain('/leaves');
    expect(await ask('addRemovalToRelease', { release: id, page: made.id })).toEqual({});
    expect(await paths(`&release=${id}`)).not.toContain('/leaves');
    expect((await see(`/sitemap-page-0.xml?release=${id}`)).text).not.toContain('/leaves<');
    expect((await see(`/sitemap-page-0.xml?release=${release}`)).text).toContain('/leaves<');
  });

  it('is in the sitemap and in feeds', async () => {
    const article = (await ask('listRecords', { kind: 'article', limit: 1 })).rows[0].id;
    const { live, draft } = await ask('openRecord', { kind: 'article', id: article });
    const data = {
      ...live,
      localized: { ...live.localized, en: { ...live.localized.en, title: 'News of the release' } },
    };
    await ask('saveRecord', { kind: 'article', id: article, data, base: draft?.savedAt ?? null });
    expect(await ask('addToRelease', { release, items: [{ kind: 'article', id: article }] })).toMatchObject({
      added: 1,
    });
    for (const visitor of [editor, guest]) {
      const sitemap = await see(`/sitemap-page-0.xml?release=${release}`, visitor);
      expect(sitemap.headers.get('content-type')).toContain('xml');
      expect(sitemap.text).toContain('/section-1/moved-1<');
      expect(sitemap.text).not.toContain(`${served.origin}${moved}<`);
      expect((await see(`/sitemap.xml?release=${release}`, visitor)).text).toContain('<sitemapindex');
      const feed = await see(`/rss.xml?release=${release}`, visitor);
      expect(feed).toMatchObject({ status: 200, text: expect.stringContaining('News of the release') });
      expect(feed.headers.get('cache-control')).toBe('no-store');
      expect((await find('News of the release', visitor)).shown).toContain('release');
    }
    expect((await see('/rss.xml')).text).not.toContain('News of the release');
    expect((await see(`/rss.xml?release=${release}`, nobody())).status).toBe(302);
  });
});

describe('a picture that only a release shows', () => {
  it('is there for guests of that release once they have seen it, and for nobody else', async () => {
    const [first, second] = [await pictureOn(4, 'a'), await pictureOn(5, 'b')];
    await ask('addToRelease', { release, items: [{ page: pageOf(4) }] });
    await ask('addToRelease', { release: other, items: [{ page: pageOf(5) }] });
    const { token, id } = await shared();
    const guest = (await open(token)).visitor;
    const ofOther = (await open((await shared(other)).token)).visitor;
    const statuses = (file: string) =>
      Promise.all([editor, guest, ofOther, nobody()].map(async (visitor) => (await visitor.send(file)).status));
    // A name alone opens nothing, though whoever has seen the file knows it.
    expect(await statuses(first.file)).toEqual([200, 404, 404, 404]);
    expect((await see(`${first.path}?release=${release}`, guest)).text).toContain(first.file);
    expect((await see(`${second.path}?release=${other}`, ofOther)).text).toContain(second.file);
    expect(await statuses(first.file)).toEqual([200, 200, 404, 404]);
    expect(await statuses(second.file)).toEqual([200, 404, 200, 404]);
    expect((await guest.send(first.file)).headers.get('cache-control')).toBe('no-store');
    expect(await ask('revokeReleaseLink', { link: id })).toEqual({});
    expect(await statuses(first.file)).toEqual([200, 404, 404, 404]);
  });
});

describe('the link of a release', () => {
  it('shows it to somebody without an account, and nothing else', async () => {
    const { token, id } = await shared();
    const { visitor, status, location } = await open(token);
    expect([status, location]).toEqual([303, `/section-1/moved-1?release=${release}`]);
    expect(visitor.cookies.size).toBe(1);
    const seen = await see(`/section-1/moved-1?release=${release}`, visitor);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('Released one');
    expect(seen.text).not.toContain('/admin/releases');
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect((await see(`/products/catalog/${product.slug}?release=${release}`, visitor)).text).toContain('CX 9000');
    expect((await see(`${plain}?release=${release}`, visitor)).text).not.toMatch(/Elsewhere two|By itself two/);
    // Neither another release, nor drafts, nor the administration, nor an action.
    expect(await see(`/?release=${other}`, visitor)).toMatchObject({ status: 403 });
    expect(await see('/?draft=true', visitor)).toMatchObject({ status: 302 });
    expect(await see(`/section-1/moved-1?draft=true&release=${other}`, visitor)).toMatchObject({ status: 403 });
    expect(await see('/admin/releases', visitor)).toMatchObject({ status: 302 });
    for (const [name, input] of [
      ['openRelease', { id: release }],
      ['shareRelease', { id: release, days: 1 }],
      ['revokeReleaseLink', { link: id }],
    ] as const)
      expect([name, (await ask(name, input, visitor)).status]).toEqual([name, 401]);
    // The token is the only thing that opens it, and the page of staff does not have it.
    expect(JSON.stringify(await ask('listReleaseLinks', { id: release }))).not.toContain(token.split('.')[1]);
  });

  it('is refused in words once it ended, was taken back, or is not ours', async () => {
    const { token, id } = await shared();
    const [number, secret, signature] = token.split('.');
    for (const forged of [
      `${Number(number) + 1}.${secret}.${signature}`,
      `${number}.${secret}.${signature?.toLowerCase()}`,
      '',
      '<script>',
    ])
      expect(await open(forged)).toMatchObject({ status: 403, text: expect.stringContaining('none of ours') });
    const { visitor } = await open(token);
    await served.runSql(
      `update public.release_links set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where id = ${id}`,
    );
    expect(await see(`/?release=${release}`, visitor)).toMatchObject({
      status: 410,
      text: expect.stringContaining('This link ended'),
    });
    expect(visitor.cookies.size).toBe(0);
    expect(await open(token)).toMatchObject({ status: 410 });
    const again = await shared();
    const guest = (await open(again.token)).visitor;
    expect(await see(`/?release=${release}`, guest)).toMatchObject({ status: 200 });
    expect(await ask('revokeReleaseLink', { link: again.id })).toEqual({});
    expect(await see(`/?release=${release}`, guest)).toMatchObject({
      status: 410,
      text: expect.stringContaining('taken back'),
    });
    expect((await ask('listReleaseLinks', { id: release })).map(({ state }: { state: string }) => state)).toEqual(
      expect.arrayContaining(['revoked', 'expired', 'open']),
    );
  });

  it('is held to by the database, whoever calls', async () => {
    const { token, id } = await shared(other);
    const hash = (await must(client.from('release_links').select('digest').eq('id', id).single()))?.digest ?? '';
    const at = new Date().toISOString();
    const content = {
      p_site: 'main',
      p_view: 'published',
      p_at: at,
      p_globals: false,
      p_pages: [
        [pageOf(1), 'en', null],
        [pageOf(2), 'en', null],
      ],
      p_records: {},
      p_lists: {},
      p_release: release,
    };
    const args = { p_link: id, p_hash: hash, p_call: 'preview_content', p_args: content };
    const own = JSON.stringify((await client.rpc('read_shared', args)).data);
    expect(own).toContain('Elsewhere two');
    expect(own).not.toContain('Released one');
    expect((await client.rpc('read_shared', { ...args, p_hash: 'f'.repeat(64) })).error?.code).toBe('42501');
    const person = createKeyClient(served.supabaseUrl, served.publishableKey);
    expect((await person.rpc('read_shared', args)).error?.code).toBe('42501');
    expect((await person.from('release_links').select('digest')).data ?? []).toEqual([]);
    // With whoever shared it, the link goes.
    await served.runSql(`update public.staff set disabled_at = now() where email = '${served.users.editor.email}'`);
    expect((await client.rpc('read_shared', args)).error?.code).toBe('42501');
    expect(await open(token)).toMatchObject({ status: 410 });
    await served.runSql(`update public.staff set disabled_at = null where email = '${served.users.editor.email}'`);
  });
});
