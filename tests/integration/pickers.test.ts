import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { capital, rowKinds, getKindNames } from '#kinds/registry.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { readList } from '../fixtures/read-list.ts';
import { takeSlice } from '../fixtures/seeds.ts';

let served: Forked;
let editor: Visitor;
let client: Client;

type Item = Record<string, unknown>;

const list = (name: string, input?: object) => readList(editor, name, input);

const picture = (name: string, extra: object = {}) => ({
  filename: name,
  hash: 'generated0',
  content_type: 'image/webp',
  width: 640,
  height: 480,
  bytes: 1000,
  widths: [320, 640],
  storage_path: 'generated0-640.webp',
  localized: { en: {} },
  ...extra,
});

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
  const image = await must(client.from('images').insert(picture('portrait.webp')).select('id').single());
  const image_id = image?.id ?? 0;
  const research = { localized: { en: { name: 'Research' } } };
  const category = await must(client.from('story_categories').insert(research).select('id').single());
  await must(
    client.from('story_groups').insert([{ localized: { en: { name: 'Apprentices' }, de: { name: 'Lernende' } } }]),
  );
  await must(
    client.from('employee_stories').insert([
      {
        slug: 'anna',
        category_id: category?.id ?? 0,
        image_id,
        sites: ['main'],
        publish_from: '2026-01-01T00:00:00Z',
        localized: { en: { title: 'Anna builds', teaser: 'T', body: { type: 'doc', content: [] } } },
      },
    ]),
  );
  await must(
    client.from('vectors').insert([{ filename: 'logo.svg', hash: 'v', bytes: 10, storage_path: 'vectors/v.svg' }]),
  );
  await must(
    client.from('files').insert([
      {
        filename: 'driver.zip',
        hash: 'f',
        content_type: 'application/zip',
        size: 20,
        storage_path: 'documents/f/driver.zip',
      },
    ]),
  );
  await must(
    client.from('documents').insert([
      {
        name: 'Datasheet HX41',
        content_date: '2026-02-01',
        document_type: 'datasheet',
        language: 'en',
        filename: 'hx41.pdf',
        hash: 'd',
        content_type: 'application/pdf',
        size: 30,
        storage_path: 'documents/d/hx41.pdf',
        localized: { en: { title: 'Datasheet' } },
      },
    ]),
  );
  await must(
    client.from('videos').insert([
      {
        filename: 'film.mp4',
        video_url: 'https://www.youtube.com/watch?v=abcdefghijk',
        image_id,
        size: 40,
        localized: { en: { title: 'A film' } },
      },
    ]),
  );
  await must(
    client
      .from('webinars')
      .insert([{ title: 'Calibration', url: 'https://example.com/w', localized: { en: { title: 'Calibration' } } }]),
  );
  await must(
    client.from('locations').insert([
      {
        name: 'Zug',
        name_verbose: 'Ostrevo Zug',
        address_lines: ['Bahnhof 1', '6300 Zug'],
        latitude: 47.1,
        longitude: 8.5,
        country: 'CH',
      },
      { name: 'Nowhere', name_verbose: 'Ostrevo Nowhere', address_lines: ['Box 1'] },
    ]),
  );
  await must(
    client.from('cvs').insert([
      {
        name: 'Berta Meier',
        image_id,
        organisation_level: 'board',
        localized: { en: { position: 'Chair', experience: 'A\nB', education: 'C' } },
      },
    ]),
  );
  await must(
    client
      .from('forms')
      .insert([{ title: 'Contact', content: [{ id: 'a', fieldType: 'Title', name: 'a', label: 'Contact' }] }]),
  );
});

afterAll(() => served?.stop());

