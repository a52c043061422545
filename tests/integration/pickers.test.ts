import { parse } from 'devalue';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

let served: Forked;
let editor: Visitor;
let client: Client;

const answer = z.object({ results: z.array(z.record(z.string(), z.unknown())), count: z.number() });
type Item = Record<string, unknown>;

async function list(name: string, input: object = {}): Promise<{ results: Item[]; count: number }> {
  const response = await editor.call(name, input);
  const text = await response.text();
  expect(`${response.status} ${response.status === 200 ? '' : text}`).toBe('200 ');
  return answer.parse(parse(text));
}

/** The ids of rows added for a test. */
async function add(table: string, rows: object[]): Promise<number[]> {
  const { data, error } = await client
    .from(table as 'images')
    .insert(rows as never)
    .select('id');
  if (error) throw new Error(`${table}: ${error.message}`);
  return (data ?? []).map(({ id }) => id);
}

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

const webp = (width = 700, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#2b7a78' } })
    .webp()
    .toBuffer();

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
  const [image = 0] = await add('images', [picture('portrait.webp')]);
  const [category = 0] = await add('story_categories', [{ localized: { en: { name: 'Research' } } }]);
  await add('story_groups', [{ localized: { en: { name: 'Apprentices' }, de: { name: 'Lernende' } } }]);
  await add('employee_stories', [
    {
      slug: 'anna',
      category_id: category,
      image_id: image,
      sites: ['main'],
      publish_from: '2026-01-01T00:00:00Z',
      localized: { en: { title: 'Anna builds', teaser: 'T', body: { type: 'doc', content: [] } } },
    },
  ]);
  await add('vectors', [{ filename: 'logo.svg', hash: 'v', bytes: 10, storage_path: 'vectors/v.svg' }]);
  await add('files', [
    {
      filename: 'driver.zip',
      hash: 'f',
      content_type: 'application/zip',
      size: 20,
      storage_path: 'documents/f/driver.zip',
    },
  ]);
  await add('documents', [
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
  ]);
  await add('videos', [
    {
      filename: 'film.mp4',
      video_url: 'https://www.youtube.com/watch?v=abcdefghijk',
      image_id: image,
      size: 40,
      localized: { en: { title: 'A film' } },
    },
  ]);
  await add('webinars', [
    { title: 'Calibration', url: 'https://example.com/w', localized: { en: { title: 'Calibration' } } },
  ]);
  await add('locations', [
    {
      name: 'Zug',
      name_verbose: 'Ostrevo Zug',
      address_lines: ['Bahnhof 1', '6300 Zug'],
      latitude: 47.1,
      longitude: 8.5,
      country: 'CH',
    },
    { name: 'Nowhere', name_verbose: 'Ostrevo Nowhere', address_lines: ['Box 1'] },
  ]);
  await add('cvs', [
    {
      name: 'Berta Meier',
      image_id: image,
      organisation_level: 'board',
      localized: { en: { position: 'Chair', experience: 'A\nB', education: 'C' } },
    },
  ]);
  await add('forms', [{ title: 'Contact', content: [{ id: 'a', fieldType: 'Title', name: 'a', label: 'Contact' }] }]);
}, 120_000);

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
  fetchForms: { search: 'contact', record: { title: 'Contact', content: [{ id: 'a', fieldType: 'Title' }] } },
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

