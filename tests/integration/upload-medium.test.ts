import { crc32, deflateSync } from 'node:zlib';
import { parse } from 'devalue';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mediumSizeLimit } from '#domain/new-medium.ts';
import { type Client, createKeyClient } from '#content/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { phonePicture } from '../fixtures/phone-picture.ts';
import { readList } from '../fixtures/read-list.ts';

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
    expect((await upload(editor, 'file', 'a.zip', Buffer.alloc(mediumSizeLimit + 1_000_000))).status).toBe(413);
    expect(
      (await upload(new Visitor(served.origin), 'image', 'a.png', await drawn('#999').png().toBuffer())).status,
    ).toBe(401);
  });
});
