import { spellForAddress } from '#domain/addresses/spell-address.ts';

/**
 * The part of an address that a title makes: lower-case letters of any script, digits and single hyphens.
 *
 * @example makeSlug('CO₂ sensor: über 60 %'); // 'co2-sensor-ueber-60'
 */
export function makeSlug(title: string): string {
  return spellForAddress(title)
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}0-9]+/gu, '-')
    .replace(/^(.{80}\p{M}*).*$/su, '$1')
    .replace(/^-+|-+$/g, '');
}
