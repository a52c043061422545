import { z } from 'zod';
import { type Locale, locales } from '#domain/locales.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { outputPath } from '#publish/output.ts';
import type { Affected } from './affected.ts';
import type { NamedOutput } from './planned-output.ts';

/** A page of a change set: its path in each locale, none where it leaves the site. */
export const ownPage = z.object({
  page: z.number(),
  site: siteSchema,
  paths: z.partialRecord(localeSchema, z.string()),
});
type OwnPage = z.output<typeof ownPage>;

/** What becomes of a page of the set, but for the languages in which it stays as it is. */
export function planPage(
  { page, site, paths }: OwnPage,
  isSame: (page: number, locale: Locale) => boolean,
  outputs: readonly Affected[],
): NamedOutput[] {
  const live = new Map(
    outputs.flatMap((output) => (output.kind === 'page' && output.ref === page ? [[output.locale, output]] : [])),
  );
  return locales.flatMap((locale): NamedOutput[] => {
    if (isSame(page, locale)) return [];
    const before = live.get(locale);
    const from = before?.path ?? null;
    const address = paths[locale] ?? null;
    const common = {
      site,
      kind: 'page' as const,
      ref: page,
      locale,
      listed: null,
      failure: null,
      issues: [],
      isOwn: true,
      address,
      hash: before?.hash ?? null,
      // Every publish has its record as a reason, also where the index does not know it yet.
      reasons: [...new Set([...(before?.reasons ?? []), `page:${page}`])],
    };
    if (address === null) return from === null ? [] : [{ ...common, path: from, change: 'removed' }];
    const path = outputPath(common, address);
    if (path === from) return [{ ...common, path, change: 'changed' }];
    return [{ ...common, path, change: 'new', ...(from !== null && { from }) }];
  });
}
