import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { parse } from 'devalue';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { singleUploadLimit } from '#domain/media/upload-limits.ts';
import { partSize } from '#domain/media/upload-parts.ts';
import { tidyUploads } from '#content/media/upload-parts.ts';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { phonePicture } from '../fixtures/phone-picture.ts';
import { readList } from '../fixtures/read-list.ts';
import { isSweep } from '../fixtures/seeds.ts';

let served: Forked;
let editor: Visitor;
let client: Client;

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
});

afterAll(() => served?.stop());

const drawn = (background: string): Sharp => sharp({ create: { width: 700, height: 400, channels: 3, background } });
const medium = z.object({ kind: z.string(), id: z.number(), title: z.string(), isNew: z.boolean() });

function upload(
  visitor: Visitor,
  kind: string,
  name: string,
  bytes: Uint8Array | string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  for (const [key, value] of Object.entries({ kind, ...more })) form.set(key, value);
  return visitor.send('/_actions/uploadMedium', {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
  });
}

async function uploaded(...[kind, name, bytes, more]: [string, string, Uint8Array | string, Record<string, string>?]) {
  const response = await upload(editor, kind, name, bytes, more);
  const text = await response.text();
  expect(`${name} ${response.status} ${response.status === 200 ? '' : text}`).toBe(`${name} 200 `);
  return medium.parse(parse(text));
}

/** A PNG file that says it has this size, with hardly any pixels. */
function headerOf(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it('puts what is uploaded into the folder that is open, and what is there already nowhere else', async () => {
  const made = await editor.call('saveMediaFolder', { name: 'Uploads' });
  const folder = z.object({ id: z.number() }).parse(parse(await made.text())).id;
  const { id, isNew } = await uploaded('file', 'library.txt', 'A file for a folder', { folder: String(folder) });
  expect(isNew).toBe(true);
  const placeOf = () => client.from('filed_media').select('folder_id').match({ kind: 'file', record_id: id });
  expect((await placeOf()).data).toEqual([{ folder_id: folder }]);
  const other = await editor.call('saveMediaFolder', { name: 'Others' });
  const elsewhere = z.object({ id: z.number() }).parse(parse(await other.text())).id;
  expect(await uploaded('file', 'again.txt', 'A file for a folder', { folder: String(elsewhere) })).toMatchObject({
    id,
  });
  expect((await placeOf()).data).toEqual([{ folder_id: folder }]);
  const listed = await editor.call('listRecords', { kind: 'file', filters: [{ by: 'folder', is: String(folder) }] });
  expect(parse(await listed.text())).toMatchObject({ rows: [{ id }], total: 1 });
  const asked = await editor.call('listRecords', { kind: 'file', filters: [{ by: 'folder', is: 'x' }] });
  expect(asked.status).toBe(400);
  // A folder that was deleted meanwhile is no reason to lose the file.
  expect(await uploaded('file', 'late.txt', 'A late file', { folder: '987654' })).toMatchObject({ isNew: true });
});

describe('a picture', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['IMG_0001.JPG', () => drawn('#101010').jpeg().toBuffer(), 700],
    ['screen.png', () => drawn('#202020').png().toBuffer(), 700],
    ['photo.webp', () => drawn('#303030').webp().toBuffer(), 700],
    ['photo.avif', () => drawn('#404040').avif({ effort: 0 }).toBuffer(), 700],
    ['scan.tiff', () => drawn('#505050').tiff().toBuffer(), 700],
    ['old.gif', () => drawn('#606060').gif().toBuffer(), 700],
    ['IMG_0002.HEIC', () => phonePicture, 64],
  ])('%s becomes an image that pages can show', async (name, make, width) => {
    const made = await uploaded('image', name, await make());
    expect(made).toMatchObject({ kind: 'image', isNew: true, title: name.replace(/\.\w+$/, '.webp') });
    const { results } = await readList(editor, 'fetchImages', { search: String(made.id) });
    const listed = results.find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ width, alt: '' });
    const shown = await editor.send(String(listed?.['url']));
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' });
  });

  it('is there once, whatever it is called and however often it comes at the same moment', async () => {
    const bytes = await drawn('#abcdef').jpeg().toBuffer();
    const all = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => uploaded('image', name, bytes)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await uploaded('image', 'again.jpg', bytes)).toEqual({ ...all[0], isNew: false });
  });

  it('is stored without its position, upright', async () => {
    const photo = drawn('#334455')
      .withExif({ IFD3: { GPSLatitude: '47/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 });
    const { id } = await uploaded('image', 'photo.jpg', await photo.jpeg().toBuffer());
    const { data } = await client.from('images').select('storage_path, width, height').eq('id', id).single();
    expect(data).toMatchObject({ width: 400, height: 700 });
    const original = await client.storage.from('media').download(data?.storage_path ?? '');
    const metadata = await sharp(Buffer.from((await original.data?.arrayBuffer()) ?? new ArrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 400, height: 700 });
    expect(metadata.exif).toBeUndefined();
  });
});

describe('a file that is no picture', () => {
  it('becomes a drawing without scripts', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path d="M0 0h9v9z" onclick="x()"/></svg>';
    const { id, isNew } = await uploaded('vector', 'mark.svg', svg);
    expect(isNew).toBe(true);
    const { data } = await client.from('vectors').select('storage_path').eq('id', id).single();
    const stored = await client.storage.from('media').download(data?.storage_path ?? '');
    const text = (await stored.data?.text()) ?? '';
    expect(text).toContain('<path');
    expect(text).not.toMatch(/script|onclick/);
    expect(await uploaded('vector', 'again.svg', svg)).toMatchObject({ id, isNew: false });
  });

  it('becomes a file to download, or a document with its type and language', async () => {
    const file = await uploaded('file', 'Press kit.zip', 'PK\u0003\u0004 kit');
    expect(file).toMatchObject({ kind: 'file', title: 'Press kit.zip', isNew: true });
    const made = await uploaded('document', 'HX4 Datenblatt.pdf', '%PDF-1.7 HX4', {
      documentType: 'manual',
      language: 'de',
    });
    expect(made).toMatchObject({ kind: 'document', title: 'HX4 Datenblatt', isNew: true });
    const { data } = await client.from('documents').select().eq('id', made.id).single();
    expect(data).toMatchObject({
      filename: 'HX4 Datenblatt.pdf',
      document_type: 'manual',
      language: 'de',
      content_type: 'application/pdf',
      localized: { en: { title: 'HX4 Datenblatt' } },
    });
  });
});

