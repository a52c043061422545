import { type Locale, defaultLocale } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { withLocale } from '#domain/sites.ts';

type Names = Partial<Record<Locale, { path: string; title: string }>>;

/**
 * The name of a page in the editor's language, or in the first one that it has, and its public path there.
 *
 * @example getPageName({ de: { title: 'Über uns', path: '/ueber-uns' } }) // { locale: 'de', title: 'Über uns', path: '/de/ueber-uns' }
 */
export function getPageName(locales: Names): { title: string; path: string; locale: Locale } {
  const locale = locales[defaultLocale] ? defaultLocale : (getKeys(locales)[0] ?? defaultLocale);
  const own = locales[locale];
  return { locale, title: own?.title ?? 'Page without a title', path: withLocale(locale, own?.path ?? '/') };
}
