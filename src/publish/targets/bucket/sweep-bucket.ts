import { type SiteId, siteIds } from '#domain/sites.ts';
import { pointerKey } from '#edge/manifest.ts';
import type { BucketObjects } from './bucket-objects.ts';
import { PointerState } from './pointer-state.ts';

/** Deletes what no kept build of any site names any more: objects, and parts of manifests. */
export async function sweepBucket(
  objects: BucketObjects,
  sites: readonly SiteId[] = siteIds,
): Promise<{ objects: number; manifests: number }> {
  const named = new Set<string>();
  const abandoned: string[] = [];
  for (const site of sites) {
    const state = new PointerState(objects, site);
    const seen = await state.look();
    const builds = seen ? [seen.pointer, ...seen.pointer.kept] : [];
    for (const build of builds) for (const { object } of (await state.entries(build)).values()) named.add(object);
    const keys = state.keys(builds);
    const pointer = pointerKey(site);
    for await (const { key, modified } of objects.bucket.list(`sites/${site}/`)) {
      if (key !== pointer && !keys.has(key) && objects.isOld(modified)) abandoned.push(key);
    }
  }
  await objects.bucket.remove(abandoned);
  return { objects: await objects.sweep(named), manifests: abandoned.length };
}
