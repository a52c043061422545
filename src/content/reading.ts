import { type Locale, defaultLocale } from '#domain/locales.ts';
import type { Result } from '#domain/result.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import type { GlobalsRow } from '#kinds/site/shapes.ts';
import type { Source } from './source.ts';

/** What a page, a record's page or a screen is read with: where the rows come from, and for whom and when they are shown. */
export type Reading = {
  source: Source;
  context: ReadContext;
  globals: GlobalsRow;
  /** Where the page that is read stands; null for what is not a page. */
  here: PagePosition | null;
};

/** Where a page stands, which decides what it lists of its section, and its short title. */
export type PagePosition = { id: number; above: number | null; title: string };

/** The site's name, as search engines are told it. */
export function organizationName(globals: GlobalsRow): string {
  return globals.localized.en?.title ?? '';
}

export function homePath(locale: Locale): string {
  return locale === defaultLocale ? '/' : `/${locale}`;
}

export function missing(what: string): Result<never> {
  return { ok: false, failure: { code: 'not-found', message: `There is no ${what} here` } };
}
