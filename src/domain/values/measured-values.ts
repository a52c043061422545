import { ownValue } from '#domain/objects.ts';

/** A number, the ends of a range, or words in the language of the page. */
export type MeasuredValue = number | readonly [from: number, to: number] | string;

const space = '\u00a0';

/**
 * A number as texts write it in a language: no trailing zeros, grouped from 1,000 on, in German from 10.000 on, and a
 * minus sign (U+2212) for negative numbers, since a hyphen is too short and too low next to figures.
 */
function formatNumber(value: number, language: string): string {
  const useGrouping = language === 'de' ? 'min2' : 'always';
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping }).format(value).replace('-', '−');
}

/** A measured value as a typesetter sets it in a language, without its unit. Ranges and dimensions stay on one line. */
export function formatMeasured(value: MeasuredValue, language: string): string {
  if (typeof value === 'number') return formatNumber(value, language);
  if (typeof value !== 'string') return value.map((end) => formatNumber(end, language)).join(`${space}…${space}`);
  const isNumbersOnly = /^[\d.\s×…±-]+$/.test(value);
  const numbers = isNumbersOnly ? value.replace(/\d+\.\d+/g, (number) => withDecimals(number, language)) : value;
  return numbers
    .replace(/(^|\s)-(?=\d)/g, '$1−')
    .replace(/ ([×…]) /g, `${space}$1${space}`)
    .replace(/(\d) (?=(?:[µmkM]?[AVWmlg]|°C|Hz|kHz|Pa|bar|%)(?:\W|$))/gu, `$1${space}`);
}

/** A number with the decimals that it is written with. */
function withDecimals(number: string, language: string): string {
  const digits = number.length - number.indexOf('.') - 1;
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, useGrouping: false }).format(Number(number));
}

/** How each language writes a range in per cent, where not as English does. */
const percentRanges: Readonly<Record<string, (from: number, to: number) => string>> = {
  de: (from, to) => `${from}${space}–${space}${to}${space}%`,
  ja: (from, to) => `${from}～${to}%`,
  ko: (from, to) => `${from}~${to}%`,
  zh: (from, to) => `${from}%～${to}%`,
};

/**
 * One value in per cent or the ends of a range, as a language writes them.
 *
 * @example formatPercents(60, 80, 'de'); // '60 – 80 %', on one line
 */
export function formatPercents(from: number, to: number, language: string): string {
  if (from === to) return language === 'de' ? `${to}${space}%` : `${to}%`;
  return ownValue(percentRanges, language)?.(from, to) ?? `${from} - ${to}%`;
}

/**
 * What each number of a column lacks of the longest one before the decimal sign: with that, invisibly, in front of them, decimal
 * signs are below each other. Empty values lack nothing. Null for a column that has anything but numbers.
 *
 * @param values As `formatMeasured` writes them in this language.
 * @example leadingGaps(['1.25', '40', ''], 'en'); // ['4', '', '']
 */
export function leadingGaps(values: readonly string[], language: string): readonly string[] | null {
  if (!values.every((value) => /^−?[\d.,]+$|^$/.test(value))) return null;
  const sign = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const wholes = values.map((value) => value.split(sign)[0] ?? '');
  const longest = wholes.reduce((a, b) => (b.length > a.length ? b : a), '');
  return wholes.map((whole) => (whole === '' ? '' : longest.slice(0, longest.length - whole.length)));
}
