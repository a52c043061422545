import type { Locale } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';

/** The sign-in page, which returns to this address and so to the open dialog. */
export function signInHref(locale: Locale): string {
  return `${withLocale(locale, '/login')}?next=${encodeURIComponent(`${location.pathname}${location.search}`)}`;
}
