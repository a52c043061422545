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

const weights = [400, 600] as const;
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

function signsWritten(language: string, locale: string): Set<number> {
  const signs = new Set(signsOf(readFileSync(new URL(`${language}/translation.json`, words), 'utf8')));
  for (const name of readdirSync(seed, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.yaml')) continue;
    for (const document of parseAllDocuments(readFileSync(new URL(name, seed), 'utf8')))
      for (const text of textsIn(document.toJS(), locale)) for (const sign of signsOf(text)) signs.add(sign);
  }
  return signs;
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
  const written = signsWritten(language, locale);
  /** What each slice has beyond the signs of the site, and which of those there are. */
  const slices = new Map<number, number[]>();
  const core: number[] = [];
  const css = readFileSync(new URL(`${name}/400.css`, modules), 'utf8');
  for (const [, face = ''] of css.matchAll(/@font-face \{([^}]*)\}/g)) {
    const slice = Number(new RegExp(`files/${name}-(\\d+)-400-normal\\.woff2`).exec(face)?.[1] ?? -1);
    const signs = parseRange(/unicode-range: ([^;]*);/.exec(face)?.[1] ?? '').filter((sign) => sign >= firstSign);
    if (slice < 0) continue;
    core.push(...signs.filter((sign) => written.has(sign)));
    const others = signs.filter((sign) => !written.has(sign));
    if (slice >= firstSlice && others.length > 0) slices.set(slice, others);
  }
  // The weights of a slice stand next to each other, so that gzip finds the second list of signs in its window.
  const rules = (url: (weight: number) => string, signs: readonly number[]) =>
    weights.map(
      (weight) =>
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${url(weight)}?no-inline") format("woff2");unicode-range:${formatRange(signs)}}`,
    );
  mkdirSync(new URL('fonts/', import.meta.url), { recursive: true });
  for (const weight of weights) {
    const font = readFileSync(new URL(`${name}/files/${name}-${whole}-${weight}-normal.woff2`, modules));
    const subset = await subsetFont(font, String.fromCodePoint(...core), { targetFormat: 'woff2' });
    writeFileSync(new URL(`fonts/${language}-${weight}.woff2`, import.meta.url), subset);
  }
  const lines = [
    ...rules((weight) => `./fonts/${language}-${weight}.woff2`, core),
    ...[...slices].flatMap(([slice, signs]) =>
      rules((weight) => `@fontsource/${name}/files/${name}-${slice}-${weight}-normal.woff2`, signs),
    ),
  ];
  const text = `/* Written by write-font-sheets.ts. */\n${lines.join('\n')}\n`;
  writeFileSync(new URL(`fonts-${language}.css`, import.meta.url), text);
}