/** Every list: what a record of it has, and a search that finds the one above. */
const lists: Record<string, { search: string; record: Item }> = {
  fetchImages: {
    search: 'PORTRAIT',
    record: { filename: 'portrait.webp', display: '', url: '/media/generated0-640.webp', thumbnail: '/media/generated0-320.webp', created: expect.any(String) },
  },
  fetchVectors: { search: 'logo', record: { filename: 'logo.svg', url: '/media/vectors/v.svg', contentTypeDisplay: 'SVG', created: expect.any(String) } },
  fetchFiles: { search: 'driver', record: { filename: 'driver.zip', contentTypeDisplay: 'ZIP', size: 20, created: expect.any(String) } },
  fetchDocuments: { search: 'hx41.pdf', record: { name: 'Datasheet HX41', contentDate: '2026-02-01', contentTypeDisplay: 'PDF', size: 30 } },
  fetchVideos: { search: 'film', record: { filename: 'film.mp4', size: 40, thumbnail: '/media/generated0-320.webp', created: expect.any(String) } },
  fetchWebinars: { search: 'calib', record: { title: 'Calibration', url: 'https://example.com/w' } },
  fetchLinks: { search: 'link 1', record: { text: 'Link 1', linkType: 'internal', target: 'auto', url: null, page: null, anchorId: null } },
  fetchPages: { search: 'section-1/', record: { title: expect.any(String), name: expect.any(String), url: '/section-1/page-1', site: 'main', created: expect.any(String) } },
  fetchProducts: {
    search: 'P-7',
    record: { name: 'P7', displayName: 'P-7', slug: 'p7', status: 'active', series: { name: 'Series 3' }, primaryCategory: { name: 'Sensors' }, productClass: null, images: [{ file: expect.stringContaining('/media/') }] },
  },
  fetchSeries: { search: 'series 2', record: { name: 'S2', displayName: 'Series 2', slug: 's2', status: 'active', image: null } },
  fetchCategories: { search: 'sensoren', record: { title: 'Sensors', slug: 'sensors', primaryProperties: [], secondaryProperties: [] } },
  fetchCVs: { search: 'berta', record: { name: 'Berta Meier', position: 'Chair', imageUrl: '/media/generated0-640.webp', organisationLevel: 'board', experience: 'A\nB', education: 'C', summary: null, contactUrl: null, linkedinUrl: null, additionalText: null } },
  fetchLocations: { search: 'bahnhof', record: { name: 'Zug', nameVerbose: 'Ostrevo Zug', addressLines: ['Bahnhof 1', '6300 Zug'] } },
  fetchEmployeeStories: { search: 'anna', record: { title: 'Anna builds', category: 'Research', publishFrom: expect.any(String) } },
  fetchStoryGroups: { search: 'lernende', record: { name: 'Apprentices' } },
  fetchStoryCategories: { search: 'resea', record: { name: 'Research' } },
  fetchForms: { search: 'contact', record: { title: 'Contact', content: [{ id: 'a', fieldType: 'Title', name: 'a', label: 'Contact' }] } },
}; // prettier-ignore
const listNames = Object.keys(lists);

const finders: Record<string, { list: string; item: string }> = {
  findImage: { list: 'fetchImages', item: 'Image' },
  findVector: { list: 'fetchVectors', item: 'Vector' },
  findFile: { list: 'fetchFiles', item: 'File' },
  findDocument: { list: 'fetchDocuments', item: 'Document' },
  findVideo: { list: 'fetchVideos', item: 'Video' },
  findLink: { list: 'fetchLinks', item: 'Link' },
  findPage: { list: 'fetchPages', item: 'Page' },
  findForm: { list: 'fetchForms', item: 'Form' },
};

describe.each([...listNames.entries()])('%s %s', (turn, name) => {
  it('answers a page of records and how many there are', async () => {
    const all = await list(name);
    expect(all.results.length).toBe(Math.min(12, all.count));
    const hundred = await list(name, { pageSize: 100 });
    expect(hundred.results.length).toBe(Math.min(100, all.count));
    const second = await list(name, { page: 2 });
    expect(second.results).toEqual(hundred.results.slice(12, 24));
    expect(await list(name, { page: 99_999 })).toEqual({ results: [], count: all.count });
  });

  it('finds a record by part of a text, by its id, and among ids in the order asked', async () => {
    const found = await list(name, { search: lists[name]?.search });
    expect(found.results).toContainEqual(expect.objectContaining(lists[name]?.record));
    const id = Number(found.results[0]?.['id']);
    expect((await list(name, { search: String(id) })).results[0]).toEqual(found.results[0]);
    const all = await list(name);
    const ids = all.results.map((item) => Number(item['id'])).toReversed();
    expect((await list(name, { ids: [...ids, 987_654] })).results.map((item) => item['id'])).toEqual(ids);
  });

  it.each(
    takeSlice(
      [
        '%%%',
        '___',
        '\\',
        "'",
        '"',
        "') or 1=1 --",
        'a,b.c:d(e)*',
        '{}[]',
        '🌡️',
        'ＨＸ\u3000４１',
        '\u202e',
        'İ',
        'x'.repeat(200),
      ],
      4,
      turn,
    ),
  )('takes the search %j as it stands', async (search) => {
    expect((await list(name, { search })).results.length).toBeLessThanOrEqual(12);
  });

  it('finds nothing for what nothing holds', async () => {
    expect(await list(name, { search: 'zzz%zzz' })).toEqual({ results: [], count: 0 });
  });
});