describe('a hostile file', () => {
  const counts = async () =>
    Promise.all(
      (['images', 'vectors', 'files', 'documents'] as const).map(async (table) => {
        const { count } = await client.from(table).select('id', { count: 'exact', head: true });
        return count;
      }),
    );
  const gifWithPage = async () =>
    Buffer.concat([await drawn('#123456').gif().toBuffer(), Buffer.from('<script>alert(1)</script>')]);

  it.each<[string, string, string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['50,000 × 50,000 pixels in a kilobyte', 'image', 'a.png', () => headerOf(50_000, 50_000), /50000 × 50000 pixels/],
    ['a picture cut off at its half', 'image', 'a.jpg', async () => (await drawn('#777').jpeg().toBuffer()).subarray(0, 900), /damaged/],
    ['half of a phone’s picture', 'image', 'a.heic', () => phonePicture.subarray(0, 600), /damaged/],
    ['a page that is called a picture', 'image', 'a.png', () => Buffer.from('<html><script>'), /no picture/],
    ['a program that is called a picture', 'image', 'a.jpg', () => Buffer.from('MZ\u0090'), /no picture/],
    ['a page that is called a PDF', 'file', 'a.pdf', () => Buffer.from('<html>'), /not what its name says/],
    ['a picture that is called a PDF', 'file', 'a.pdf', () => drawn('#888').png().toBuffer(), /Only documents/],
    ['a drawing of nothing but a script', 'vector', 'a.svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"'), /./],
    ['a drawing of 3 MB', 'vector', 'a.svg', () => Buffer.from(`<svg xmlns="x">${' '.repeat(3_000_000)}</svg>`), /larger than 2 MB/],
    ['an empty file', 'image', 'a.png', () => Buffer.of(), /./],
  ])('is refused with a sentence: %s', async (_, kind, name, make, message) => {
    const before = await counts();
    const response = await upload(editor, kind, name, await make());
    expect(response.status).toBe(400);
    const { fields } = z.object({ fields: z.object({ file: z.array(z.string()) }) }).parse(await response.json());
    expect(fields.file[0]).toMatch(message);
    expect(await counts()).toEqual(before);
  }); // prettier-ignore

  it('keeps nothing of what follows its picture', async () => {
    const { id } = await uploaded('image', 'page.gif', await gifWithPage());
    const { data } = await client.from('images').select('storage_path').eq('id', id).single();
    const original = await client.storage.from('media').download(data?.storage_path ?? '');
    expect(Buffer.from((await original.data?.arrayBuffer()) ?? new ArrayBuffer()).includes('script')).toBe(false);
  });

  it('has a name without folders and control characters', async () => {
    const made = await uploaded('file', '..\\..\u0007/etc/pass\u0000wd.pdf', '%PDF-1.7 names');
    expect(made.title).not.toMatch(/[/\\\p{Cc}]/u);
  });

  it('is 413 above the limit, and 401 without a session', async () => {
    expect((await upload(editor, 'file', 'a.zip', Buffer.alloc(singleUploadLimit + 1_000_000))).status).toBe(413);
    expect(
      (await upload(new Visitor(served.origin), 'image', 'a.png', await drawn('#999').png().toBuffer())).status,
    ).toBe(401);
  });
});

