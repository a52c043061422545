import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { type Client, DatabaseUnavailable, createKeyClient } from '#content/clients/client.ts';
import { makeHash } from '#content/media/pictures/encode-image.ts';
import { preparePicture } from '#content/media/pictures/prepare-picture.ts';
import type { Database } from '#database/database.types.ts';
import { exportContent } from '#content/transfer/export-content.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { formatIssue } from '#content/records/parse-record.ts';
import { openSource } from '#content/transfer/source.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { writeGeneratedContent } from '../fixtures/generated-content.ts';
import { irot, nclx, withProperties } from '../fixtures/heif-pictures.ts';
import { mediaCache } from '../fixtures/media-cache.ts';
import { isSweep } from '../fixtures/seeds.ts';

let embedded: Embedded;
let client: Client;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'content-'));
  embedded = await startEmbedded({ dataDir: null });
  client = createKeyClient(embedded.url, embedded.secretKey);
  await writeGeneratedContent(file('generated.json'), 12);
});
afterAll(async () => {
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
});

const photo = () => sharp({ create: { width: 80, height: 40, channels: 3, background: '#2b7a78' } });
const file = (name: string) => path.join(directory, name);

async function load(source: string, replace = false) {
  const result = await importContent(client, await openSource(source), { replace, mediaCache });
  return result.ok
    ? { ...result.value, issues: [] }
    : { message: result.failure.message, issues: (result.failure.issues ?? []).map(formatIssue) };
}

async function loadRecords(records: readonly unknown[], replace = false) {
  await writeFile(file('records.json'), JSON.stringify({ format: 'ostrevo-content', version: 1, records }));
  return load(file('records.json'), replace);
}

async function contentNow(): Promise<string> {
  await exportContent(client, file('now.json'));
  return readFile(file('now.json'), 'utf8');
}

const records = async () => {
  const text = await readFile(file('generated.json'), 'utf8');
  const bundle: { records: Record<string, unknown>[] } = JSON.parse(text);
  return bundle.records;
};
const countOf = async (table: string) =>
  (await embedded.query<{ count: number }>(`select count(*)::int from ${table}`))[0]?.count;

