/** The parts of short names with a hyphen: USB-C, AEC-Q100, RS-485, Min-jun, and compounds with I²C. */
const inTerm =
  /(?<=\b[A-Z]{1,4})-(?=(?:[A-Z]\d*|\d+)\b)|(?<=\b\p{Lu}\p{Ll}{1,3})-(?=\p{Ll}{2,4}\b)|(?<=I²C)-(?=\p{L})/gu;

/** Two words that are one term. */
const betweenWords = /(?<=\b[Aa]d) (?=hoc\b)/g;

const months = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
const amounts = 'percent|Prozent|million|billion|Mio\\.|Mrd\\.|kelvin|Kelvin';
const units = String.raw`%(?:RH)?|°[CF]?|[nµμm]?[ls]|[kµμm]?g|[nµμmck]?m[²³]?|[µμmk]?[VAWΩ]|[kMG]?Hz|[kh]?Pa|m?bar|[kM]?bit|[kMG]?B|K|h|min|pp[mb]|sccm|dB`;
/** The space within a figure: Art. 53 LR, CHF 309.8 million, 10,8 Prozent, 24. November, ISO 13485, 0.5 cm³. */
const inFigure = new RegExp(
  ` (?:${[
    String.raw`(?<=\b(?:Art|No|Nr)\. )(?=\d)`,
    String.raw`(?<=\bArt\.[ \u00a0]\d+ )(?=(?:LR|KR)\b)`,
    String.raw`(?<=\b(?:CHF|EUR|USD|ISO|IEC|DIN|Grade) )(?=\d)`,
    String.raw`(?<=\d )(?=(?:${amounts})(?!\p{L}))`,
    // CJK characters may follow without a space.
    String.raw`(?<=\d )(?=(?:${units})(?![\p{Script=Latin}\d]))`,
    String.raw`(?<=\b\d{1,2}\. )(?=(?:${months})(?!\p{L}))`,
  ].join('|')})`,
  'gu',
);

/** A text whose lines do not end within a figure, in which everything can be searched for and copied as before. */
export function preventFigureBreaks(text: string): string {
  // Most texts have no figures, and looking at every space of them took a fiftieth of a build.
  return /\d/.test(text) ? text.replace(inFigure, '\u00a0') : text;
}

/** A text whose lines end neither within a figure nor within a short term. A joiner has no width, and a search on the page finds the term. */
export function preventTermBreaks(text: string): string {
  return preventFigureBreaks(text.replace(inTerm, '-\u2060').replace(betweenWords, '\u00a0'));
}
