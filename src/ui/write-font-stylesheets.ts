/**
 * Writes fonts-ja.css, fonts-ko.css, fonts-zh.css and the fonts in fonts/ from the @fontsource packages and the texts of
 * this repository: `node src/ui/write-font-stylesheets.ts`, after texts were added.
 *
 * The packages cut a font into more than a hundred slices by the general frequency of characters; a page of 400
 * characters fetches fifty of them, half a megabyte, and listing their characters makes the largest stylesheet of the
 * page. Here the characters of the site's texts are in one file for each weight, which the next page has cached. The
 * other common characters of the language follow in files of neighbours, which are fetched when an editor's text has
 * one of them. Rare characters are left to the reader's system.
 *
 * Until a font is loaded, text is shown in the system's font, and must not move afterwards: glyphs are squares in both.
 * So pairs are not kerned, and punctuation, which a browser sets closer together where the font supports it, is in a
 * small separate font, which pages preload. It is first in the stack: characters that no font of the system has are
 * drawn as the empty box of the first font, and its box is as wide as a glyph. Korean syllables are not squares: until
 * ours are loaded, the system's font is used at the size at which its glyphs are as wide.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { parseAllDocuments } from 'yaml';

/** The bytes of the language's national character set that encode its alphabet and common characters. */
type CharacterSet = { encoding: string; rows: readonly (readonly [first: number, last: number])[] };

/** Punctuation that fills half of its square: browsers that support it set two of them closer together. */
const wideMark = /[\p{Ps}\p{Pe}、。，．・：；？！]/u;

const stylesheets = [
  {
    language: 'ja',
    locale: 'jp',
    package: 'ibm-plex-sans-jp',
    whole: 'japanese',
    family: 'IBM Plex Sans JP',
    mark: wideMark,
    boxSize: '100%',
    standIn: null,
    // JIS X 0208: marks and kana, and the kanji of level 1.
    common: {
      encoding: 'euc-jp',
      rows: [
        [0xa1, 0xa5],
        [0xb0, 0xcf],
      ],
    },
  },
  {
    language: 'ko',
    locale: 'kr',
    package: 'ibm-plex-sans-kr',
    whole: 'korean',
    family: 'IBM Plex Sans KR',
    // Its marks are Latin ones. Its syllables are 892 wide and its box 472.
    mark: null,
    boxSize: '188.983%',
    // Windows, Linux and Android: the syllables of both are 920 wide.
    standIn: {
      400: ['Malgun Gothic', 'Noto Sans CJK KR', 'Noto Sans KR'],
      600: ['Malgun Gothic Bold', 'Noto Sans CJK KR Bold', 'Noto Sans KR Bold'],
      size: '96.957%',
      range: 'U+1100-11ff,U+3130-318f,U+ac00-d7a3',
    },
    // KS X 1001: punctuation and jamo, and the syllables.
    common: {
      encoding: 'euc-kr',
      rows: [
        [0xa1, 0xa4],
        [0xb0, 0xc8],
      ],
    },
  },
  {
    language: 'zh',
    locale: 'cn',
    package: 'noto-sans-sc',
    whole: 'chinese-simplified',
    family: 'Noto Sans SC',
    mark: wideMark,
    boxSize: '100%',
    standIn: null,
    // GB 2312: marks, and the characters of level 1.
    common: {
      encoding: 'gbk',
      rows: [
        [0xa1, 0xa3],
        [0xb0, 0xd7],
      ],
    },
  },
] as const satisfies readonly { common: CharacterSet; [name: string]: unknown }[];

/** The number of glyphs in a file of neighbours: some 30 KB. */
const charactersInFile = 160;

/** The weights of text and of labels, which are short. */
const weights = [400, 600] as const;
const longestLabel = 12;
/** Between the figures of a range, also within a sentence. Its variant, U+FF5E, is not in the font. */
const until = '〜';
/** Everything below is in the Latin font, which is first in the stack. */
const firstSign = 0x2070;
const modules = new URL('../../node_modules/@fontsource/', import.meta.url);
const seed = new URL('../../supabase/seed/', import.meta.url);
const words = new URL('../../public/locales/', import.meta.url);

function listCharacters(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0).filter((character) => character >= firstSign);
}

/** All text below a key that names the locale. */
function* textsIn(value: unknown, locale: string, isBelow = false): Generator<string> {
  if (typeof value === 'string' && isBelow) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, locale, isBelow || key === locale);
}

