import { getKeys } from './objects.ts';

/**
 * The locales of the product, in the order in which they are offered, with the BCP 47 language of each: for `<html lang>`, hreflang and
 * Intl. `npm run new -- locale` adds one to this table and to those below, which are apart so that no page loads what it does not need.
 */
export const languageCodes = { en: 'en', de: 'de', jp: 'ja', cn: 'zh', kr: 'ko' } as const;

export type Locale = keyof typeof languageCodes;
export type Language = (typeof languageCodes)[Locale];

export const locales = getKeys(languageCodes);

/** The locale whose paths carry no prefix and whose data every other locale falls back to. */
export const defaultLocale = 'en' as const satisfies Locale;

/** The locales that are translated into. */
export type TargetLocale = Exclude<Locale, typeof defaultLocale>;
export const targetLocales: readonly TargetLocale[] = locales.filter((locale) => locale !== defaultLocale);

/** Each locale's name in its own script, for the language switcher. */
export const nativeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  jp: '日本語',
  cn: '简体中文',
  kr: '한국어',
};

/** Each locale's name in English, the language of the editor. */
export const englishNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'German',
  jp: 'Japanese',
  cn: 'Chinese',
  kr: 'Korean',
};

/** Language and territory of each locale, for Open Graph. */
export const openGraphLocales: Readonly<Record<Locale, string>> = {
  en: 'en_GB',
  de: 'de_CH',
  jp: 'ja_JP',
  cn: 'zh_CN',
  kr: 'ko_KR',
};

/** The languages of all locales, each once. */
export function getLanguages(): Language[] {
  return [...new Set(locales.map((locale) => languageCodes[locale]))];
}

/** The language in which a locale writes days: a bare "en" would be American, and the company writes day before month. */
export function getDateLanguage(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : languageCodes[locale];
}

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

export function isTargetLocale(value: unknown): value is TargetLocale {
  return isLocale(value) && value !== defaultLocale;
}
