import { getKeys, makeTable } from './objects.ts';

type Definition = {
  /** BCP 47 language: for `<html lang>`, hreflang and Intl. */
  language: string;
  /** In its own script, for the language switcher. */
  nativeName: string;
  /** In the language of the editor. */
  englishName: string;
  /** For Open Graph: language and territory. */
  openGraph: string;
};

/** The locales of the product, in the order in which they are offered. `npm run new -- locale` adds one. */
const definitions = {
  en: { language: 'en', nativeName: 'English', englishName: 'English', openGraph: 'en_GB' },
  de: { language: 'de', nativeName: 'Deutsch', englishName: 'German', openGraph: 'de_CH' },
  jp: { language: 'ja', nativeName: '日本語', englishName: 'Japanese', openGraph: 'ja_JP' },
  cn: { language: 'zh', nativeName: '简体中文', englishName: 'Chinese', openGraph: 'zh_CN' },
  kr: { language: 'ko', nativeName: '한국어', englishName: 'Korean', openGraph: 'ko_KR' },
} as const satisfies Record<string, Definition>;

export type Locale = keyof typeof definitions;
export type Language = (typeof definitions)[Locale]['language'];

export const locales = getKeys(definitions);

/** The locale whose paths carry no prefix and whose data every other locale falls back to. */
export const defaultLocale = 'en' as const satisfies Locale;

export const languageCodes: Readonly<Record<Locale, Language>> = makeTable(locales, (id) => definitions[id].language);
export const languages = locales.map((locale) => languageCodes[locale]);
export const nativeNames = makeTable(locales, (locale) => definitions[locale].nativeName);
export const englishNames = makeTable(locales, (locale) => definitions[locale].englishName);
export const openGraphLocales = makeTable(locales, (locale) => definitions[locale].openGraph);

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
