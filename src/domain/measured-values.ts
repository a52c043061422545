/** A number, the ends of a range, or words in the language of the page. */
export type MeasuredValue = number | readonly [from: number, to: number] | string;

/** Neither breaks nor is as wide as a space between words. */
const narrowSpace = '\u202f';
const space = '\u00a0';

/**
 * A number as data sheets write it in a language: no trailing zeros, no grouping below 10,000, and a minus sign
 * (U+2212) for negative numbers, since a hyphen is too short and too low next to figures.
 */
function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: Math.abs(value) >= 10_000 })
    .formatToParts(value)
    .map(({ type, value: part }) => {
      if (type === 'minusSign') return '−';
      // Where English data sheets are read as well, a point is the decimal separator.
      return type === 'group' && part === '.' ? narrowSpace : part;
    })
    .join('');
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
