import { type Result, fail, ok } from '#domain/result.ts';

type Marks = { decimal: string; group: string };

function getMarks(locale: string): Marks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234.5);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: find('decimal', '.'), group: find('group', ',') };
}

/** A number as a person writes it, without groups, so that it is read back as it is. */
export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}

/**
 * The number that a person has written in their locale; null for nothing. Groups may be there, but only of three digits: a
 * decimal mark of another language is refused and not taken for a group.
 *
 * @example parseNumber('1.234,5', 'de'); // { ok: true, value: 1234.5 }
 */
export function parseNumber(text: string, locale: string): Result<number | null> {
  const { decimal, group } = getMarks(locale);
  const written = text
    .trim()
    .replaceAll(/[\s'’]/gu, '')
    .replaceAll('−', '-');
  if (written === '') return ok(null);
  const [whole = '', fraction, ...rest] = written.split(decimal);
  const [first = '', ...groups] = /[\s'’]/u.test(group) ? [whole] : whole.split(group);
  const isGrouped =
    groups.length === 0 || (/^[+-]?\d{1,3}$/.test(first) && groups.every((part) => /^\d{3}$/.test(part)));
  const plain = `${[first, ...groups].join('')}${fraction === undefined ? '' : `.${fraction}`}`;
  if (rest.length === 0 && isGrouped && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return ok(Number(plain));
  return fail('invalid', `“${text.trim()}” is no number. Write it like ${formatNumber(1234.5, locale)}.`);
}