/** The characters of the site's texts, and those of its labels. */
function charactersWritten(language: string, locale: string): { all: Set<number>; ofLabels: Set<number> } {
  const all = new Set(listCharacters(readFileSync(new URL(`${language}/translation.json`, words), 'utf8')));
  const ofLabels = new Set([...all, ...listCharacters(until)]);
  for (const name of readdirSync(seed, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.yaml')) continue;
    for (const document of parseAllDocuments(readFileSync(new URL(name, seed), 'utf8'))) {
      for (const text of textsIn(document.toJS(), locale)) {
        const characters = listCharacters(text);
        for (const character of characters) all.add(character);
        if (text.length <= longestLabel) for (const character of characters) ofLabels.add(character);
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

/** The common characters of a language, in the order of Unicode. */
function commonCharacters({ encoding, rows }: CharacterSet): number[] {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<number>();
  for (const [first, last] of rows) {
    for (let row = first; row <= last; row += 1) {
      for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
        for (const character of listCharacters(decoder.decode(Uint8Array.of(row, cell))))
          if (character !== 0xfffd) characters.add(character);
      }
    }
  }
  return [...characters].toSorted((a, b) => a - b);
}

for (const { language, locale, package: name, whole, family, mark, boxSize, standIn, common } of stylesheets) {
  const { all, ofLabels } = charactersWritten(language, locale);
  const written = { 400: all, 600: ofLabels };
  const css = readFileSync(new URL(`${name}/400.css`, modules), 'utf8');
  const inFont = new Set([...css.matchAll(/unicode-range: ([^;]*);/g)].flatMap(([, range = '']) => parseRange(range)));
  const isCommon = commonCharacters(common).filter((character) => inFont.has(character));
  const marks = new Set(isCommon.filter((character) => mark?.test(String.fromCodePoint(character))));
  const neighbours = isCommon.filter((character) => !marks.has(character));
  const everySign = `unicode-range:U+${firstSign.toString(16)}-ffff`;
  const faces: string[] = [];
  const folder = new URL(`fonts/${language}/`, import.meta.url);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = async (file: string, weight: number, characters: Iterable<number>) => {
    const font = readFileSync(new URL(`${name}/files/${name}-${whole}-${weight}-normal.woff2`, modules));
    const subset = await subsetFont(font, String.fromCodePoint(...characters), {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: ['halt'],
    });
    writeFileSync(new URL(file, folder), subset);
  };
  const declare = (of: string, weight: number, file: string, descriptors: string) => {
    faces.push(
      `@font-face{font-family:"${of}";font-weight:${weight};font-display:swap;src:url("./fonts/${language}/${file}?no-inline") format("woff2");${descriptors}}`,
    );
  };
  // One file for both weights is preloaded; the strong marks follow where there are any. The full stop is out of the range:
  // browsers refuse a font that draws nothing.
  const marksFamily = `${family} Marks`;
  await write('marks.woff2', 400, [0x2e, ...marks]);
  for (const weight of weights) declare(marksFamily, weight, 'marks.woff2', `${everySign};size-adjust:${boxSize}`);
  if (marks.size > 0) {
    await write('marks-600.woff2', 600, marks);
    declare(marksFamily, 600, 'marks-600.woff2', 'unicode-range:U+3000-303f,U+ff00-ffef');
  }
  for (let start = 0; start < neighbours.length; start += charactersInFile) {
    const part = neighbours.slice(start, start + charactersInFile);
    const range = `unicode-range:U+${part[0]?.toString(16)}-${part.at(-1)?.toString(16)}`;
    for (const weight of weights) {
      const others = part.filter((character) => !written[weight].has(character));
      if (others.length === 0) continue;
      const file = `${weight}-${start / charactersInFile + 1}.woff2`;
      await write(file, weight, others);
      declare(family, weight, file, range);
    }
  }
  // Last, so that it has precedence: it needs no `unicode-range`, since characters that it lacks are looked for in the
  // others.
  for (const weight of weights) {
    const characters = [...written[weight]].filter((character) => inFont.has(character) && !marks.has(character));
    await write(`${weight}.woff2`, weight, characters);
    declare(family, weight, `${weight}.woff2`, everySign);
  }
  if (standIn !== null) {
    for (const weight of weights) {
      const source = standIn[weight].map((full) => `local("${full}")`).join(',');
      faces.push(
        `@font-face{font-family:"${family} Fallback";font-weight:${weight};src:${source};unicode-range:${standIn.range};size-adjust:${standIn.size}}`,
      );
    }
  }
  const text = `/* Written by write-font-stylesheets.ts. */\n${faces.join('\n')}\n`;
  writeFileSync(new URL(`fonts-${language}.css`, import.meta.url), text);
}
