import { ownValue } from '#domain/objects.ts';

/** What nobody sees within a word: soft hyphens, joiners, marks of direction, and selectors of variants. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|\p{Variation_Selector}/gu;
/** Latin, Greek and Cyrillic letters. */
const letters =
  'a-z\\u00c0-\\u02af\\u0370-\\u052f\\u1c80-\\u1c8f\\u1d00-\\u1dbf\\u1e00-\\u1fff\\u2c60-\\u2c7f\\ua640-\\ua69f\\ua720-\\ua7ff\\uab30-\\uab6f';
const marks =
  '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\u2de0-\\u2dff\\ua66f-\\ua672\\ua674-\\ua67d\\ua69e\\ua69f\\ufe20-\\ufe2f';
const accents = new RegExp(`(?<=[${letters}])[${marks}]+`, 'gu');
/** Letters that no decomposition takes apart. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const spelledLetters = new RegExp(`[${Object.keys(spelled).join('')}]`, 'gu');
// oxlint-disable-next-line no-control-regex -- All of ASCII.
const ascii = /^[\u0000-\u007f]*$/;
/** A character with all that its decomposition may be composed with: marks, vowels and finals of Hangul, and what is not seen. */
const units =
  /[^][\p{M}\u00ad\u061c\u1160-\u11ff\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3131-\u318e\ufeff\uff9e-\uffdc]*/gu;

/**
 * A text as searches compare it, in code and in the database (`private.fold_text`): in lower case, without what is not
 * seen, without the accents of Latin, Greek and Cyrillic letters, and with one form of each character. Those of other
 * scripts stay whole.
 *
 * @example foldText('Łódź, Gi\u00adga, ﾊﾞ') // 'lodz, giga, バ'
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .replace(invisible, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .normalize('NFC')
    .replace(spelledLetters, (letter) => ownValue(spelled, letter) ?? letter);
}

/** A folded text, and for each of its places where that is in the original: from where, and up to where. */
type FoldedText = { folded: string; from: readonly number[]; to: readonly number[] };

/**
 * Folds a text, and remembers where everything was.
 *
 * @example foldWithPlaces('Maß') // { folded: 'mass', from: [0, 1, 2, 2], to: [1, 2, 3, 3] }
 */
export function foldWithPlaces(text: string): FoldedText {
  const from: number[] = [];
  const to: number[] = [];
  let folded = '';
  for (const { 0: unit, index } of text.matchAll(units)) {
    const part = foldText(unit);
    folded += part;
    for (let at = 0; at < part.length; at += 1) {
      from.push(index);
      to.push(index + unit.length);
    }
  }
  return { folded, from, to };
}
