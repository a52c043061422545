import { type Locale, defaultLocale, englishNames } from '#domain/locales.ts';
import type { CheckedModule, Finding } from './findings.ts';

/** Parts of a page that are shown in English in another locale, and missing details. */
export function checkTranslations(
  page: { description: string; modules: readonly CheckedModule[] },
  locale: Locale,
): Finding[] {
  const details: Finding[] =
    page.description.trim() === ''
      ? [
          {
            kind: 'description',
            locale,
            moduleId: null,
            path: ['description'],
            message: `The page has no description in ${englishNames[locale]}: search engines are given the site’s.`,
          },
        ]
      : [];
  if (locale === defaultLocale) return details;
  const modules = page.modules
    .filter(({ fallback }) => fallback)
    .map(({ id }): Finding => ({
      kind: 'translation',
      locale,
      moduleId: id,
      path: [],
      message: `Has no text in ${englishNames[locale]} and shows the English one.`,
    }));
  return [...details, ...modules];
}
