import { type Locale, locales } from '#domain/locales.ts';

/** The encodings that a table can be read in, by the names that `TextDecoder` has for them. */
export const encodings = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Macintosh)',
  'windows-1250': 'Central European (Windows-1250)',
  shift_jis: 'Japanese (Shift JIS, CP932)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GBK, GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR, CP949)',
} as const;
export type Encoding = keyof typeof encodings;

/** `isSure` is false where another encoding makes almost as much sense of the bytes: then a person says which it is. */
type Detected = { encoding: Encoding; isSure: boolean };

/** What spreadsheets write in a country without Unicode, the likelier one first. Others are read when a person says so. */
const westernEncodings: readonly Encoding[] = ['windows-1252', 'macintosh'];
const legacyEncodings: Readonly<Partial<Record<Locale, readonly Encoding[]>>> = {
  jp: ['shift_jis'],
  cn: ['gb18030'],
  kr: ['euc-kr'],
};

/** How many times likelier than any other one an encoding has to be. */
const sureFactor = 100;
/** As much of a file is looked at, of its lines that are more than ASCII. */
const lookedAt = 64 * 1024;

/** The encoding of a file: what it says itself, or else which of those that spreadsheets write in these languages is likeliest for its text. */
export function detectEncoding(bytes: Uint8Array, languages: readonly Locale[] = locales): Detected {
  const unicode = detectUnicode(bytes);
  if (unicode) return { encoding: unicode, isSure: true };
  const sample = tellingLines(bytes);
  // UTF-8 that is not whole: of a file that is broken, or was put together from several ones.
  const candidates = [
    'utf-8',
    ...new Set(languages.flatMap((locale) => legacyEncodings[locale] ?? westernEncodings)),
  ] as const;
  const ranked = candidates
    .map((encoding) => ({ encoding, likelihood: measureLikelihood(sample, encoding) }))
    .toSorted((a, b) => b.likelihood - a.likelihood);
  const [best, second] = ranked;
  if (!best) return { encoding: 'windows-1252', isSure: false };
  const isSure = best.likelihood - (second?.likelihood ?? -Infinity) >= Math.log(sureFactor);
  return { encoding: best.encoding, isSure };
}

/** The text of a file without the mark of its encoding. What is none of it becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

function detectUnicode(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  // In UTF-16 without a mark one byte of each separator and line break is zero, which no other text has.
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, lookedAt).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  if (high !== low) return high > low ? 'utf-16be' : 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return null;
  }
}

/** The lines that are more than ASCII, up to a bound. A line feed is a part of no character in these encodings. */
function tellingLines(bytes: Uint8Array): Uint8Array {
  const lines: number[] = [];
  let start = 0;
  let isTelling = false;
  for (let at = 0; at <= bytes.length && lines.length < lookedAt; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isTelling = true;
    if (byte !== 0x0a && byte !== 0x0d && at - start < lookedAt) continue;
    if (isTelling) for (const each of bytes.subarray(start, at)) lines.push(each);
    if (isTelling) lines.push(0x0a);
    start = at + 1;
    isTelling = false;
  }
  return Uint8Array.from(lines);
}

/** A character: how many bytes it has, how likely it is in a text of the language among those that are not of ASCII, as a logarithm. */
type Step = { length: 1 | 2 | 3 | 4; weight: number };

/** How likely a character of the script is after a letter of ASCII, one of the script, or anything else; and a letter of ASCII behind one of the script. */
const western = { letter: 0.04, own: 0.05, other: 0.02, behind: 0.75 } as const;
const eastern = { letter: 0.03, own: 0.8, other: 0.4, behind: 0.03 } as const;
const anyScript = { letter: 0.04, own: 0.4, other: 0.2, behind: 0.3 } as const;

