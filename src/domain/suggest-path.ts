import { ownValue } from './objects.ts';

const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe' };

/**
 * The address that a page is offered below another, by its title. Letters of other scripts stay as they are.
 *
 * @param above the path of the page above it, without the prefix of a locale; null at the top
 *
 * @example suggestPath('/company', 'Qualität & Prüfung'); // '/company/qualitaet-pruefung'
 */
export function suggestPath(above: string | null, title: string): string {
  const segment = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæøœ]/g, (letter) => ownValue(spelledOut, letter) ?? letter)
    // Accents of Latin letters only: marks of other scripts are part of the letter.
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .replace(/^(.{60}\p{M}*).*$/su, '$1')
    .replace(/-$/, '');
  return `${above === null || above === '/' ? '' : above}/${segment}`;
}
