import { type Locale, getDateLanguage } from './locales.ts';

const known = new Map<string, Intl.DisplayNames>();

/** Their long names say that they are special administrative regions; no list of countries has room for that. */
const regions: readonly string[] = ['HK', 'MO'];

/**
 * A country's name in the language of the page.
 *
 * @example countryName('CH', 'de'); // 'Schweiz'
 */
export function countryName(code: string, locale: Locale): string {
  const style = regions.includes(code) ? 'short' : 'long';
  const key = `${locale} ${style}`;
  let names = known.get(key);
  if (!names) known.set(key, (names = new Intl.DisplayNames(getDateLanguage(locale), { type: 'region', style })));
  return names.of(code) ?? code;
}

/**
 * An address for readers of a page. Postal addresses are stored once, with the country in English in the last line;
 * that line is shown with the country in the reader's language.
 */
export function addressIn(
  locale: Locale,
  { lines, countries }: { lines: readonly string[]; countries: readonly string[] },
): string[] {
  const code = countries.find((country) => countryName(country, 'en') === lines.at(-1));
  return code === undefined ? [...lines] : [...lines.slice(0, -1), countryName(code, locale)];
}