describe.each(listNames)('%s', (name) => {
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

  it.each([
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
  ])('takes the search %j as it stands', async (search) => {
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

describe('uploads', () => {
  it('reads nothing of a large upload from whoever is signed out', async () => {
    const nobody = new Visitor(served.origin);
    expect((await upload(nobody, { file: Buffer.alloc(3_000_000), alt: { en: 'x' } })).status).toBe(401);
    expect((await upload(nobody, { file: await webp(), alt: { en: 'x' } })).status).toBe(401);
  });
});

describe('searching', () => {
  it('finds letters whatever their case and width, and one Chinese character', async () => {
    await add('images', [
      picture('Räume.webp', {
        display: 'GRÖSSE',
        localized: { en: { alt: 'Rooms' }, cn: { alt: '湿度传感器' }, jp: { alt: 'ＨＸ４１' } },
      }),
    ]);
    for (const search of ['räume', 'RÄU', 'grösse', 'rooms', '湿', '传感', 'hx41', 'ＨＸ']) {
      expect(`${search} ${(await list('fetchImages', { search })).count}`).toBe(`${search} 1`);
    }
  });

  it('puts the pages of the asked site first', async () => {
    const [id = 0] = await add('pages', [{ site_id: 'automotive' }]);
    const { error } = await client
      .from('page_locales')
      .insert({ page_id: id, locale: 'en', site_id: 'automotive', path: '/', title: 'Cars' });
    expect(error).toBeNull();
    expect((await list('fetchPages', { site: 'automotive' })).results[0]).toMatchObject({ site: 'automotive' });
    expect((await list('fetchPages', { site: 'main' })).results[0]).toMatchObject({ site: 'main', url: '/' });
    expect((await editor.call('fetchPages', { site: 'elsewhere' })).status).toBe(400);
  });

  it('finds per cent signs, underscores and backslashes as such', async () => {
    await add('images', [picture('50%_off\\now.webp')]);
    for (const search of ['%', '50%', '%_', '_off', '\\', 'off\\n']) {
      expect(`${search} ${(await list('fetchImages', { search })).count}`).toBe(`${search} 1`);
    }
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

describe('addLink', () => {
  const external = { linkType: 'external', text: 'Example', target: '_blank', url: 'https://example.com/new' };
  const added = async (input: object): Promise<{ id: number }> => {
    const response = await editor.call('addLink', input);
    const text = await response.text();
    expect(`${response.status} ${response.status === 200 ? '' : text}`).toBe('200 ');
    return z.object({ id: z.number() }).parse(parse(text));
  };
  const linkCount = async () => (await list('fetchLinks')).count;

  it('makes a link of each type, which is then found by where it leads', async () => {
    const pageId = served.site.pageIds[1] ?? 0;
    const { id } = await added({ ...external, text: '  Example ' });
    expect((await list('fetchLinks', { url: external.url })).results).toEqual([
      expect.objectContaining({ id, text: 'Example', linkType: 'external', target: '_blank', url: external.url }),
    ]);
    const toPage = await added({ linkType: 'internal', text: 'Page', page: pageId, anchorId: 'specs', url: '' });
    const found = await list('fetchLinks', { pageId, anchorId: '#specs' });
    expect(found.results).toEqual([
      expect.objectContaining({
        id: toPage.id,
        target: 'auto',
        anchorId: '#specs',
        page: expect.objectContaining({ id: pageId, url: '/section-1/page-1' }),
        destination: '/section-1/page-1#specs',
      }),
    ]);
    await added({ linkType: 'internal', text: 'Path', url: '/products/catalog/p1' });
    await added({ linkType: 'anchor', text: 'Below', anchorId: '#below' });
    await added({ ...external, text: 'Mail', url: 'mailto:info@example.com' });
    await added({ ...external, text: 'Call', url: 'tel:+41 44 306 40 00' });
    const [document] = (await list('fetchDocuments')).results;
    await added({ linkType: 'download', text: 'Sheet', target: '_blank', document: document?.['id'] });
    await added({ linkType: 'download', text: 'File', target: '_blank', url: 'https://example.com/a.zip' });
    expect((await list('fetchLinks', { search: 'example.com', url: external.url })).count).toBe(1);
    expect((await list('fetchLinks', { search: 'exam*le', url: external.url })).count).toBe(1);
    expect((await list('fetchLinks', { search: 'nothing', url: external.url })).count).toBe(0);
  });

  it('warns of an equal link and names it; a second time adds it anyway', async () => {
    const first = await added({ ...external, url: 'https://example.com/twice' });
    const before = await linkCount();
    const again = { ...external, text: 'Other words', url: 'https://example.com/twice' };
    const response = await editor.call('addLink', again);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: 'Attention: the link already exists here, are you sure you wish to add it again?',
      failure: { code: 'conflict', detail: { existing: { id: first.id, destination: 'https://example.com/twice' } } },
    });
    expect(await linkCount()).toBe(before);
    expect((await added({ ...again, again: true })).id).not.toBe(first.id);
  });

  it('takes another anchor, another page and another type for another link', async () => {
    const pageId = served.site.pageIds[2] ?? 0;
    await added({ linkType: 'internal', text: 'a', page: pageId });
    await added({ linkType: 'internal', text: 'a', page: pageId, anchorId: '#one' });
    await added({ linkType: 'internal', text: 'a', page: pageId, anchorId: '#two' });
    expect(
      (await editor.call('addLink', { linkType: 'internal', text: 'b', page: pageId, anchorId: 'two' })).status,
    ).toBe(409);
    await add('links', [{ text: 'bare', link_type: 'anchor', anchor_id: 'bare' }]);
    expect((await editor.call('addLink', { linkType: 'anchor', text: 'b', anchorId: '#bare' })).status).toBe(409);
  });

  it.each<[string, object, string, string]>([
    ['no type', { text: 'a', url: 'https://example.com/' }, 'linkType', 'Link type is required'],
    ['an unknown type', { ...external, linkType: 'magic' }, 'linkType', 'Link type is required'],
    ['no text', { ...external, text: ' ' }, 'text', 'Link text is required'],
    ['a text that is too long', { ...external, text: 'x'.repeat(251) }, 'text', 'Max. 250 characters'],
    [
      'NUL in the text',
      { ...external, text: 'a\u0000' },
      'text',
      'This text contains a character that cannot be stored',
    ],
    ['no target', { ...external, target: null }, 'target', 'Target is required'],
    ['an empty target', { ...external, target: '' }, 'target', 'Target is required'],
    ['another target', { ...external, target: '_top' }, 'target', 'Target is required'],
    ['no URL', { ...external, url: '' }, 'url', 'URL is required'],
    ['a script', { ...external, url: 'javascript:alert(1)' }, 'url', 'Enter an address that begins'],
    ['a script in capitals', { ...external, url: 'JaVaScRiPt:alert(1)' }, 'url', 'Enter an address that begins'],
    ['a script behind a space', { ...external, url: ' \tjavascript:alert(1)' }, 'url', 'Enter an address that begins'],
    ['data', { ...external, url: 'data:text/html,<script>1</script>' }, 'url', 'Enter an address that begins'],
    ['a file', { ...external, url: 'file:///etc/passwd' }, 'url', 'Enter an address that begins'],
    ['credentials', { ...external, url: 'https://user:pass@example.com/' }, 'url', 'Enter an address that begins'],
    ['a space in it', { ...external, url: 'https://example.com/a b' }, 'url', 'Enter an address that begins'],
    ['a download from nowhere', { linkType: 'download', text: 'a', target: 'auto' }, 'url', 'URL is required'],
    [
      'a download by script',
      { linkType: 'download', text: 'a', target: 'auto', url: 'javascript:1' },
      'url',
      'Enter an address',
    ],
    [
      'a download of what is gone',
      { linkType: 'download', text: 'a', target: 'auto', document: 987_654 },
      'document',
      'Document not found',
    ],
    ['nowhere inside', { linkType: 'internal', text: 'a' }, 'page', 'Choose a page'],
    ['two places inside', { linkType: 'internal', text: 'a', page: 1, url: '/a' }, 'url', 'A link leads to one place'],
    ['a page that is gone', { linkType: 'internal', text: 'a', page: 987_654 }, 'page', 'Page not found'],
    [
      'another host inside',
      { linkType: 'internal', text: 'a', url: '//evil.example/' },
      'url',
      'Enter a path of this site',
    ],
    [
      'a backslash inside',
      { linkType: 'internal', text: 'a', url: '/\\evil.example/' },
      'url',
      'Enter a path of this site',
    ],
    ['no anchor', { linkType: 'anchor', text: 'a' }, 'anchorId', 'Anchor ID is required'],
    [
      'two words for an anchor',
      { linkType: 'anchor', text: 'a', anchorId: '#a b' },
      'anchorId',
      'An anchor ID is one word',
    ],
    ['nothing at all', {}, 'target', 'Target is required'],
    ['nothing at all', {}, 'url', 'URL is required'],
  ])('says what is wrong with %s, and adds nothing', async (_, input, field, message) => {
    const before = await linkCount();
    const response = await editor.call('addLink', input);
    expect(response.status).toBe(400);
    const body = z.object({ fields: z.record(z.string(), z.array(z.string())) }).parse(await response.json());
    expect(body.fields[field]?.[0]).toContain(message);
    expect(await linkCount()).toBe(before);
  });
});

type Upload = { file?: Buffer | string; name?: string; alt?: object | string; decorative?: boolean };

function upload(visitor: Visitor, { file, name = 'picture.webp', alt, decorative }: Upload): Promise<Response> {
  const form = new FormData();
  if (typeof file === 'string') form.set('file', file);
  else if (file) form.set('file', new File([new Uint8Array(file)], name, { type: 'image/webp' }));
  if (alt !== undefined) form.set('alt', typeof alt === 'string' ? alt : JSON.stringify(alt));
  if (decorative !== undefined) form.set('decorative', String(decorative));
  return visitor.send('/_actions/addImage', { method: 'POST', body: form, headers: { accept: 'application/json' } });
}

describe('addImage', () => {
  const imageCount = async () => (await list('fetchImages')).count;

  it('stores a picture in its widths, with its texts, and offers it first', async () => {
    const photographed = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#335577' } })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .webp()
      .toBuffer();
    const response = await upload(editor, {
      file: photographed,
      name: '..\\folder/sensor\u0007.webp',
      alt: { en: ' A sensor ', de: 'Ein Sensor' },
    });
    expect(response.status).toBe(200);
    const { id } = z.object({ id: z.number() }).parse(parse(await response.text()));
    const [first] = (await list('fetchImages')).results;
    expect(first).toMatchObject({ id, filename: 'sensor.webp', alt: 'A sensor', width: 1000, height: 500 });
    expect((await list('fetchImages', { search: 'ein sensor' })).results[0]).toMatchObject({ id });
    const shown = await editor.send(String(first?.['url']));
    expect(shown.status).toBe(200);
    const metadata = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 960 });
    expect(metadata.exif).toBeUndefined();
    expect((await new Visitor(served.origin).send(String(first?.['url']))).status).toBe(404);
  });

  it('takes a picture that is decoration without a text', async () => {
    const response = await upload(editor, { file: await webp(400, 300), decorative: true });
    expect(response.status).toBe(200);
    expect((await list('fetchImages')).results[0]).toMatchObject({ alt: '', decorative: true });
  });

  it('takes a picture of some megabytes', async () => {
    const large = await sharp({
      create: {
        width: 1800,
        height: 1800,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
    expect(large.byteLength).toBeGreaterThan(2_500_000);
    expect((await upload(editor, { file: large, alt: { en: 'Noise' } })).status).toBe(200);
  });

  it.each<[string, () => Promise<Upload>, number, string, string]>([
    ['a PNG that calls itself WebP', async () => ({ file: await sharp(await webp()).png().toBuffer(), alt: { en: 'x' } }), 400, 'file', 'Only WebP images can be uploaded'],
    ['a JPEG', async () => ({ file: await sharp(await webp()).jpeg().toBuffer(), name: 'a.jpg', alt: { en: 'x' } }), 400, 'file', 'Only WebP images can be uploaded'],
    ['a drawing', async () => ({ file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), alt: { en: 'x' } }), 400, 'file', 'Only WebP images can be uploaded'],
    ['an empty file', async () => ({ file: Buffer.of(), alt: { en: 'x' } }), 400, 'file', ''],
    ['no file', async () => ({ alt: { en: 'x' } }), 400, 'file', 'Choose a WebP file'],
    ['a text for the file', async () => ({ file: 'RIFF0000WEBP', alt: { en: 'x' } }), 400, 'file', 'Choose a WebP file'],
    ['half a picture', async () => ({ file: (await webp(1500, 900)).subarray(0, 400), alt: { en: 'x' } }), 400, 'file', ''],
    ['only the name of the format', async () => ({ file: Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 '), alt: { en: 'x' } }), 400, 'file', ''],
    ['more pixels than can be decoded', async () => ({ file: await webp(9000, 9000), alt: { en: 'x' } }), 400, 'file', ''],
    ['no alternative text', async () => ({ file: await webp(), alt: { de: 'Ein Sensor' } }), 400, 'alt.en', 'Say what the picture shows'],
    ['an alternative text of spaces', async () => ({ file: await webp(), alt: { en: '  ' } }), 400, 'alt.en', 'Say what the picture shows'],
    ['an alternative text without end', async () => ({ file: await webp(), alt: { en: 'x'.repeat(301) } }), 400, 'alt.en', 'Max. 300 characters'],
    ['a locale that there is not', async () => ({ file: await webp(), alt: { en: 'x', fr: 'y' } }), 400, 'alt', ''],
    ['texts that are no JSON', async () => ({ file: await webp(), alt: 'hello' }), 400, 'alt', ''],
  ])('refuses %s, and stores nothing', async (_, make, status, field, message) => {
    const before = await imageCount();
    const response = await upload(editor, await make());
    expect(response.status).toBe(status);
    const body = z.object({ fields: z.record(z.string(), z.array(z.string())) }).parse(await response.json());
    expect(Object.keys(body.fields).some((name) => name.startsWith(field))).toBe(true);
    if (message !== '') expect(body.fields[field]?.[0]).toContain(message);
    expect(await imageCount()).toBe(before);
  }); // prettier-ignore

  it('is 413 for more than a picture may hold', async () => {
    const response = await upload(editor, { file: Buffer.alloc(11 * 1024 * 1024), alt: { en: 'x' } });
    expect(response.status).toBe(413);
  });

  it.each([
    ['application/json', '{}'],
    ['multipart/form-data; boundary=x', '--x'],
    ['multipart/form-data', 'nothing'],
    ['text/plain', 'hello'],
  ])('is refused as %s with %j', async (type, body) => {
    const response = await editor.send('/_actions/addImage', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});
