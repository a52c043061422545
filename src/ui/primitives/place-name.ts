import type { Locale } from '#domain/locales.ts';

const commas: Partial<Record<Locale, string>> = { jp: '、', cn: '，' };
/** Chinese has its own comma for enumerations. */
const listCommas: Partial<Record<Locale, string>> = { jp: '、', cn: '、' };

/** A place from the narrowest to the widest, as the language of the page lists them; missing parts are left out. */
export function placeName(parts: readonly string[], locale: Locale): string {
  return parts.filter((part) => part !== '').join(commas[locale] ?? ', ');
}

/** Names of one kind, as the language of the page lists them. */
export function nameList(names: readonly string[], locale: Locale): string {
  return names.join(listCommas[locale] ?? ', ');
}
