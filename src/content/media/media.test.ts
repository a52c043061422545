import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeImage, hashOf, inspectImage } from './encode-image.ts';
import { cleanVector } from './clean-vector.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

describe('pictures', () => {
  it('are offered in widths that are not above their own', async () => {
    const facts = await inspectImage(await picture(1600, 900).webp().toBuffer());
    expect(facts).toMatchObject({
      ok: true,
      value: { width: 1600, height: 900, contentType: 'image/webp', extension: 'webp', widths: [320, 640, 960, 1280] },
    });
    expect(await inspectImage(await picture(200, 100).png().toBuffer())).toMatchObject({
      ok: true,
      value: { widths: [200] },
    });
  });

  it('are encoded upright, without what the camera wrote', async () => {
    const turned = await picture(640, 320).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await inspectImage(turned)).toMatchObject({ ok: true, value: { width: 320, height: 640 } });
    const encoded = await encodeImage(turned, [320]);
    if (!encoded.ok) throw new Error(encoded.failure.message);
    const small = await sharp(encoded.value.get(320)).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 320, height: 640 });
    expect(small.exif).toBeUndefined();
  });

  it('are the same bytes whenever they are encoded', async () => {
    const source = await picture(700, 500).webp().toBuffer();
    const [first, second] = [await encodeImage(source, [320, 640]), await encodeImage(source, [320, 640])];
    if (!first.ok || !second.ok) throw new Error('not encoded');
    for (const [width, content] of first.value)
      expect(hashOf(content)).toBe(hashOf(second.value.get(width) ?? Buffer.of()));
  });

  it('are refused when they are none, or too large', async () => {
    expect(await inspectImage(Buffer.from('no picture'))).toMatchObject({ ok: false });
    expect(
      await inspectImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ).toMatchObject({ ok: false });
    expect(await inspectImage(await picture(9000, 9000).png().toBuffer())).toMatchObject({ ok: false });
    const whole = await picture(400, 400).webp().toBuffer();
    expect(await encodeImage(whole.subarray(0, 60), [320])).toMatchObject({ ok: false });
  });
});

const cleanDrawing = (source: string) => cleanVector(new TextEncoder().encode(source));

describe('drawings', () => {
  const clean = (inner: string, attributes = '') => {
    const result = cleanDrawing(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`,
    );
    if (!result.ok) throw new Error(result.failure.message);
    return result.value;
  };

  it('keep their shapes, gradients and references to themselves', () => {
    const inner =
      '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff" /></linearGradient></defs>' +
      '<path d="M0 0h9v9z" fill="url(#g)" /><g transform="rotate(5)"><use href="#g" /></g><text x="1" y="2">5 &lt; 6 &amp; more</text>';
    expect(clean(inner)).toBe(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`);
  });

  it('lose everything that runs, loads or leads elsewhere', () => {
    const attacks = [
      '<script>alert(1)</script>',
      '<SCRIPT>alert(1)</SCRIPT>',
      '<path d="M0 0" onload="alert(1)" onClick="alert(1)" style="background:url(https://evil.example)" />',
      '<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>',
      '<use href="https://evil.example/a.svg#x" /><use xlink:href="data:image/svg+xml,x" />',
      '<a href="javascript:alert(1)"><text>x</text></a>',
      '<image href="https://evil.example/pixel.png" />',
      '<rect fill="url(https://evil.example/a)" mask="url( javascript:alert(1) )" width="1" />',
      '<style>@import "https://evil.example";</style>',
      '<animate attributeName="href" to="javascript:alert(1)" /><set attributeName="onload" to="x" />',
      '<![CDATA[<script>alert(1)</script>]]>',
      '<!-- <script>alert(1)</script> -->',
    ].join('');
    const result = clean(attacks, ' onload="alert(1)" xmlns:x="http://evil.example"');
    expect(result).not.toMatch(
      /<script|onload|onclick|evil|javascript|<style|<a[\s>]|iframe|foreignObject|data:|<animate|<set|<image|<!/i,
    );
  });

  it('are the same when they are cleaned again', () => {
    const once = clean(
      '<script>1</script><text>a &amp; b &lt; c "d"</text><path d="M0 0" title="x" /><bad><rect width="1" /></bad>',
    );
    expect(cleanDrawing(once)).toEqual({ ok: true, value: once });
  });

  it('are refused when they are none', () => {
    expect(cleanDrawing('<html><body>no</body></html>')).toMatchObject({ ok: false });
    expect(cleanDrawing('')).toMatchObject({ ok: false });
    const entity =
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 1 1"><text>&x;</text></svg>';
    expect(cleanDrawing(entity)).toMatchObject({ ok: false });
  });

  it('may have a declaration, a document type and no namespace', () => {
    const declared =
      '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg viewBox="0 0 1 1"></svg>\n';
    expect(cleanDrawing(declared)).toEqual({
      ok: true,
      value: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
    });
  });

  it('are refused in words before anybody goes through what is too deep or too much', () => {
    const nested = (levels: number) => `<svg>${'<g>'.repeat(levels)}<path d="M0 0" />${'</g>'.repeat(levels)}</svg>`;
    expect(cleanDrawing(nested(90))).toMatchObject({ ok: true });
    for (const source of [nested(99), nested(300_000), `<svg>${'<g>'.repeat(300_000)}`]) {
      expect(cleanDrawing(source)).toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining('100 levels') },
      });
    }
    expect(cleanDrawing(`<svg>${'<g/>'.repeat(100_001)}</svg>`)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('100000 shapes') },
    });
  });
});
