import { readFileSync, readdirSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import sharp from 'sharp';
import { _collections as vocabulary } from 'svgo';
import { describe, expect, it } from 'vitest';
import { type RemovalKind, describeRemoval } from '#domain/media/drawing-removals.ts';
import { type CleanDrawing, cleanVector } from './clean-vector.ts';
import { drawingAttributes, drawingElements } from './drawing-vocabulary.ts';

const clean = (source: string) => cleanVector(new TextEncoder().encode(source));

async function cleaned(inner: string, attributes = ''): Promise<CleanDrawing> {
  const result = await clean(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
const inside = async (inner: string, attributes = '') => (await cleaned(inner, attributes)).svg;

async function refusal(source: string): Promise<string> {
  const result = await clean(source);
  return result.ok ? 'taken' : result.failure.message;
}

const folder = new URL('../../../../tests/fixtures/drawings/', import.meta.url);
const drawings = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder))] as const);

describe('a drawing', () => {
  it.each(drawings)('of a program keeps all that shows (%s)', async (name, bytes) => {
    const result = await cleanVector(bytes);
    if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
    expect(result.value.removals).toEqual([]);
    expect(result.value.svg).not.toMatch(/<style|<metadata|inkscape|sodipodi|serif:|adobe|svg:|var\(|<!/);
    expect(await clean(result.value.svg), 'cleaned again it is the same').toEqual(result);
    // The reader that makes previews draws it as well.
    expect((await sharp(Buffer.from(result.value.svg)).stats()).isOpaque).toBe(false);
  });

  it('keeps its shapes, gradients and references to itself', async () => {
    const inner =
      '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff" /></linearGradient></defs>' +
      '<path d="M0 0h9v9z" fill="url(#g)" /><g transform="rotate(5)"><use href="#g" /></g><text x="1" y="2">5 &lt; 6 &amp; more</text>';
    expect(await inside(inner)).toBe(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`);
  });

  it('may have a declaration, a document type, private parts and no namespace', async () => {
    const declared =
      '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg viewBox="0 0 1 1"><use xlink:href="#a"/><serif:x/></svg>\n';
    expect(await clean(declared)).toEqual({
      ok: true,
      value: {
        svg: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"><use xlink:href="#a" /></svg>',
        removals: [],
      },
    });
  });

  it('is read in the encoding that it declares', async () => {
    const source =
      '<?xml version="1.0" encoding="ISO-8859-1"?><svg xmlns="http://www.w3.org/2000/svg"><text>Müller</text></svg>';
    const result = await cleanVector(Buffer.from(source, 'latin1'));
    expect(result).toMatchObject({ ok: true, value: { svg: expect.stringContaining('Müller') } });
  });

  it('is read in the UTF-16 that its mark says', async () => {
    const source =
      '\uFEFF<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg"><text>Müller</text></svg>';
    const little = Buffer.from(source, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(await cleanVector(bytes)).toMatchObject({ ok: true, value: { svg: expect.stringContaining('Müller') } });
    }
  });
});

describe('the style of a drawing', () => {
  const fillOf = async (sheet: string, shape: string) =>
    /<path[^>]*/.exec(await inside(`<style>${sheet}</style><g>${shape}</g>`))?.[0];

  it.each([
    ['a class', '.a{fill:red}', '<path class="a"/>', 'fill="red"'],
    ['the later of two rules', '.a{fill:red}.b{fill:blue}', '<path class="b a"/>', 'fill="blue"'],
    ['the stronger selector', 'g .a{fill:red}.a{fill:blue}', '<path class="a"/>', 'fill="red"'],
    ['an id above classes', '#i{fill:red}.a.b.c{fill:blue}', '<path id="i" class="a b c"/>', 'fill="red"'],
    [
      'an important rule',
      '.a{fill:red!important}#i{fill:blue}',
      '<path id="i" class="a" style="fill:lime"/>',
      'fill="red"',
    ],
    ['a style above rules', '.a{fill:red}', '<path class="a" style="fill:lime" fill="blue"/>', 'fill="lime"'],
    ['a rule above attributes', 'path{fill:red}', '<path fill="blue"/>', 'fill="red"'],
    [
      'a sheet for screens',
      '@media screen{.a{fill:red}}@media print{.a{fill:blue}}',
      '<path class="a"/>',
      'fill="red"',
    ],
    ['a property of its own', 'svg{--x:red}', '<path style="fill:var(--x)"/>', 'fill="red"'],
    ['what stands in for one', '', '<path fill="var(--x, var(--y, red))"/>', 'fill="red"'],
    ['entities in its sheet', '.a{font-family:&quot;A &amp; B&quot;;fill:red}', '<path class="a"/>', 'fill="red"'],
  ])('becomes attributes: %s', async (_, sheet, shape, expected) => {
    expect(await fillOf(sheet, shape)).toContain(expected);
  });

  it('does not hold where a property of its own is missing or refers to itself', async () => {
    const sheet = 'g{--a:var(--b);--b:var(--a)}path{fill:var(--a);stroke:var(--none)}';
    expect(await fillOf(sheet, '<path stroke="blue"/>')).toBe('<path stroke="blue" /');
  });

  it('stays style where only style can say it', async () => {
    const inner = '<path d="M0 0" style="fill:red;mix-blend-mode:multiply;position:fixed"/>';
    expect(await inside(inner)).toContain('<path d="M0 0" style="fill:red;mix-blend-mode:multiply" />');
  });

  it('does not hold where its value is longer than any', async () => {
    expect(await fillOf(`g{--x:red}path{fill:${'var(--x) '.repeat(20_000)}}`, '<path/>')).toBe('<path /');
  });

  it('is nobody’s where a selector has no end', async () => {
    const sheet = `${':not('.repeat(30_000)}a${')'.repeat(30_000)}{fill:red}.a{stroke:red}`;
    expect(await fillOf(sheet, '<path class="a"/>')).toBe('<path class="a" stroke="red" /');
  });

  it('leaves the names alone that gradients are referred to by', async () => {
    const svg = await inside('<style>#g{color:red}</style><linearGradient id="g"/><path fill="url(#g)"/>');
    expect(svg).toContain('<linearGradient id="g" color="red">');
  });
});

describe('what is taken out of a drawing', () => {
  const data = (type: string, bytes: string) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

  it.each<[RemovalKind[], string, string?]>([
    [['script'], '<script>alert(1)</script>'],
    [['script'], '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
    [['script'], '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
    [['script'], '', ' onload="alert(1)"'],
    [['script'], '<path d="M0 0" onload="alert(1)" onClick="alert(1)"/>'],
    [['script'], '<a href="javascript:alert(1)"><path d="M0 0h3"/></a>'],
    [['script'], '<a href=" java&#10;script:alert(1)"><path d="M0 0h3"/></a>'],
    [['link'], '<a xlink:href="https://evil.example"><path d="M0 0h3"/></a>'],
    [['unknown'], '<SCRIPT>alert(1)</SCRIPT>'],
    [['web-content'], '<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>'],
    [['web-content'], '<iframe src="https://evil.example"/>'],
    [['elsewhere'], '<use href="https://evil.example/a.svg#x"/>'],
    [['elsewhere'], '<use href="//evil.example/a.svg#x"/>'],
    [['embedded-file'], '<use xlink:href="data:image/svg+xml,x"/>'],
    [['elsewhere'], '<image href="https://evil.example/pixel.png"/>'],
    [['elsewhere'], '<image href="photo.png"/>'],
    [['elsewhere'], '<filter id="f"><feImage href="https://evil.example/pixel.png"/></filter>'],
    [['elsewhere'], '<rect fill="url(https://evil.example/a)" mask="url( javascript:alert(1) )" width="1"/>'],
    [['elsewhere'], '<rect style="fill:url(https://evil.example/a)"/>'],
    [['elsewhere'], '<rect style="f\\69ll:u\\72l(https://evil.example/a)"/>'],
    [['elsewhere'], '<rect fill="u\\72l(https://evil.example/a)"/>'],
    [['elsewhere'], '<rect style="background:url(https://evil.example/a)"/>'],
    [['elsewhere'], '<rect style="--x:url(https://evil.example/a);fill:var(--x)"/>'],
    [['elsewhere'], '<style>rect{--x:https://evil.example/a;fill:url(var(--x))}</style><rect/>'],
    [['elsewhere'], '<style>@import "https://evil.example";</style>'],
    [['elsewhere'], '<g xml:base="https://evil.example/"><path d="M0 0"/></g>'],
    [['font'], '<style>@font-face{font-family:"Own";src:url(https://evil.example/f.woff2)}</style>'],
    [['animation'], '<path><animate attributeName="href" to="javascript:alert(1)"/></path>'],
    [['animation'], '<g><set attributeName="onload" to="x"/></g>'],
    [['animation'], '<style>@keyframes a{to{fill:red}}</style>'],
    [['other-cases'], '<style>@media (prefers-color-scheme: dark){path{fill:#fff}}</style>'],
    [['other-cases'], '<style>path:hover{fill:#fff}</style>'],
    [['other-cases'], '<style media="print">path{fill:#fff}</style><path d="M0 0"/>'],
    [['embedded-file'], `<image href="${data('image/svg+xml', '<svg onload="alert(1)"/>')}"/>`],
    [['embedded-file'], `<image href="${data('image/png', '<svg onload="alert(1)"/>')}"/>`],
    [['embedded-file'], `<image href="${data('image/png', '\u0089PNG damaged')}"/>`],
    [['embedded-file'], '<image href="data:text/html,hello"/>'],
    [['embedded-file'], `<rect fill="red" style="fill:url(${data('image/svg+xml', '<svg/>')}#x)"/>`],
    [['unknown'], '<flowRoot><flowPara>text</flowPara></flowRoot>'],
    [[], '<metadata><x xmlns="urn:x"/></metadata><!-- <script>alert(1)</script> --><x:y xmlns:x="urn:x"/>'],
    [[], '<text><![CDATA[<b>]]> &amp; more</text>'],
    [[], '<switch><foreignObject requiredExtensions="urn:x"/><g/></switch>'],
  ])('%j: %s%s', async (kinds, inner, attributes = '') => {
    const { svg, removals } = await cleaned(
      `<defs/>${inner}`,
      ` xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}`,
    );
    expect(removals.map(({ kind }) => kind)).toEqual(kinds);
    expect(svg).not.toMatch(
      /script:|<script|\son|evil|<style|<a[\s>]|iframe|foreignObject|animate|<set|<!|svg\+xml|\\/i,
    );
    for (const each of removals) expect(describeRemoval(each)).toMatch(/^\d+ \w.*\.$/);
  });

  it('is said with what it was', async () => {
    const { removals } = await cleaned(
      '<script/><image href="https://example.com/logo.png"/><image href="photo.png"/>',
      ' onload="x()"',
    );
    expect(removals.map(describeRemoval)).toEqual([
      '2 scripts and event handlers (onload, script).',
      '2 references to other files or addresses (https://example.com/logo.png, photo.png). Embed what it shows, then upload the drawing again.',
    ]);
  });

  it('is nothing of a picture, but where a camera was', async () => {
    const drawn = sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } });
    const photo = await drawn
      .withExif({ IFD3: { GPSLatitude: '47/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const svg = await inside(`<image href="data:image/png;base64,${photo.toString('base64')}"/>`);
    const stored = /data:image\/jpeg;base64,([^"]*)/.exec(svg)?.[1] ?? '';
    const metadata = await sharp(Buffer.from(stored, 'base64')).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 4, height: 8 });
    expect(metadata.exif).toBeUndefined();
    expect(await clean(svg)).toMatchObject({ value: { svg } });
  });
});

/** Everything that the specification names, in all of its versions. */
const elements = Object.keys(vocabulary.elems);
const attributes = [
  ...new Set([
    ...Object.values(vocabulary.attrsGroups).flatMap((group) => [...group]),
    ...Object.values(vocabulary.elems).flatMap(({ attrs }) => [...(attrs ?? [])]),
    'style',
  ]),
];

describe('every name of the specification', () => {
  const harmful = [
    'javascript:alert(1)',
    'https://evil.example/x#y',
    '//evil.example/x',
    'url(https://evil.example/x)',
    'fill:url("//evil.example/x")',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml;base64,PHN2Zy8+',
    '\\75rl(evil)',
  ];

  it.each(harmful)('leads nowhere with the value %s', async (value) => {
    const named = attributes.filter((name) => !['id', 'class', 'xml:lang', 'systemLanguage'].includes(name));
    const given = named.map((name) => `${name}="${value.replaceAll('"', '&quot;')}"`).join(' ');
    const shapes = elements
      .filter((name) => name !== 'style')
      .map((name) => `<${name} ${given.replace(/requiredExtensions="[^"]*"/, '')}>x</${name}>`);
    const svg = await inside(shapes.join(''), ' xmlns:xlink="http://www.w3.org/1999/xlink"');
    const found: string[] = [];
    const names = new Set<string>();
    new Parser(
      {
        onopentag: (name, attribs) => {
          names.add(name);
          for (const [attribute, text] of Object.entries(attribs))
            if (/evil|script|data:|\\/.test(text) || /^on/i.test(attribute))
              found.push(`${name} ${attribute}="${text}"`);
        },
      },
      { xmlMode: true },
    ).end(svg);
    expect(found).toEqual([]);
    expect([...names].filter((name) => !drawingElements.includes(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(40);
  });

  it.each(elements.filter((name) => !drawingElements.includes(name)))('<%s> is taken out', async (name) => {
    const { svg, removals } = await cleaned(`<g><${name}><path d="M0 0"/></${name}></g>`);
    expect(svg).not.toMatch(new RegExp(`<${name}[\\s>/]`));
    // Nobody misses what no browser draws.
    const silent = [
      'color-profile',
      'cursor',
      'font',
      'font-face',
      'glyph',
      'hkern',
      'metadata',
      'missing-glyph',
      'style',
      'view',
      'vkern',
      'a',
    ];
    expect(removals.length === 0 ? [name] : []).toEqual(
      removals.length === 0 ? silent.filter((each) => each === name) : [],
    );
  });

  it('may be had where it is harmless, but for what browsers make nothing of', () => {
    const presentation = [...(vocabulary.attrsGroups['presentation'] ?? [])];
    expect(presentation.filter((name) => !drawingAttributes.includes(name))).toEqual([
      'color-profile',
      'cursor',
      'enable-background',
      'pointer-events',
      'text-overflow',
    ]);
  });
});

describe('a drawing is refused', () => {
  it.each([
    ['that is none', '<html><body>no</body></html>', 'The file is not an SVG drawing'],
    ['of another vocabulary', '<svg xmlns="urn:other"><path/></svg>', 'The file is not an SVG drawing'],
    ['that is empty', '', 'The file is not an SVG drawing'],
    ['that is cut off', '<svg viewBox="0 0 9 9"><path d="M0 0h3"/><g>', 'Unclosed root tag'],
    ['that is damaged', '<svg>\n<path d="M0 0"</svg>', 'damaged at line 2'],
    [
      'that reads other files',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 1 1"><text>&x;</text></svg>',
      'damaged at line 1',
    ],
    [
      'whose entities unfold',
      `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(50)}">${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, index, all) => `<!ENTITY ${all[index + 1] ?? 'h'} "${`&${name};`.repeat(50)}">`).join('')}]><svg><text>&h;</text></svg>`,
      'damaged',
    ],
    [
      'that shows itself again and again',
      `<svg><g id="a0"><path/></g>${Array.from({ length: 12 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`).join('')}</svg>`,
      'more than 1000000 shapes, by references to itself',
    ],
    [
      'whose styles are written everywhere',
      `<svg><style>${Array.from({ length: 40 }, (_, at) => `path{--p${at}:${'x'.repeat(900)}}`).join('')}</style>${'<path/>'.repeat(900)}</svg>`,
      'The styles of the drawing are too large',
    ],
    [
      'whose properties are a long chain',
      `<svg style="${Array.from({ length: 5000 }, (_, at) => `--p${at}:var(--p${at + 1})`).join(';')}"><path/></svg>`,
      'The styles of the drawing are too large',
    ],
  ])('%s', async (_, source, message) => {
    expect(await refusal(source)).toContain(message);
  });

  it('in words before anybody goes through what is too deep or too much', async () => {
    const nested = (levels: number) => `<svg>${'<g>'.repeat(levels)}<path d="M0 0" />${'</g>'.repeat(levels)}</svg>`;
    expect(await refusal(nested(90))).toBe('taken');
    for (const source of [nested(99), nested(300_000), `<svg>${'<g>'.repeat(300_000)}`])
      expect(await refusal(source)).toContain('100 levels');
    expect(await refusal(`<svg>${'<g/>'.repeat(100_001)}</svg>`)).toContain('100000 shapes');
  });

  it('not for pictures that unfold, or come often', async () => {
    const large = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = `<image href="data:image/png;base64,${large.toString('base64')}"/>`;
    expect(await refusal(`<svg>${image}</svg>`)).toContain('too many pixels');
  });
});
