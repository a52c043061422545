import type { Language } from '#domain/locales.ts';

/** Digits in groups of three, whatever stands between the groups: 60 000, 60.000, 60,000, 60'000. */
const grouped =
  /(?<![\d.,:/+-]|\d[ \u00a0\u2009\u202f])\d{1,3}(?:([ \u00a0\u2009\u202f.,'’])\d{3})(?:\1\d{3})*(?![\d]|[.,]\d)/g;
/** A telephone number is written in groups of its own. */
const telephone = /\+\d[\d ()\u00a0-]+/g;

/**
 * The large numbers in a text that its language writes otherwise: with a point in German, and with a comma in all others. A point or a
 * comma that may begin decimals is left alone.
 *
 * @example findForeignNumbers('Bis 60 000 ppm', 'de'); // ['60 000']
 */
export function findForeignNumbers(text: string, language: Language): string[] {
  const separator = language === 'de' ? '.' : ',';
  return Array.from(text.replace(telephone, ' ').matchAll(grouped)).flatMap(([written, between = '']) => {
    const mayBeDecimal = /[.,]/.test(between) && written.split(between).length === 2;
    return between === separator || mayBeDecimal ? [] : [written];
  });
}
