import type { Locale } from '#domain/locales.ts';

const commas: Partial<Record<Locale, string>> = { jp: '、', cn: '，' };

/** A place from the narrowest to the widest, as the language of the page lists them; what is not known is left out. */
export function placeName(parts: readonly string[], locale: Locale): string {
  return parts.filter((part) => part !== '').join(commas[locale] ?? ', ');
}