describe('another file for a medium', () => {
  type Hash = string | null;
  const replace = (id: number, hash: Hash, bytes: Uint8Array | string, name = 'new.png', kind = 'image') => {
    const form = new FormData();
    form.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
    for (const [key, value] of Object.entries({ kind, id: String(id), hash })) if (value !== null) form.set(key, value);
    return editor.send('/_actions/draftMediumFile', {
      method: 'POST',
      body: form,
      headers: { accept: 'application/json' },
    });
  };
  const files = z.object({
    filename: z.string(),
    file: z.object({ hash: z.string(), href: z.string() }),
    draft: z.object({ file: z.object({ hash: z.string() }).nullable() }).nullable(),
    earlier: z.array(z.object({ number: z.number(), hash: z.string(), replacedBy: z.string().nullable() })),
  });
  const read = async (id: number, kind = 'image') =>
    files.parse(parse(await (await editor.call('findMediumFile', { kind, id })).text()));
  const receipt = z.object({
    published: z.boolean(),
    entries: z.array(z.object({ path: z.string(), change: z.string() })),
  });

  const publish = async (id: number, kind = 'image') => {
    const response = await editor.call('publishRecords', { records: [{ kind, id }] });
    return receipt.parse(parse(await response.text()));
  };

  it('is on every page that shows it once it is published, and the earlier one comes back', async () => {
    const page = async () =>
      (await (await fetch(`${served.origin}/section-1/page-1`)).text()).match(/\/media\/[^\s"]+\.webp/g) ?? [];
    const [shown = ''] = await page();
    const hash = /\/media\/([\w-]+)-\d+\.webp/.exec(shown)?.[1] ?? '';
    const { data } = await client.from('images').select('id').eq('hash', hash).single();
    const id = data?.id ?? 0;
    expect((await replace(id, hash, await drawn('#13579b').jpeg().toBuffer(), 'IMG_1.JPG')).status).toBe(200);
    expect((await page())[0]).toBe(shown);
    const records = [{ kind: 'image', id }];
    const plan = receipt.shape.entries.parse(
      parse(await (await editor.call('planRecords', { records })).text()).entries,
    );
    const done = await publish(id);
    expect(done.published).toBe(true);
    const told = done.entries.filter(({ change }) => change === 'changed').map((entry) => entry.path);
    expect(told).toContain('/section-1/page-1');
    expect(plan.map((entry) => entry.path)).toEqual(expect.arrayContaining(told));
    const now = await read(id);
    expect((await page()).join()).toContain(now.file.hash);
    expect((await page()).join()).not.toContain(hash);
    expect(now.earlier).toEqual([{ number: 1, hash, replacedBy: 'Eva Editor' }]);
    expect((await editor.send(now.file.href)).status).toBe(200);

    const back = await editor.call('draftEarlierFile', { kind: 'image', id, hash: now.file.hash, number: 1 });
    expect(back.status).toBe(200);
    await publish(id);
    expect((await page())[0]).toBe(shown);
    expect((await read(id)).earlier.map((file) => file.hash)).toEqual([now.file.hash, hash]);
  });

  it.runIf(isSweep)('keeps its focal point in view, in the draft first and then on its pages', async () => {
    const page = async (query = '') => (await editor.send(`/section-1/page-1${query}`)).text();
    const hash = /\/media\/([\w-]+)-\d+\.webp/.exec(await page())?.[1] ?? '';
    const { data } = await client.from('images').select('id').eq('hash', hash).single();
    const record = { kind: 'image', id: data?.id ?? 0 };
    const opened = parse(await (await editor.call('openRecord', record)).text());
    const saved = await editor.call('saveRecord', {
      ...record,
      data: { ...opened.live, focus_x: 37, focus_y: 0 },
      base: null,
    });
    expect(saved.status).toBe(200);
    expect(await page('?draft=true')).toContain('focus-x-30 more-x-7 focus-y-0');
    expect(await page()).not.toContain('focus-x-30');
    expect((await editor.call('publishRecords', { records: [record] })).status).toBe(200);
    expect(await page()).toContain('focus-x-30 more-x-7 focus-y-0');
    for (const wrong of [
      { focus_x: 30.5, focus_y: 0 },
      { focus_x: 110, focus_y: 0 },
      { focus_x: 30, focus_y: null },
    ]) {
      const draft = await editor.call('saveRecord', { ...record, data: { ...opened.live, ...wrong }, base: null });
      const published = draft.status === 200 ? await editor.call('publishRecords', { records: [record] }) : draft;
      expect(published.status, JSON.stringify(wrong)).toBe(400);
      if (draft.status !== 200) continue;
      const { savedAt: base } = z.object({ savedAt: z.string() }).parse(parse(await draft.text()));
      expect((await editor.call('discardRecord', { ...record, base })).status).toBe(200);
    }
  });

  it.runIf(isSweep)('is that of one person where two bring one at once, and the other is told', async () => {
    const { id } = await uploaded('image', 'two.png', await drawn('#2468ac').png().toBuffer());
    const { file } = await read(id);
    const both = await Promise.all(
      ['#ff8800', '#0088ff'].map(async (color) => replace(id, file.hash, await drawn(color).png().toBuffer())),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = await both.find(({ status }) => status === 409)?.json();
    expect(refused.message).toContain('Eva Editor has replaced this file meanwhile');
    const now = await read(id);
    expect(now.file.hash).toBe(file.hash);
    expect(refused.failure.detail.draft.file.hash).toBe(now.draft?.file?.hash);
  });

  it('is a document under the name that visitors save it by, and stays what the record is', async () => {
    const { id } = await uploaded('document', 'Prices 2025.pdf', '%PDF-1.7 prices');
    const { file } = await read(id, 'document');
    for (const [bytes, name] of [
      ['GIF89a', 'a.gif'],
      ['<html>', 'a.pdf'],
      ['%PDF-1.7 prices', 'a.pdf'],
      ['', 'a.pdf'],
    ] as const)
      expect((await replace(id, file.hash, bytes, name, 'document')).status, name).toBe(400);
    expect((await replace(id, file.hash, '%PDF-1.7 prices 2026', 'Prices 2026.pdf', 'document')).status).toBe(200);
    await publish(id, 'document');
    const { data } = await client.from('documents').select('filename, name, storage_path').eq('id', id).single();
    expect(data).toMatchObject({ filename: 'Prices 2026.pdf', name: 'Prices 2025' });
    expect(data?.storage_path).toMatch(/\/Prices-2026\.pdf$/);
  });

  it('is a drawing without scripts, and no picture', async () => {
    const { id } = await uploaded(
      'vector',
      'v.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h3"/></svg>',
    );
    const { file } = await read(id, 'vector');
    expect((await replace(id, file.hash, await drawn('#777').png().toBuffer(), 'v.png', 'vector')).status).toBe(400);
    const evil =
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0h4" onload="x()"/></svg>';
    expect((await replace(id, file.hash, evil, 'v.svg', 'vector')).status).toBe(200);
    await publish(id, 'vector');
    const text = await (await editor.send((await read(id, 'vector')).file.href)).text();
    expect(text).toContain('M0 0h4');
    expect(text).not.toMatch(/script|onload/);
  });
});

describe('a file in parts', () => {
  const begun = z.object({ medium: medium.nullable(), sent: z.array(z.number()) });
  const made = (seed: number) => {
    const bytes = Buffer.alloc(2 * partSize + 1000, seed);
    bytes.write('PK\u0003\u0004', 'latin1');
    return { bytes, hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength };
  };
  type Made = ReturnType<typeof made>;
  const begin = async (visitor: Visitor, { hash, size }: Made) =>
    begun.parse(parse(await (await visitor.call('beginUpload', { hash, size, kind: 'file' })).text()));
  const send = async ({ bytes, hash, size }: Made, part: number) => {
    const form = new FormData();
    const content = new Uint8Array(bytes.subarray(part * partSize, (part + 1) * partSize));
    for (const [name, value] of Object.entries({ hash, size: String(size), part: String(part) })) form.set(name, value);
    form.set('bytes', new File([content], 'part'));
    return (await editor.send('/_actions/sendPart', { method: 'POST', body: form })).status;
  };
  const finish = ({ hash, size }: Made) =>
    editor.call('finishUpload', { hash, size, kind: 'file', filename: 'Film.zip' });

  it('goes on where it broke off, for the one who sends it, and is known by its content before it is sent', async () => {
    const file = made(7);
    expect(await begin(editor, file)).toEqual({ medium: null, sent: [] });
    expect([await send(file, 0), await send(file, 2)]).toEqual([200, 200]);
    const cut = await finish(file);
    expect([cut.status, (await cut.json()).message]).toEqual([
      409,
      expect.stringContaining('what has arrived is not sent again'),
    ]);
    expect((await begin(editor, file)).sent).toEqual([0, 2]);
    const second = new Visitor(served.origin);
    await second.signIn(served.users.second);
    expect((await begin(second, file)).sent).toEqual([]);
    expect(await send(file, 1)).toBe(200);
    const response = await finish(file);
    const { id } = medium.parse(parse(await response.text()));
    const { data } = await client.from('files').select('size, storage_path').eq('id', id).single();
    expect(data?.size).toBe(file.size);
    const stored = await client.storage.from('media').download(data?.storage_path ?? '');
    expect(
      createHash('sha256')
        .update(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer()))
        .digest('hex'),
    ).toBe(file.hash);
    expect(await begin(second, file)).toMatchObject({ medium: { id, isNew: false }, sent: [] });
    expect((await begin(editor, file)).sent).toEqual([]);
  });

  it('is nothing where it is not what its hash says, and its parts are for nobody to read', async () => {
    const file = made(8);
    const other = { ...made(9), hash: file.hash };
    await begin(editor, other);
    for (const part of [0, 1, 2]) expect(await send(other, part)).toBe(200);
    const { data: person } = await client
      .from('staff')
      .select('user_id')
      .eq('email', served.users.editor.email)
      .single();
    const path = `${person?.user_id}/${file.hash}-${file.size}/0`;
    expect((await client.storage.from('uploads').info(path)).data).not.toBeNull();
    for (const address of [`/media/${path}`, `/media/uploads/${path}`])
      expect((await editor.send(address)).status).toBe(404);
    const refused = await finish(file);
    expect([refused.status, (await refused.json()).message]).toEqual([
      400,
      expect.stringContaining('damaged on its way'),
    ]);
    expect((await begin(editor, file)).sent).toEqual([]);
    const { count } = await client
      .from('files')
      .select('id', { count: 'exact', head: true })
      .eq('hash', file.hash.slice(0, 20));
    expect(count).toBe(0);
  });

  it('is taken once it was begun, for ten files of a person, and not for ever', async () => {
    const never = made(10);
    expect(await send(never, 0)).toBe(404);
    const first = made(11);
    await begin(editor, first);
    expect(await send(first, 0)).toBe(200);
    for (let seed = 20; seed < 30; seed += 1) await begin(editor, made(seed));
    expect(await send(first, 1), 'those that were begun first make room').toBe(404);
    const last = made(29);
    expect(await send(last, 0)).toBe(200);
    await tidyUploads(client, Date.now() + 3 * 24 * 60 * 60 * 1000);
    expect(await send(last, 1), 'nor does one that nobody goes on with').toBe(404);
    expect((await client.storage.from('uploads').list('', { limit: 100 })).data).toEqual([]);
  });

  it('of which there is a record is not stored again under another name', async () => {
    const bytes = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('the same')]);
    const one = await uploaded('file', 'First.zip', bytes);
    const again = await uploaded('file', 'Second.zip', bytes);
    expect(again).toMatchObject({ id: one.id, isNew: false });
    const { data } = await client.from('files').select('storage_path').eq('id', one.id).single();
    const second = data?.storage_path.replace('First', 'Second') ?? '';
    expect((await client.storage.from('media').info(data?.storage_path ?? '')).data).not.toBeNull();
    expect((await client.storage.from('media').info(second)).data).toBeNull();
  });
});

it('a file that may be sent at once is taken at once', async () => {
  const bytes = Buffer.alloc(singleUploadLimit, 3);
  bytes.write('PK\u0003\u0004', 'latin1');
  expect(await uploaded('file', 'Large.zip', bytes)).toMatchObject({ isNew: true });
});
