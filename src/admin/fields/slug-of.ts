/**
 * The part of an address that a title makes: lower-case letters of any script, digits and single hyphens.
 *
 * @example slugOf('CO₂ sensor: über 60 %'); // 'co2-sensor-ueber-60'
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}0-9]+/gu, '-')
    .replace(/^(.{80}\p{M}*).*$/su, '$1')
    .replace(/^-+|-+$/g, '');
}