function measureLikelihood(bytes: Uint8Array, encoding: Encoding): number {
  const isWestern = encoding === 'windows-1252' || encoding === 'macintosh';
  const step = getStepper(encoding);
  const follows = encoding === 'utf-8' ? anyScript : isWestern ? western : eastern;
  // Who has a Mac seldom chooses its old encoding.
  let sum = encoding === 'macintosh' ? Math.log(0.02) : 0;
  let before: 'letter' | 'own' | 'other' = 'other';
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      const isLetter = /[a-z]/i.test(String.fromCharCode(byte));
      const chance =
        before === 'own' ? (isLetter ? follows.behind : 1 - follows.behind - follows.own) : 1 - follows[before];
      // Letters, digits and signs of ASCII are equally likely in all of them.
      sum += Math.log(chance / 64);
      before = isLetter ? 'letter' : 'other';
      at += 1;
    } else {
      const { length, weight } = step(bytes, at);
      sum += Math.log(follows[before]) + weight;
      before = 'own';
      at += length;
    }
  }
  return sum;
}

function getStepper(encoding: Encoding): (bytes: Uint8Array, at: number) => Step {
  switch (encoding) {
    case 'utf-8':
      return (bytes, at) => {
        const lead = bytes[at] ?? 0;
        const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        const character = decodeText(bytes.subarray(at, at + length), encoding);
        if (lead < 0xc2 || character.startsWith('\uFFFD')) return { length: 1, weight: among(0.001, 128) };
        return { length, weight: unicodeWeight(character) };
      };
    case 'shift_jis':
      return (bytes, at) => {
        const [lead, trail] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
        if (lead >= 0xa1 && lead <= 0xdf) return { length: 1, weight: among(0.01, 63) };
        if (lead === 0x80 || lead === 0xa0 || lead > 0xfc || trail < 0x40 || trail === 0x7f || trail > 0xfc)
          return broken;
        return { length: 2, weight: japanese(lead, trail) };
      };
    case 'gb18030':
      return (bytes, at) => {
        const [lead, trail] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
        if (lead === 0x80) return { length: 1, weight: among(0.0001, 1) };
        if (lead === 0xff) return broken;
        if (trail >= 0x30 && trail <= 0x39) return { length: 4, weight: among(0.0001, 10_000) };
        if (trail < 0x40 || trail === 0x7f || trail === 0xff) return broken;
        return { length: 2, weight: chinese(lead, trail) };
      };
    case 'euc-kr':
      return (bytes, at) => {
        const [lead, trail] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
        if (lead < 0x81 || lead === 0xc9 || lead > 0xfd || trail < 0x41 || trail === 0xff) return broken;
        return { length: 2, weight: korean(lead, trail) };
      };
    case 'windows-1252':
    case 'macintosh': {
      const characters = decodeText(
        Uint8Array.from({ length: 128 }, (_, index) => index + 128),
        encoding,
      );
      return (bytes, at) => ({ length: 1, weight: europeanWeight(characters.charAt((bytes[at] ?? 128) - 128)) });
    }
    default:
      throw new Error(`Nothing is known of texts in ${encoding}`);
  }
}

/** The weight of each of so many characters that have a part of a text together. */
function among(part: number, count: number): number {
  return Math.log(part / count);
}

const broken = { length: 1, weight: Math.log(1e-12) } as const;

/** 年, 月 and 日 of a date, which Korean tables have too. */
const dateSign = among(0.03, 3);

/** By the rows of JIS X 0208: signs, kana, the 2,965 usual ideographs, then 3,390 others, and what companies have added. */
function japanese(lead: number, trail: number): number {
  if (lead === 0x82) return trail >= 0x9f ? among(0.35, 83) : among(0.03, 62);
  if (lead === 0x83) return trail <= 0x96 ? among(0.25, 86) : among(0.002, 48);
  if (lead === 0x81) return among(0.07, 147);
  if (lead === 0x84) return among(0.001, 100);
  if (lead === 0x87) return among(0.005, 83);
  if (lead >= 0x88 && lead <= 0x98) return among(0.27, 2965);
  if ((lead > 0x98 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xea)) return among(0.01, 3390);
  return lead === 0xed || lead === 0xee || lead >= 0xfa ? among(0.001, 360) : Math.log(1e-12);
}

