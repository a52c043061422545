import { parse } from 'devalue';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { readList } from '../fixtures/read-list.ts';
import { isSweep } from '../fixtures/seeds.ts';

let served: Forked;
let editor: Visitor;

const list = (name: string, input?: object) => readList(editor, name, input);

beforeAll(async () => {
  served = await forkServed();
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
});

afterAll(() => served?.stop());

const webp = (width = 700, height = 400, effort = 4) =>
  sharp({ create: { width, height, channels: 3, background: '#2b7a78' } })
    .webp({ effort })
    .toBuffer();
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

  it.runIf(isSweep)('takes a picture of some megabytes', async () => {
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
    ['more pixels than can be decoded', async () => ({ file: await webp(7100, 7100, 0), alt: { en: 'x' } }), 400, 'file', ''],
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

  it('does not read a large upload without a session', async () => {
    const nobody = new Visitor(served.origin);
    expect((await upload(nobody, { file: Buffer.alloc(3_000_000), alt: { en: 'x' } })).status).toBe(401);
    expect((await upload(nobody, { file: await webp(), alt: { en: 'x' } })).status).toBe(401);
  });
});
