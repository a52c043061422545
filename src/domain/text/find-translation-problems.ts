/** Units that all languages write alike: those of time and litres have names of their own. */
const units =
  `mg/m³ µg/m³ m³/h km/h m/s mm cm km µm nm m² m³ kg mg µg Hz kHz MHz GHz mV kV V mA A kW MW kWh W hPa kPa MPa Pa mbar bar °C °F
  % ‰ ppm ppb dB Nm`
    .normalize('NFKC')
    .split(/\s+/)
    .toSorted((one, other) => other.length - one.length)
    .join('|');

/** In this order: what is found as one is not looked at again, so the digits of an address are no number. */
const kinds = [
  { name: 'product value', pattern: /\{\{product:[^}]*\}\}/g },
  { name: 'address', pattern: /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  { name: 'placeholder', pattern: /\{\{?[\w.]+\}?\}|%(?:\d+\$)?[sd]\b/g },
  { name: 'unit', pattern: new RegExp(`(?<=\\d\\s?)(?:${units})(?![\\p{Script=Latin}\\d/])`, 'gu') },
  // With the signs that part thousands and decimals in any language: 1,000.5 and 1.000,5 are one number.
  { name: 'number', pattern: /\d+(?:[.,'’ ]\d{3})*(?:[.,]\d+)?/g },
];

/**
 * What a translation should have of its source and has not, or less often: product values, addresses, placeholders, units and numbers.
 * Hints for a person, who may know better.
 *
 * @returns a sentence for each
 * @example findTranslationProblems('Up to 25 mg/m³', 'Bis 20 mg/m³') // ['The number 25 is missing.']
 */
export function findTranslationProblems(source: string, target: string): string[] {
  let [from, to] = [source.normalize('NFKC'), target.normalize('NFKC')];
  return kinds.flatMap(({ name, pattern }) => {
    const compare = (found: string) => (name === 'number' ? found.replaceAll(/\D/g, '') : found);
    const there = (to.match(pattern) ?? []).map(compare);
    const missing = (from.match(pattern) ?? []).filter((found) => {
      const at = there.indexOf(compare(found));
      if (at !== -1) there.splice(at, 1);
      return at === -1;
    });
    [from, to] = [from.replace(pattern, ' '), to.replace(pattern, ' ')];
    return [...new Set(missing)].map((found) => `The ${name} ${found} is missing.`);
  });
}
