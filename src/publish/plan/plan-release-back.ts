import { isSame } from '#domain/pages/merge-versions.ts';
import { locales } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import type { ReleaseBack } from '#changes/releases/take-release-back.ts';
import { changeRecords } from '#changes/change-set.ts';
import { planChangeSet } from './plan.ts';
import type { PlannedOutput } from './planned-output.ts';

/** The URLs of what taking a release back puts back, and those that read its records: they may look the same afterwards. */
export async function planReleaseBack(
  client: Client,
  { pages, records, release }: ReleaseBack,
  at: string,
): Promise<PlannedOutput[]> {
  const sites = new Map(release.pageItems.map(({ id, site }) => [id, site]));
  const own = pages.flatMap(({ id, now, contents }): PlannedOutput[] => {
    const site = sites.get(id);
    if (!site) return [];
    const common = { site, kind: 'page' as const, reasons: [`page:${id}`], failure: null, issues: [], isOwn: true };
    return locales.flatMap((locale): PlannedOutput[] => {
      const [is, was] = [now?.[locale], contents?.[locale]];
      if (isSame(is, was)) return [];
      const [from, to] = [is, was].map((one) => (one === undefined ? null : withLocale(locale, one.path)));
      if (from && from === to) return [{ ...common, locale, path: to, change: 'changed' }];
      return [
        ...(to ? [{ ...common, locale, path: to, change: 'new' as const }] : []),
        ...(from ? [{ ...common, locale, path: from, change: 'removed' as const }] : []),
      ];
    });
  });
  const known = new Set(own.map(({ site, path }) => `${site} ${path}`));
  const others = await planChangeSet(client, changeRecords(records), { at });
  return [...own, ...others.filter(({ site, path }) => !known.has(`${site} ${path}`))];
}
