import path from 'node:path';
import type { SiteId } from '#domain/sites.ts';
import { getContentType } from '#edge/content-type.ts';
import { readOldAsset } from '#publish/archive/read-archived.ts';
import { isAsset } from '#publish/targets/archive-paths.ts';
import type { Runtime } from '#server/runtime.ts';

/** A stylesheet, a script or a font that pages of the past name; null for every other file. */
export async function serveOldAsset(
  { config }: Pick<Runtime, 'config'>,
  site: SiteId,
  pathname: string,
): Promise<Response | null> {
  const file = pathname.slice(1);
  if (config.historyDays === 0 || !isAsset(file)) return null;
  const bytes = await readOldAsset(path.join(config.outDirectory, site), file);
  if (!bytes) return null;
  return new Response(bytes, {
    headers: { 'content-type': getContentType(file), 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
