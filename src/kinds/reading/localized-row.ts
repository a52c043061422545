import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';

export const localeSchema = z.enum(locales);
export const siteSchema = z.enum(siteIds);

/** Texts by locale; a field that a locale does not have falls back to the default locale's. */
export function localized<S extends z.ZodRawShape>(shape: S) {
  return z.partialRecord(localeSchema, z.object(shape).partial());
}
