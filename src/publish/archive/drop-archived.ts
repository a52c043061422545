import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isAsset, isHash, oldAssetsIn, toArchivePath } from '#publish/targets/archive-paths.ts';

/** Deletes what is filed and not needed any more. */
export async function dropArchived(
  root: string,
  { hashes, assets }: { hashes: readonly string[]; assets: readonly string[] },
): Promise<void> {
  for (const hash of hashes) if (isHash(hash)) await rm(toArchivePath(root, hash), { force: true });
  for (const name of assets)
    if (isAsset(`_astro/${name}`)) await rm(path.join(oldAssetsIn(root), name), { force: true });
}
