import type { PreparedLaunch } from '#content/launches/prepare-launch.ts';
import type { PlannedPage } from './plan-launch.ts';
import type { PlannedRecord } from './plan-records.ts';

/** What a launch changes, as its plan is made of. */
export function plannedChanges({ launch, pages, records }: PreparedLaunch): {
  launch: number;
  pages: PlannedPage[];
  records: PlannedRecord[];
} {
  const merged = new Map(pages.map(({ id, contents }) => [id, contents]));
  return {
    launch: launch.id,
    pages: launch.pageItems.flatMap(({ id, site, paths, isRemoval }): PlannedPage[] => {
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
