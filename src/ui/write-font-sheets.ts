/**
 * Writes fonts-ja.css, fonts-ko.css, fonts-zh.css and the fonts in fonts/ from the @fontsource packages and the texts of
 * this repository: `node src/ui/write-font-sheets.ts`, after texts were added.
 *
 * The packages cut a font into more than a hundred slices by how often signs occur anywhere; a page of 400 signs asks for
 * fifty of them, half a megabyte. Here the signs that the site is written with stand in one file for each weight, which
 * the next page has already. What editors add beyond them comes from the packages' slices, but for those of rare signs,
 * which the reader's system font shows.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { parseAllDocuments } from 'yaml';

const sheets = [
  {
    language: 'ja',
    locale: 'jp',
    package: 'ibm-plex-sans-jp',
    whole: 'japanese',
    family: 'IBM Plex Sans JP',
    firstSlice: 52,
  },
  {
    language: 'ko',
    locale: 'kr',
    package: 'ibm-plex-sans-kr',
    whole: 'korean',
    family: 'IBM Plex Sans KR',
    firstSlice: 93,
  },
  {
    language: 'zh',
    locale: 'cn',
    package: 'noto-sans-sc',
    whole: 'chinese-simplified',
    family: 'Noto Sans SC',
    firstSlice: 97,
  },
] as const;

/** The text and what stands out of it: labels, which are short. */
const weights = [400, 600] as const;
const longestLabel = 12;
/** Everything below is in the Latin font, which stands first. */
const firstSign = 0x2070;
const modules = new URL('../../node_modules/@fontsource/', import.meta.url);
const seed = new URL('../../supabase/seed/', import.meta.url);
const words = new URL('../../public/locales/', import.meta.url);

function signsOf(text: string): number[] {
  return Array.from(text, (sign) => sign.codePointAt(0) ?? 0).filter((sign) => sign >= firstSign);
}

/** All text below a key that names the locale. */
function* textsIn(value: unknown, locale: string, isBelow = false): Generator<string> {
  if (typeof value === 'string' && isBelow) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, locale, isBelow || key === locale);
}

/** The signs that the site is written with, and those of them that labels are written with. */
function signsWritten(language: string, locale: string): { all: Set<number>; ofLabels: Set<number> } {
  const all = new Set(signsOf(readFileSync(new URL(`${language}/translation.json`, words), 'utf8')));
  const ofLabels = new Set(all);
  for (const name of readdirSync(seed, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.yaml')) continue;
    for (const document of parseAllDocuments(readFileSync(new URL(name, seed), 'utf8'))) {
      for (const text of textsIn(document.toJS(), locale)) {
        const signs = signsOf(text);
        for (const sign of signs) all.add(sign);
        if (text.length <= longestLabel) for (const sign of signs) ofLabels.add(sign);
      }
    }
  }
  return { all, ofLabels };
}

function parseRange(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function formatRange(signs: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const sign of signs.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === sign - 1) run[1] = sign;
    else runs.push([sign, sign]);
  }
  return runs.map(([a, b]) => `U+${a.toString(16)}${a === b ? '' : `-${b.toString(16)}`}`).join(',');
}

for (const { language, locale, package: name, whole, family, firstSlice } of sheets) {
  const { all, ofLabels } = signsWritten(language, locale);
  const written = { 400: all, 600: ofLabels };
  const css = readFileSync(new URL(`${name}/400.css`, modules), 'utf8');
  const slices = new Map<number, number[]>();
  for (const [, face = ''] of css.matchAll(/@font-face \{([^}]*)\}/g)) {
    const slice = new RegExp(`files/${name}-(\\d+)-400-normal\\.woff2`).exec(face)?.[1];
    const signs = parseRange(/unicode-range: ([^;]*);/.exec(face)?.[1] ?? '').filter((sign) => sign >= firstSign);
    if (slice !== undefined) slices.set(Number(slice), signs);
  }
  const inFont = [...slices.values()].flat();
  const faces: string[] = [];
  const add = (weight: number, url: string, signs: readonly number[]) => {
    if (signs.length === 0) return;
    faces.push(
      `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${url}?no-inline") format("woff2");unicode-range:${formatRange(signs)}}`,
    );
  };
  mkdirSync(new URL('fonts/', import.meta.url), { recursive: true });
  for (const weight of weights) {
    const signs = inFont.filter((sign) => written[weight].has(sign));
    const font = readFileSync(new URL(`${name}/files/${name}-${whole}-${weight}-normal.woff2`, modules));
    const subset = await subsetFont(font, String.fromCodePoint(...signs), { targetFormat: 'woff2', noHinting: true });
    writeFileSync(new URL(`fonts/${language}-${weight}.woff2`, import.meta.url), subset);
    add(weight, `./fonts/${language}-${weight}.woff2`, signs);
  }
  // The weights of a slice stand next to each other, so that gzip finds the second list of signs in its window.
  for (const [slice, signs] of slices) {
    if (slice < firstSlice) continue;
    for (const weight of weights) {
      const others = signs.filter((sign) => !written[weight].has(sign));
      add(weight, `@fontsource/${name}/files/${name}-${slice}-${weight}-normal.woff2`, others);
    }
  }
  const text = `/* Written by write-font-sheets.ts. */\n${faces.join('\n')}\n`;
  writeFileSync(new URL(`fonts-${language}.css`, import.meta.url), text);
}
