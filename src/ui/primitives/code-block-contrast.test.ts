import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const css = read('./code-block.css');
const tokens = read('../tokens.css');

/** The custom properties of the first rule with this selector. */
function propertiesOf(sheet: string, selector: string): Map<string, string> {
  const at = sheet.indexOf(`${selector} {`);
  const body = sheet.slice(sheet.indexOf('{', at) + 1, sheet.indexOf('}', at));
  return new Map(Array.from(body.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name = '', value = '']) => [name, value]));
}

/** The relative luminance of a colour (WCAG 2.2). */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const root = propertiesOf(tokens, ':root');
const cards = [':root,\n.on-white,\n.on-grey', '.on-grey'].map((rule) => propertiesOf(tokens, `\n${rule}`));
const light = propertiesOf(css, '.code-block');
const dark = propertiesOf(css, ':is(.on-anthracite, .on-green, .on-orange) .code-block');

/** A colour as it is computed: references to other properties resolved. */
function colourOf(name: string, ...scopes: ReadonlyMap<string, string>[]): string {
  const value = [...scopes, root].flatMap((scope) => scope.get(name) ?? [])[0] ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference === undefined ? value : colourOf(reference, ...scopes);
}

/** Those of the highlighting, and those of the button that copies. */
const inks = [...light.keys(), '--quiet', '--accent'].filter((name) => !/-(?:ground|size|width)$/.test(name));
const places = [
  ...cards.map((card, index) => [index === 0 ? 'on white' : 'on grey', [light, card]] as const),
  ['on dark grounds', [dark]] as const,
];

it.each(places)('every colour of code can be read %s', (_, scopes) => {
  expect(inks.length).toBeGreaterThanOrEqual(6);
  const ground = colourOf('--code-ground', ...scopes);
  for (const ink of inks) {
    const colour = colourOf(ink, ...scopes);
    expect([ground, colour], ink).toEqual([
      expect.stringMatching(/^#[\da-f]{6}$/),
      expect.stringMatching(/^#[\da-f]{6}$/),
    ]);
    expect(contrastOf(colour, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

it('says how weak its weakest colour is', () => {
  const all = places.flatMap(([, scopes]) =>
    inks.map((ink) => contrastOf(colourOf(ink, ...scopes), colourOf('--code-ground', ...scopes))),
  );
  expect(/has a contrast of (\d\.\d\d)\./.exec(css)?.[1]).toBe(Math.min(...all).toFixed(2));
});
