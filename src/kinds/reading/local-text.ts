import { type Locale, defaultLocale } from '#domain/locales.ts';

/** The field in a locale, else in the default locale; undefined when neither has it. */
export function localText<T extends object, F extends keyof T>(
  byLocale: Partial<Record<Locale, T>> | null | undefined,
  locale: Locale,
  field: F,
): T[F] | undefined {
  return byLocale?.[locale]?.[field] ?? byLocale?.[defaultLocale]?.[field];
}