describe('an import', () => {
  beforeEach(async () => {
    expect((await load(file('generated.json'), true)).issues).toEqual([]);
  });

  it('publishes the pages that are to be published, and no others', async () => {
    const pages = await embedded.query('select id from public.pages where published_revision_id is null order by id');
    expect(pages).toEqual([{ id: 9 }]);
    expect(await countOf('public.published_page_locales')).toBe(22);
    expect(await countOf('private.import_rows')).toBe(0);
  });

  it('changes nothing, and queues nothing, when the same content comes again', async () => {
    const before = await contentNow();
    const queued = await countOf('pgmq.q_content_changes');
    expect(await load(file('generated.json'))).toMatchObject({ records: 18, published: 0 });
    expect(await contentNow()).toBe(before);
    expect(await countOf('pgmq.q_content_changes')).toBe(queued);
  });

  it('brings content up to date: draft, revision, history and queue follow', async () => {
    const queued = await countOf('pgmq.q_content_changes');
    const [page] = (await records()).filter((record) => record['kind'] === 'page' && record['id'] === 3);
    const modules = structuredClone(page?.['modules']) as { id: number; data: { en: { title?: string } } }[];
    if (modules[0]) modules[0].data.en.title = 'A new title';
    modules.splice(6, 1);
    expect(await loadRecords([{ ...page, modules }])).toMatchObject({ records: 1, published: 1 });
    expect(await embedded.query('select structure_version from public.pages where id = 3')).toEqual([
      { structure_version: 2 },
    ]);
    expect(
      await embedded.query("select version from public.module_locales where module_id = 17 and locale = 'en'"),
    ).toEqual([{ version: 2 }]);
    expect(await countOf('public.modules where page_id = 3')).toBe(7);
    expect(
      await embedded.query(
        `select modules #>> '{0,data,title}' as title from public.page_revision_locales r
          join public.pages p on p.published_revision_id = r.revision_id where p.id = 3 and locale = 'en'`,
      ),
    ).toEqual([{ title: 'A new title' }]);
    expect(
      await embedded.query(
        `select action, locale, content #>> '{data,title}' as title, version from public.draft_saves
          where page_id = 3 and id > (select max(id) - 2 from public.draft_saves) order by id`,
      ),
    ).toEqual([
      { action: 'import', locale: null, title: null, version: 2 },
      { action: 'import', locale: 'en', title: 'A new title', version: 2 },
    ]);
    // One message a table, for any number of rows.
    const messages = await embedded.query('select message from pgmq.q_content_changes order by msg_id');
    expect(messages.slice(Number(queued))).toHaveLength(1);
  });

  it('takes a page off the site, and puts it back as it was', async () => {
    const [page] = (await records()).filter((record) => record['kind'] === 'page' && record['id'] === 4);
    await loadRecords([{ ...page, published: false }]);
    expect(await countOf('public.published_page_locales where page_id = 4')).toBe(0);
    const [revision] = await embedded.query<{ id: number }>('select id from public.page_revisions where page_id = 4');
    const published = { revision: revision?.id, parent: 1, published_at: '2026-01-02T03:04:05+00:00' };
    expect(await loadRecords([{ ...page, published }])).toMatchObject({ issues: [], published: 0 });
    expect(
      await embedded.query(
        'select locale, revision_id, published_at from public.published_page_locales where page_id = 4 order by locale',
      ),
    ).toEqual(
      ['en', 'de'].map((locale) => ({ locale, revision_id: revision?.id, published_at: '2026-01-02T03:04:05+00:00' })),
    );
  });

  it.runIf(isSweep)('brings a deleted page back under its id, with revisions beside those that were left', async () => {
    const { records: exported }: { records: Record<string, unknown>[] } = JSON.parse(await contentNow());
    const page = exported.find(({ kind, id }) => kind === 'page' && id === 4);
    const revision = exported.find(({ kind, page: of }) => kind === 'page_revision' && of === 4);
    const numbers = () =>
      embedded.query('select id, number from public.page_revisions where page_id = 4 order by number');
    const left = await numbers();
    await embedded.query('delete from public.pages where id = 4');
    const bundle = [
      { ...revision, id: 9000, created_at: '2026-01-02T03:04:05+00:00' },
      { ...page, published: { revision: 9000, parent: 1, published_at: '2026-01-02T03:04:05+00:00' } },
    ];
    expect(await loadRecords(bundle)).toMatchObject({ issues: [] });
    expect(await numbers()).toEqual([...left, { id: 9000, number: left.length + 1 }]);
    expect(await countOf('public.published_page_locales where page_id = 4 and revision_id = 9000')).toBe(2);
    const before = await contentNow();
    expect(await loadRecords(bundle)).toMatchObject({ issues: [] });
    expect(await contentNow()).toBe(before);
  });

  it('deletes rows that are not in the bundle when it replaces, and reuses no id', async () => {
    await embedded.query(
      'insert into public.tags (id, slug, localized) values (900, \'x\', \'{"en": {"name": "X"}}\')',
    );
    const [before] = await embedded.query<{ id: number }>('select max(id) as id from public.page_revisions');
    await load(file('generated.json'), true);
    expect(await countOf('public.tags')).toBe(0);
    expect(await countOf('public.page_revisions')).toBe(11);
    const [after] = await embedded.query<{ id: number }>('select min(id) as id from public.page_revisions');
    expect(Number(after?.id)).toBeGreaterThan(Number(before?.id));
    await loadRecords([{ kind: 'tag', id: 40, slug: 'y', localized: { en: { name: 'Y' } } }]);
    const [tag] = await embedded.query<{ id: number }>(
      'insert into public.tags (slug, localized) values (\'z\', \'{"en": {"name": "Z"}}\') returning id',
    );
    expect(tag?.id).toBe(41);
  });

  it('refuses a bad bundle whole, with every mistake', async () => {
    const before = await contentNow();
    const good = await records();
    const page = good.find((record) => record['kind'] === 'page' && record['id'] === 5);
    const result = await loadRecords([
      ...good,
      { kind: 'thing', id: 1 },
      { ...page, id: 5000, modules: [{ id: 9000, type: 'HERO', data: { en: { title: 'x'.repeat(101), image: 77 } } }] },
      { kind: 'tag', id: 1, slug: 'Not A Slug', localized: { de: { name: 'Nur Deutsch' } } },
      { kind: 'image', id: 2, filename: 'lost.webp' },
    ]);
    expect(result.message).toBe('The content was not imported: 8 errors. Nothing was changed.');
    expect(result.issues).toEqual([
      'records[18] (thing 1) › kind: unknown kind "thing"',
      'records[19] (page 5000, main /pages/page-5) › modules[0] › data › en › title: Max. 100 characters',
      'records[19] (page 5000, main /pages/page-5): records[10] (page 5, main /pages/page-5) has the same address /pages/page-5 of main in en',
      'records[19] (page 5000, main /pages/page-5): records[10] (page 5, main /pages/page-5) has the same address /seiten/seite-5 of main in de',
      'records[20] (tag 1, Not A Slug) › slug: A slug has lower-case letters, digits and single hyphens, 120 at most (80 of Japanese, Chinese or Korean)',
      'records[20] (tag 1, Not A Slug) › localized: The default locale en is missing',
      'records[21] (image 2, lost.webp) › content: This field is required',
      'records[19] (page 5000, main /pages/page-5) › modules[0] › data › en › image: There is no image 77',
    ]);
    expect(await contentNow()).toBe(before);
  });

  it.each([
    ['nothing', '', 'The file is empty'],
    [
      'another file',
      '{"hello": "world"}',
      'The file is not a bundle: it starts with {"format":"ostrevo-content","version":1,"records":[',
    ],
    [
      'another format',
      '{"format":"other","version":1,"records":[]}',
      'The file is not a bundle: it starts with {"format":"ostrevo-content","version":1,"records":[',
    ],
    [
      'a later version',
      '{"format":"ostrevo-content","version":2,"records":[]}',
      'The file is a bundle of version 2, and this code reads version 1',
    ],
    ['no list', '{"format":"ostrevo-content","version":1,"records":{}}', 'The file: "records" is not a list'],
    [
      'a list alone',
      '[]',
      'The file is not a bundle: it starts with {"format":"ostrevo-content","version":1,"records":[',
    ],
    [
      'what follows the bundle',
      '{"format":"ostrevo-content","version":1,"records":[]} {}',
      'line 1, column 55: this is not JSON',
    ],
    [
      'a truncated bundle',
      '{"format":"ostrevo-content","version":1,"records":[{"kind":"tag","id":1,"slug":"a',
      'records[0]: the file ends too early',
    ],
    [
      'broken JSON',
      '{"format":"ostrevo-content","version":1,"records":[{"kind":"tag",,}]}',
      'line 1, column 66: this is not JSON',
    ],
  ])('refuses %s', async (_, content, issue) => {
    await writeFile(file('bad.json'), content);
    const result = await load(file('bad.json'), true);
    expect(result.issues).toEqual([issue]);
    expect(await countOf('public.pages')).toBe(12);
  });

  it('says in words which path, name or text the database would not take', async () => {
    const before = await contentNow();
    const [page] = (await records()).filter((record) => record['kind'] === 'page' && record['id'] === 4);
    const { en, ...others } = z.record(z.string(), z.record(z.string(), z.unknown())).parse(page?.['locales']);
    const refused = await loadRecords([
      { ...page, locales: { ...others, en: { ...en, path: '/50%25-off' } } },
      {
        kind: 'video',
        id: 1,
        filename: '../x',
        localized: { en: { title: 'X' } },
        url: 'https://youtu.be/aqz-KE-bpKQ',
      },
      { kind: 'redirect', id: 1, site: 'main', from_path: '/\ud800', to_path: '/' },
    ]);
    expect(refused.issues.join('\n')).toMatch(/locales › en › path: A path .* without a percent sign/);
    expect(refused.issues.join('\n')).toMatch(/filename: A file name has no slashes/);
    expect(refused.issues.join('\n')).toMatch(/from_path: This text contains a character that cannot be stored/);
    expect(await contentNow()).toBe(before);
  });

  it.each([
    ['avif', async () => withProperties(await photo().avif().toBuffer(), [nclx(12, 13), irot(1)])],
    [
      'jpeg',
      () =>
        photo()
          .withExif({ IFD3: { GPSLatitude: '47/1 0/1 0/1' } })
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer(),
    ],
    ['tiff', () => photo().tiff().toBuffer()],
  ] as const)(
    'stores a new picture as an upload of it would be, and one that was stored as it is (%s)',
    async (format, made) => {
      const bytes = await made();
      const prepared = await preparePicture(bytes, format);
      if (!prepared.ok || !prepared.value.bytes) throw new Error('not prepared');
      const record = { kind: 'image', id: 50, filename: `photo.${format}`, localized: { en: { alt: 'A photograph' } } };
      const loaded = await loadRecords([{ ...record, content: bytes.toString('base64') }]);
      expect(loaded.issues).toEqual([]);
      const stored = () =>
        embedded.query('select filename, hash, content_type, width, height from public.images where id = 50');
      const { width, height } = await sharp(prepared.value.bytes).metadata();
      const first = await stored();
      expect(first).toEqual([
        { filename: 'photo.webp', hash: makeHash(prepared.value.bytes), content_type: 'image/webp', width, height },
      ]);
      const again = JSON.parse(await contentNow()).records.find(
        (one: Record<string, unknown>) => one['kind'] === 'image' && one['id'] === 50,
      );
      expect((await loadRecords([again])).issues).toEqual([]);
      expect(await stored()).toEqual(first);
    },
  );

  it('takes a picture with the hash of its bytes as it was stored by an older import', async () => {
    const bytes = await photo().avif().toBuffer();
    const record = {
      kind: 'image',
      id: 51,
      filename: 'old.avif',
      localized: { en: { alt: 'A photograph' } },
      hash: makeHash(bytes),
    };
    const loaded = await loadRecords([{ ...record, content: bytes.toString('base64') }]);
    expect(loaded.issues).toEqual([]);
    expect(await embedded.query('select filename, hash from public.images where id = 51')).toEqual([
      { filename: 'old.avif', hash: makeHash(bytes) },
    ]);
  });

  it('refuses pictures that are none, and content that is not that of its hash', async () => {
    const [picture] = (await records()).filter((record) => record['kind'] === 'image');
    const text = Buffer.from('not a picture').toString('base64');
    const result = await loadRecords([
      { ...picture, id: 5, content: text },
      { ...picture, id: 6, hash: 'aaaaaaaaaaaaaaaaaaaa' },
    ]);
    expect(result.issues).toEqual([
      'records[0] (image 5, plain.webp) › content: This is no picture, whatever its name says. Export it again, then choose the new file.',
      'records[1] (image 6, plain.webp) › content: The content is not that of the hash aaaaaaaaaaaaaaaaaaaa',
    ]);
    expect(await countOf('public.images')).toBe(1);
    expect(await countOf('private.import_rows')).toBe(0);
  });

  it('refuses conflicts with the database, and says what to do', async () => {
    const [page] = (await records()).filter((record) => record['kind'] === 'page' && record['id'] === 6);
    const taken = await loadRecords([{ ...page, id: 60, modules: [] }]);
    expect(taken.message).toMatch(/nothing was changed: .*page_locales_address_key.*--replace/s);
    const elsewhere = await loadRecords([{ ...page, id: 61, locales: { en: { path: '/x', title: 'X' } } }]);
    expect(elsewhere.message).toMatch(/The module 41 is on the page 6 in the database/);
    expect(await countOf('public.pages')).toBe(12);
    expect(await countOf('private.import_rows')).toBe(0);
  });

  it.runIf(isSweep)('learns what became of an import whose answer was lost on the way', async () => {
    // A gateway that gives up waiting: the database does its work, and the caller gets no answer.
    const impatient = createClient<Database>(embedded.url, embedded.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          if (!response.url.endsWith('/import_apply')) return response;
          await response.text();
          return new Response('<html>Gateway timeout</html>', { status: 504 });
        },
      },
    });
    const options = { replace: false, mediaCache };
    const good = await importContent(impatient, await openSource(file('generated.json')), options);
    expect(good).toMatchObject({ ok: true, value: { published: 0 } });
    await writeFile(
      file('records.json'),
      JSON.stringify({ format: 'ostrevo-content', version: 1, records: [{ ...(await records())[4], id: 70 }] }),
    );
    await expect(importContent(impatient, await openSource(file('records.json')), options)).rejects.toThrow(
      DatabaseUnavailable,
    );
    expect(await countOf('private.import_rows')).toBe(0);
  });

  it('is counted by an export once for each record, and never past what there is', async () => {
    const steps: [number, number][] = [];
    const still = await exportContent(client, file('counted.json'), (...step) => steps.push(step));
    // Pictures and what belongs to a record are part of it.
    expect(steps.at(-1)).toEqual([still.records, still.records]);
    expect(steps).toEqual(steps.map((_, index) => [index + 1, still.records]));
    // An editor adds a record between the count and its reading.
    const beside = createClient<Database>(embedded.url, embedded.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          if (response.url.endsWith('/export_count'))
            await embedded.query(
              `insert into public.tags (slug, localized) values ('meanwhile', '{"en":{"name":"Meanwhile"}}')`,
            );
          return response;
        },
      },
    });
    const grown: [number, number][] = [];
    const { records: exported } = await exportContent(beside, file('counted.json'), (...step) => grown.push(step));
    expect(exported).toBe(still.records + 1);
    expect(grown.at(-1)).toEqual([exported, exported]);
    expect(grown.filter(([done, of]) => done > of)).toEqual([]);
  });

  it('is for the secret key alone', async () => {
    const visitor = createKeyClient(embedded.url, embedded.publishableKey);
    for (const answer of [
      await visitor.rpc('import_stage', { p_import: crypto.randomUUID(), p_rows: [] }),
      await visitor.rpc('import_apply', { p_import: crypto.randomUUID(), p_replace: true }),
      await visitor.rpc('export_rows', { p_table: 'forms', p_limit: 10 }),
    ]) {
      expect(answer.error?.code).toBe('42501');
    }
  });
});