describe.each(Object.entries(finders))('%s', (name, { list: from, item }) => {
  it('answers the record with the id', async () => {
    const [first] = (await list(from)).results;
    const response = await editor.call(name, { id: first?.['id'] });
    expect(response.status).toBe(200);
    expect(parse(await response.text())).toMatchObject(first ?? {});
  });

  it('says when there is none', async () => {
    const response = await editor.call(name, { id: 987_654 });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: `${item} not found`, failure: { code: 'not-found' } });
  });
});

describe('searching', () => {
  it('finds characters in any case and width, and a single Chinese character', async () => {
    await must(
      client.from('images').insert([
        picture('Räume.webp', {
          display: 'GRÖSSE',
          localized: { en: { alt: 'Rooms' }, cn: { alt: '湿度传感器' }, jp: { alt: 'ＨＸ４１' } },
        }),
      ]),
    );
    for (const search of ['räume', 'RÄU', 'grösse', 'rooms', '湿', '传感', 'hx41', 'ＨＸ']) {
      expect(`${search} ${(await list('fetchImages', { search })).count}`).toBe(`${search} 1`);
    }
  });

  it('puts the pages of the asked site first', async () => {
    const page = await must(client.from('pages').insert({ site_id: 'automotive' }).select('id').single());
    const { error } = await client
      .from('page_locales')
      .insert({ page_id: page?.id ?? 0, locale: 'en', site_id: 'automotive', path: '/', title: 'Cars' });
    expect(error).toBeNull();
    expect((await list('fetchPages', { site: 'automotive' })).results[0]).toMatchObject({ site: 'automotive' });
    expect((await list('fetchPages', { site: 'main' })).results[0]).toMatchObject({ site: 'main', url: '/' });
    expect((await editor.call('fetchPages', { site: 'elsewhere' })).status).toBe(400);
  });

  it('finds per cent signs, underscores and backslashes as such', async () => {
    await must(client.from('images').insert([picture('50%_off\\now.webp')]));
    for (const search of ['%', '50%', '%_', '_off', '\\', 'off\\n']) {
      expect(`${search} ${(await list('fetchImages', { search })).count}`).toBe(`${search} 1`);
    }
  });
});

describe('fetchLocationNames', () => {
  it('answers every place with its name and nothing else', async () => {
    const { results, count } = await list('fetchLocationNames');
    expect(count).toBe((await list('fetchLocations')).count);
    expect(results).toHaveLength(count);
    expect(results).toContainEqual({ id: expect.any(Number), name: 'Zug' });
    const names = results.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)));
  });
});

describe('fetchMapLocations', () => {
  it('answers the places that have a point', async () => {
    const { results, count } = await list('fetchMapLocations');
    expect(count).toBe(results.length);
    expect(results).toContainEqual({
      id: expect.any(Number),
      name: 'Zug',
      country: 'CH',
      latitude: 47.1,
      longitude: 8.5,
    });
    expect(results.map(({ name }) => name)).not.toContain('Nowhere');
  });
});

