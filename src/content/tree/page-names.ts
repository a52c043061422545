import { z } from 'zod';
import { type Locale, defaultLocale, englishNames, locales } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { isPagePath, isServerPath } from '#domain/addresses/page-address.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import { matchRoute } from '#domain/addresses/routes.ts';
import { type SiteId, siteHasLocale, withLocale } from '#domain/sites.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';

export type PageNames = Partial<Record<Locale, { path: string; title: string }>>;

export const storedNames = z.partialRecord(localeSchema, z.object({ path: z.string(), title: z.string() }));

/** Titles and addresses that can be stored; each issue is at its field. */
export function checkNames(
  site: SiteId,
  input: PageNames,
  hasRoute = false,
): Result<Record<string, { path: string; title: string }>> {
  const issues: Issue[] = [];
  const clean: Record<string, { path: string; title: string }> = {};
  if (!input[defaultLocale])
    issues.push({ path: ['locales'], message: 'Every page has a title and an address in English' });
  for (const locale of getKeys(input)) {
    const own = input[locale];
    if (!own) continue;
    const at = ['locales', locale];
    const title = own.title.trim();
    const path = own.path.trim().normalize('NFC');
    if (!siteHasLocale(site, locale)) issues.push({ path: at, message: `This site is not in ${englishNames[locale]}` });
    if (title === '') issues.push({ path: [...at, 'title'], message: 'This field is required' });
    const refusal = hasRoute ? null : refusePath(site, locale, path);
    if (refusal) issues.push({ path: [...at, 'path'], message: refusal });
    clean[locale] = { path, title };
  }
  return issues.length > 0 ? fail('invalid', 'Some fields are not valid.', issues) : ok(clean);
}

const neededBySite = 'This address is needed by the site itself. Choose another';

function refusePath(site: SiteId, locale: Locale, path: string): string | null {
  if (path === '' || path === '/') return 'This field is required';
  if (!path.startsWith('/')) return 'An address begins with a slash, e.g. /company/quality';
  if (path !== path.toLowerCase()) return 'An address is in small letters';
  if (/\s/.test(path)) return 'An address has no spaces. Use hyphens';
  // What comes behind them is not part of the path, and a browser makes a slash of the last: nobody would reach the page.
  if (/[?#\\]/.test(path)) return 'An address has no question mark, # or \\. Use hyphens';
  if (isServerPath(path)) return neededBySite;
  if (!isPagePath(path)) return 'A page cannot have this address. Use letters, digits and hyphens between slashes';
  const route = matchRoute(site, withLocale(locale, path))?.key;
  // Prepared searches are pages.
  return route && route !== 'search.preset' ? neededBySite : null;
}

/** The locales in which pages are named, as the input of an action has them. */
export const pageNames = z
  .partialRecord(z.enum(locales), z.object({ path: z.string().max(500), title: z.string().max(200) }))
  .refine((input) => Object.keys(input).length > 0, { error: 'Every page has a title and an address in English' });