/** By the rows of GB 2312: signs, the 3,755 usual ideographs, then 3,008 others; and those that GBK has added. */
function chinese(lead: number, trail: number): number {
  if ([0xc4ea, 0xd4c2, 0xc8d5].includes((lead << 8) | trail)) return dateSign;
  if (trail < 0xa1 || lead < 0xa1) return among(0.002, 14_000);
  if (lead === 0xa1) return among(0.06, 94);
  if (lead === 0xa3) return among(0.03, 94);
  if (lead === 0xa4 || lead === 0xa5) return among(0.001, 169);
  if (lead <= 0xa9) return among(0.005, 300);
  if (lead >= 0xb0 && lead <= 0xd7) return among(0.87, 3755);
  return lead >= 0xd8 && lead <= 0xf7 ? among(0.02, 3008) : Math.log(1e-12);
}

/** By the rows of KS X 1001: signs, the 2,350 usual syllables, then ideographs; and the syllables that CP949 has added. */
function korean(lead: number, trail: number): number {
  if ([0xd2b4, 0xeac5, 0xeced].includes((lead << 8) | trail)) return dateSign;
  if (trail < 0xa1 || lead < 0xa1) return lead <= 0xc6 ? among(0.003, 8822) : Math.log(1e-12);
  if (lead <= 0xa3) return among(0.04, 280);
  if (lead <= 0xac) return among(0.01, 700);
  if (lead >= 0xb0 && lead <= 0xc8) return among(0.93, 2350);
  return lead >= 0xca ? among(0.002, 4888) : Math.log(1e-12);
}

/** By the scripts of the languages that the sites have. */
function unicodeWeight(character: string): number {
  if (/[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(character)) return among(0.35, 200);
  if (/\p{scx=Hangul}/u.test(character)) return among(0.9, 2350);
  if (/\p{scx=Han}/u.test(character)) return among(0.5, 6000);
  if (/[\u3000-\u303F\uFF00-\uFFEF]/.test(character)) return among(0.05, 300);
  return /^[\p{scx=Latin}\p{scx=Common}]$/u.test(character) ? europeanWeight(character) : Math.log(1e-7);
}

function europeanWeight(character: string): number {
  if (/[äöüßÄÖÜ]/.test(character)) return Math.log(0.09);
  if (/[éèàçñóáíêôâ°µ²³±–’“”„€®™§×·…]/.test(character)) return Math.log(0.012);
  if (/\p{L}/u.test(character)) return Math.log(0.002);
  return /\p{Cc}/u.test(character) ? Math.log(1e-9) : Math.log(0.0005);
}

const ofOneByte = new Map<Encoding, ReadonlyMap<string, number>>();

/**
 * The text that a cell has in UTF-8 where its bytes were read in an encoding of one byte for each character; null for a cell that was no UTF-8.
 * Such a cell is in a file that was put together from two.
 *
 * @example utf8Behind('GrÃ¶ÃŸe', 'windows-1252'); // 'Größe'
 */
export function utf8Behind(cell: string, encoding: Encoding): string | null {
  if (!['windows-1252', 'windows-1250', 'macintosh'].includes(encoding) || !/[\u0080-\uffff]/.test(cell)) return null;
  const known = ofOneByte.get(encoding) ?? getTable(encoding);
  ofOneByte.set(encoding, known);
  const bytes = Array.from(cell, (character) => known.get(character) ?? 0xff);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

function getTable(encoding: Encoding): Map<string, number> {
  const decoded = decodeText(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    encoding,
  );
  return new Map(Array.from(decoded, (character, byte) => [character, byte]));
}
