/** The sign before the decimals of a number. */
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** A number as people write it; `open` where the same figures are two numbers, after the sign that is taken to stand before decimals. */
type WrittenNumber =
  /** `decimal`: the sign that the figures themselves give away, as 12,5 and 1.234.567 do. */
  | { is: 'number'; value: number; decimal: DecimalSign | null }
  | { is: 'open'; readings: Readonly<Record<DecimalSign, number>> }
  | { is: 'none' };

const none: WrittenNumber = { is: 'none' };
const otherSign = { '.': ',', ',': '.' } as const satisfies Record<DecimalSign, DecimalSign>;

/**
 * What the figures of a number say. Spaces and apostrophes between thousands are no part of it, and full-width figures count as plain ones.
 *
 * @example parseNumber('1.000'); // { is: 'open', readings: { '.': 1, ',': 1000 } }
 */
export function parseNumber(text: string): WrittenNumber {
  const plain = text.normalize('NFKC').trim().replace(/^[−–]/u, '-');
  const isGrouped = /^[+-]?\d{1,3}(?:[ '’]\d{3})+(?!\d)/u.test(plain);
  const figures = isGrouped ? plain.replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/gu, '') : plain;
  if (/^[+-]?\d+(?:e[+-]?\d+)?$/i.test(figures)) return toNumber(figures, null);
  for (const decimal of decimalSigns) {
    const [point, group] = [`\\${decimal}`, `\\${otherSign[decimal]}`];
    const both = new RegExp(`^[+-]?\\d{1,3}(?:${group}\\d{3})+${point}\\d+$`);
    const many = new RegExp(`^[+-]?\\d{1,3}(?:${group}\\d{3}){2,}$`);
    if (both.test(figures) || many.test(figures)) return toNumber(toPlain(figures, decimal), decimal);
  }
  const [, sign] = /^[+-]?\d+([.,])\d+(?:e[+-]?\d+)?$/i.exec(figures) ?? [];
  if (sign !== '.' && sign !== ',') return none;
  if (isGrouped || !/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(figures)) return toNumber(toPlain(figures, sign), sign);
  return {
    is: 'open',
    readings: { '.': Number(toPlain(figures, '.')), ',': Number(toPlain(figures, ',')) },
  };
}

function toPlain(figures: string, decimal: DecimalSign): string {
  return figures.replaceAll(otherSign[decimal], '').replace(decimal, '.');
}

function toNumber(figures: string, decimal: DecimalSign | null): WrittenNumber {
  const value = Number(figures);
  return Number.isFinite(value) ? { is: 'number', value, decimal } : none;
}
