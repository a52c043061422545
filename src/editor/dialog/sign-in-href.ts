import type { Locale } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';

/** The sign-in page, which comes back to this address and so to what was being edited. */
export function signInHref(locale: Locale): string {
  return `${withLocale(locale, '/login')}?next=${encodeURIComponent(`${location.pathname}${location.search}`)}`;
}
