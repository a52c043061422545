import { spellForAddress } from './spell-address.ts';

/**
 * The address that a page is offered below another, by its title. Letters of other scripts stay as they are.
 *
 * @param above the path of the page above it, without the prefix of a locale; null at the top
 *
 * @example suggestPath('/company', 'Qualität & Prüfung'); // '/company/qualitaet-pruefung'
 */
export function suggestPath(above: string | null, title: string): string {
  const segment = spellForAddress(title)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .replace(/^(.{60}\p{M}*).*$/su, '$1')
    .replace(/-$/, '');
  return `${above === null || above === '/' ? '' : above}/${segment}`;
}
