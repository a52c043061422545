/** The locales of the product, in the order in which they are offered. */
export const locales = ['en', 'de', 'jp', 'cn', 'kr'] as const;
export type Locale = (typeof locales)[number];

/** The locale whose paths carry no prefix and whose data every other locale falls back to. */
export const defaultLocale = 'en' as const satisfies Locale;

/** BCP 47 language of each locale: for `<html lang>`, hreflang and Intl. */
export const languageCodes = { en: 'en', de: 'de', jp: 'ja', cn: 'zh', kr: 'ko' } as const satisfies Record<
  Locale,
  string
>;
export type Language = (typeof languageCodes)[Locale];

/** The language in which a locale writes days: a bare "en" would be American, and the company writes day before month. */
export function getDateLanguage(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : languageCodes[locale];
}

/** Each locale's name in its own script, for the language switcher. */
export const nativeNames = {
  en: 'English',
  de: 'Deutsch',
  jp: '日本語',
  cn: '简体中文',
  kr: '한국어',
} as const satisfies Record<Locale, string>;

/** Each locale's name in English, the language of the editor. */
export const englishNames = {
  en: 'English',
  de: 'German',
  jp: 'Japanese',
  cn: 'Chinese',
  kr: 'Korean',
} as const satisfies Record<Locale, string>;

/**
 * The name of a locale's language in another one, or in itself.
 *
 * @example languageName('de', 'en'); // 'German'
 */
export function languageName(of: Locale, shownIn: Locale): string {
  return new Intl.DisplayNames([languageCodes[shownIn]], { type: 'language' }).of(languageCodes[of]) ?? nativeNames[of];
}

/** The time zone in which the company dates its announcements. */
export const companyTimeZone = 'Europe/Zurich';

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}
