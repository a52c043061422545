import { createContext, useContext } from 'react';
import { type Locale, defaultLocale, languageCodes, locales } from '#domain/locales.ts';
import { type SiteId, isSiteId, getLocales } from '#domain/sites.ts';

/** The site whose page is edited, which the editor's root element names. */
export function siteHere(): SiteId | undefined {
  const site = document.getElementById('editor-root')?.dataset['site'];
  return isSiteId(site) ? site : undefined;
}

/** The site of what is edited in a part of a form, where that is not the site of the page. */
export const EditedSite = createContext<SiteId | null>(null);

export function useEditedSite(): SiteId | undefined {
  return useContext(EditedSite) ?? siteHere();
}

/** The language of the page, and so of the texts that are edited on it. */
export function languageHere(): string {
  return document.documentElement.lang;
}

/** The account that edits; data in the browser's storage is stored by account. */
export function staffHere(): string {
  return document.getElementById('editor-root')?.dataset['staff'] ?? '';
}

/** The locales of the site whose page is edited. */
export function localesHere(): readonly Locale[] {
  const site = siteHere();
  return site ? getLocales(site) : locales;
}

/** The locale of the page, and so of the texts that are edited on it. */
export function localeHere(): Locale {
  return localesHere().find((locale) => languageCodes[locale] === languageHere()) ?? defaultLocale;
}

/** The language of the texts in a part of a form, where that is not the page's. */
export const TextLanguage = createContext<string | null>(null);

export function useTextLanguage(): string {
  return useContext(TextLanguage) ?? languageHere();
}