describe('pickers', () => {
  it('search, page and look up by id', async () => {
    const products = parse(await (await editor.call('fetchProducts', { page: 2, search: '' })).text());
    expect(products.count).toBe(30);
    expect(products.results).toHaveLength(12);
    expect(products.results[0]).toMatchObject({
      displayName: 'P-12',
      series: { name: expect.any(String) },
      primaryCategory: { name: 'Sensors' },
    });
    const found = parse(await (await editor.call('fetchProducts', { page: 1, search: 'p-29' })).text());
    expect(found.results.map(({ name }: { name: string }) => name)).toEqual(['P29']);
    const images = parse(await (await editor.call('fetchImages', { page: 1, search: 'generated1' })).text());
    expect(images).toMatchObject({
      count: 1,
      results: [{ filename: 'generated1.webp', alt: 'Generated picture 1', thumbnail: '/media/generated1-320.webp' }],
    });
    const links = parse(await (await editor.call('fetchLinks', { ids: [2, 1] })).text());
    expect(links.results.map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 2]);
    expect(parse(await (await editor.call('fetchSeries', {})).text()).count).toBe(4);
    expect(parse(await (await editor.call('fetchCategories', { search: 'sens' })).text()).results).toMatchObject([
      { title: 'Sensors' },
    ]);
    expect(parse(await (await editor.call('fetchProducts', { page: 500 })).text()).results).toEqual([]);
  });

  it('say of a link what it leads to, by the title of the record', async () => {
    const link = (row: object) =>
      must(
        client
          .from('links')
          .insert({ text: 'To a record', link_type: 'internal', ...row })
          .select('id')
          .single(),
      );
    const ids: number[] = [];
    const titled: [string, string][] = [];
    for (const kind of rowKinds) {
      const { rows } = parse(await (await editor.call('listRecords', { kind, search: '', limit: 1 })).text());
      const [record] = rows as { id: number; title: string }[];
      if (!record) continue;
      ids.push((await link({ row_kind: kind, row_id: record.id }))?.id ?? 0);
      titled.push([capital(getKindNames(kind).one), record.title]);
    }
    expect(titled.length).toBeGreaterThan(2);
    ids.push((await link({ row_kind: 'product', row_id: 999_999, anchor_id: 'specs' }))?.id ?? 0);
    const { results } = parse(await (await editor.call('fetchLinks', { ids })).text());
    const answer = (results as { what: string; destination: string }[]).map(({ what, destination }) => [
      what,
      destination,
    ]);
    expect(answer).toEqual([...titled, ['Product', '']]);
    const own = parse(await (await editor.call('findLink', { id: ids[0] })).text());
    expect(own).toMatchObject({ destination: titled[0]?.[1] });
  });

  it('name a menu in which a link is by its site', async () => {
    const link = await must(
      client
        .from('links')
        .insert({ text: 'In a menu', link_type: 'external', url: 'https://menu.example' })
        .select('id')
        .single(),
    );
    const below = { id: 'below', label: { en: 'B' }, link: link?.id };
    const items = [{ id: 'above', label: { en: 'A' }, children: [below] }];
    const menu = await must(
      client
        .from('menus')
        .insert({ site_id: 'main', name: 'legal', items: items as never })
        .select('id')
        .single(),
    );
    const { uses } = parse(await (await editor.call('recordUses', { kind: 'link', id: link?.id })).text());
    expect(uses).toEqual([expect.objectContaining({ kind: 'menu', title: 'Legal, Main site', where: 'Items' })]);
    await must(
      client
        .from('menus')
        .delete()
        .eq('id', menu?.id ?? 0),
    );
  });

  it.each(
    takeSlice(
      ['%', '_', ',', '"', '\\', '(', ')', 'a,id.eq.1', 'x")', '*', '.', "'", ';--', '\u0000', '💧', ' '],
      4,
      1,
    ),
  )('take %j as text to look for', async (search) => {
    for (const name of ['fetchProducts', 'fetchImages', 'fetchLinks', 'fetchSeries', 'fetchCategories'] as const) {
      const response = await editor.call(name, { page: 1, search });
      expect(response.status).toBe(search === '\u0000' ? 400 : 200);
      // Two of them around a character match themselves or another character, and are never read as a condition.
      const narrow = await editor.call(name, { page: 1, search: `${search}qqq${search}` });
      if (narrow.status === 200) expect(parse(await narrow.text())).toEqual({ results: [], count: 0 });
    }
  });
});
