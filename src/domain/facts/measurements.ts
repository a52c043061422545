import type { Language } from '#domain/locales.ts';
import { type Quantity, inBase, findUnit, unitPattern } from './units.ts';

/** A number with its unit in a text, or both ends of a range. */
export type Measurement = {
  /** As the text writes it. */
  text: string;
  index: number;
  quantities: readonly Quantity[];
  /** Of its unit: values in another unit than a property's are rounded otherwise. */
  factor: number;
  /** In the base unit of the quantity, and by how much they may differ as they are rounded. */
  values: readonly { value: number; tolerance: number }[];
  /** Whether it is a deviation: ±. */
  isDeviation: boolean;
};

/**
 * The text with one spelling for what looks alike: full-width digits and signs, micro signs, minus signs before figures. Each
 * character stays at its place.
 */
export function simplify(text: string): string {
  return text
    .replace(/[０-９Ａ-Ｚａ-ｚ％＋－．／～]|(?<=[0-9０-９])，(?=[0-9０-９]{3})/g, (wide) =>
      String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0),
    )
    .replace(/\u3000/g, ' ')
    .replace(/μ/g, 'µ');
}

const space = '[ \\u00a0\\u202f\\u2009]';
const figures = `(?:\\d{1,3}(?:(?:[\\u00a0\\u202f\\u2009’']| (?=\\d{3}(?!\\d)))\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*)`;
const number = `(?:(?<![\\w\\d])[-−–])?${figures}(?:万|만)?`;
const between = '(?:to|bis(?: zu)?|and|und|through|至|到|から|에서|〜|～|~|–|—|-|−|…|\\.\\.\\.)';
const range = `(?<from>${number})(?:${space}*(?<fromUnit>${unitPattern}))?${space}*${between}${space}*(?<to>[-−–]?${figures}(?:万|만)?)${space}*(?<rangeUnit>${unitPattern})`;
const single = `(?:(?<sign>±|\\+/-)${space}*)?(?<value>${number})${space}*-?(?<unit>${unitPattern})`;
const measurement = new RegExp(`(?<![A-Za-z0-9_]|\\d[.,])(?:${range}|${single})`, 'gu');

/**
 * The measurements in a text, which is written in a language: 60.000 is sixty thousand in German, and sixty in English.
 *
 * @param text as `simplify` answers it
 * @example findMeasurements('Up to 4 %', 'en'); // [{ text: '4 %', values: [{ value: 0.04, … }], … }]
 */
export function findMeasurements(text: string, language: Language): Measurement[] {
  return [...text.matchAll(measurement)].flatMap(({ 0: found, index, groups = {} }): Measurement[] => {
    const unit = findUnit(groups['rangeUnit'] ?? groups['unit'] ?? '');
    if (!unit) return [];
    const ends = [groups['from'] ?? groups['value'], groups['to']].filter((end) => end !== undefined);
    return [
      {
        text: found.trim(),
        index: index + found.length - found.trimStart().length,
        quantities: unit.quantities,
        factor: unit.factor,
        values: ends.map((end, place) => {
          // 400 µA to 2 mA: the first end may have a unit of its own.
          const own = (place === 0 && groups['fromUnit'] && findUnit(groups['fromUnit'])) || unit;
          const { value, step } = readNumber(end, language);
          return { value: inBase(value, own), tolerance: (step / 2) * own.factor * 1.000_001 };
        }),
        isDeviation: groups['sign'] !== undefined,
      },
    ];
  });
}

/** A number as a language writes it, and the value of its last decimal; whole numbers are exact. */
function readNumber(written: string, language: Language): { value: number; step: number } {
  const times = /[万만]$/.test(written) ? 10_000 : 1;
  const sign = /^[-−–]/.test(written) ? -1 : 1;
  const digits = written.replace(/[^\d.,]/g, '');
  const decimal = decimalSign(digits, language);
  const plain = decimal === null ? digits.replace(/[.,]/g, '') : toDecimal(digits, decimal);
  const decimals = plain.split('.')[1]?.length ?? 0;
  return { value: sign * Number(plain) * times, step: decimals === 0 ? 0 : 10 ** -decimals };
}

function toDecimal(digits: string, decimal: string): string {
  const at = digits.lastIndexOf(decimal);
  return `${digits.slice(0, at).replace(/[.,]/g, '')}.${digits.slice(at + 1)}`;
}

/** Which of point and comma parts the decimals of a number; null where both group thousands. */
function decimalSign(digits: string, language: Language): '.' | ',' | null {
  const [own, group] = language === 'de' ? ([',', '.'] as const) : (['.', ','] as const);
  if (digits.includes(own)) return own;
  if (!digits.includes(group)) return null;
  const isGrouped = group === '.' ? /^[1-9]\d{0,2}(\.\d{3})+$/ : /^\d{1,3}(,\d{3})+$/;
  return isGrouped.test(digits) ? null : group;
}
