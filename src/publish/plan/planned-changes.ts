import type { PreparedRelease } from '#changes/releases/prepare-release.ts';
import type { PlannedPage } from './plan-release.ts';
import type { PlannedRecord } from './plan-records.ts';

/** What a release changes, as its plan is made of. */
export function plannedChanges({ release, pages, records }: PreparedRelease): {
  release: number;
  pages: PlannedPage[];
  records: PlannedRecord[];
} {
  const merged = new Map(pages.map(({ id, contents }) => [id, contents]));
  return {
    release: release.id,
    pages: release.pageItems.flatMap(({ id, site, paths, isRemoval }): PlannedPage[] => {
      if (site === null) return [];
      const contents = merged.get(id);
      const own = contents
        ? Object.fromEntries(Object.entries(contents).map(([locale, { path }]) => [locale, path]))
        : paths;
      return [{ id, site, paths: isRemoval ? {} : own }];
    }),
    records: records.map(({ record: { kind, id, rows } }) => ({ kind, id, rows })),
  };
}
